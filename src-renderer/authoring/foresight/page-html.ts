import type { PlacedAcceptance, ShownStep } from "../../../src-shared/foresight/index.ts";
import { stepText } from "../../app/index.ts";
import type { Translate } from "../../components/index.ts";
import type { Foreseen, ForeseenFinding, PlacedFinding, Runs } from "./foreseen.ts";
import { shownSteps } from "./run-steps.tsx";
import { figuresIn, findingParts, latestEnd, outcomeText, runTitle } from "./texts.ts";

/** The possible behaviour of a flow, for a separate page. */
export interface PageOf {
  readonly title: string;
  /** The reader's, such as `sv`. */
  readonly language: string;
  readonly foreseen: Foreseen;
  readonly runs: Runs;
  /** Findings that the author has accepted. */
  readonly accept: readonly PlacedAcceptance[];
}

/** Markup written by this room; any other text is escaped. */
class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | readonly Html[];

function html(parts: TemplateStringsArray, ...values: readonly Part[]): Html {
  return new Html(parts.reduce((before, part, at) => before + written(values[at - 1] ?? "") + part));
}

function written(value: Part): string {
  if (value instanceof Html) return value.text;
  if (typeof value === "object") return value.map(({ text }) => text).join("");
  return String(value).replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const NOTHING = html``;

/**
 * A self-contained file: no scripts, no pictures, no external addresses. All of the author's text is escaped. For the
 * screen, in light or dark, and for paper.
 */
export function foresightPage(t: Translate, page: PageOf): string {
  const { title, language, foreseen, runs } = page;
  const { findings } = foreseen;
  const { people, others, accepted } = findingParts(findings, page.accept);
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>${t("foresight.pageTitle", { title })}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<h1>${title}<span>${t("sides.foresight")}</span></h1>
${verdict(t, foreseen)}
<section><h2>${t("foresight.outcomes")}</h2>${outcomes(t, foreseen, runs)}</section>
<section><h2>${t("foresight.people")}</h2>${rows(t, people, runs)}</section>
<section><h2>${t("foresight.time")}</h2>${timeAndMessages(t, findings, runs)}</section>
<section><h2>${t("foresight.findings")}</h2>
${others.length === 0 ? html`<p>${t(accepted.length === 0 ? "foresight.noFindings" : "foresight.noneButAccepted")}</p>` : NOTHING}
${[...Map.groupBy(others, ({ finding }) => finding.id)].map(
  ([id, group]) => html`<h3>${t(`foresight.kinds.${id}`)} <small>${id}</small></h3>${rows(t, group, runs)}`,
)}</section>
${
  accepted.length === 0
    ? NOTHING
    : html`<section><h2>${t("expect.accepted", { count: accepted.length })}</h2><ul>${accepted.map(
        ({ finding, acceptance: { because } }) =>
          html`<li>${messageHtml(finding.message)}<br><small><bdi>${because}</bdi></small></li>`,
      )}</ul></section>`
}
</body>
</html>
`.text;
}

function verdict(t: Translate, { verdict: decided, states, transitions }: Foreseen): Html {
  const size = `${t("foresight.states", { count: states })}, ${t("foresight.transitions", { count: transitions })}`;
  if (decided === "checked") return html`<p>${t("foresight.whole", { size })}</p>`;
  return html`<p><strong>${t("foresight.notDecided", { size })}</strong> ${t("foresight.notDecidedMeans")}</p>`;
}

function outcomes(t: Translate, { outcomes: found }: Foreseen, runs: Runs): Html {
  const completes = found.some(({ status }) => status === "completed");
  return html`${completes ? NOTHING : html`<p>${t("foresight.neverCompletes")}</p>`}<ul>${found.map(
    (outcome, at) => html`<li>${outcomeText(t, outcome)}${run(t, runs.outcomes[at] ?? [])}</li>`,
  )}</ul>`;
}

function rows(t: Translate, list: readonly PlacedFinding[], runs: Runs): Html {
  return html`<ul>${list.map(
    ({ finding: { severity, message }, at }) =>
      html`<li><b>${severity === "information" ? t("foresight.information") : t(`problems.${severity}`)}</b> ${messageHtml(message)}${run(
        t,
        runs.findings[at] ?? [],
      )}</li>`,
  )}</ul>`;
}

/** Backticks in messages mark names. */
function messageHtml(message: string): Html {
  return html`${message.split(/`([^`]+)`/).map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}`;
}

function run(t: Translate, steps: readonly ShownStep[]): Html {
  if (steps.length === 0) return NOTHING;
  return html`<ol>${shownSteps(steps).map(({ step, number, left }) =>
    step === null
      ? html`<li value="${number}">${t("problems.moreSteps", { count: left })}</li>`
      : html`<li value="${number}">${stepText(t, step)}</li>`,
  )}</ol>`;
}

function timeAndMessages(t: Translate, findings: readonly ForeseenFinding[], runs: Runs): Html {
  const { days, people } = figuresIn(findings);
  const heads = [
    t("common.person"),
    t("foresight.emailLeast"),
    t("foresight.emailMost"),
    t("foresight.smsLeast"),
    t("foresight.smsMost"),
  ].map((words) => html`<th scope="col">${words}</th>`);
  const table = html`<table><caption>${t("foresight.messages")}</caption><thead><tr>${heads}</tr></thead><tbody>${people.map(
    ({ who, least, most }) =>
      html`<tr><th scope="row">${who}</th><td>${least.email}</td><td>${most.email}</td><td>${least.sms}</td><td>${most.sms}</td></tr>`,
  )}</tbody></table>`;
  return html`${days ? daysOver(t, days, runs.figures[days.at] ?? []) : NOTHING}${
    people.length === 0 ? html`<p>${t("foresight.noMessages")}</p>` : html`${table}${messageRuns(t, people, runs)}`
  }`;
}

type Figures = ReturnType<typeof figuresIn>;

function daysOver(t: Translate, days: NonNullable<Figures["days"]>, shown: Runs["figures"][number]): Html {
  const stepsOf = (wanted: string) => shown.find(({ shows }) => shows === wanted)?.steps ?? [];
  const row = (words: readonly string[], steps: readonly ShownStep[]) =>
    html`<li>${words.join(": ")}${run(t, steps)}</li>`;
  const first = row([t("foresight.earliest"), t("foresight.sameDay")], stepsOf("earliest"));
  return html`<ul>${first}${row(latestEnd(t, days), stepsOf("latest"))}</ul>`;
}

/** For most people the same run shows the fewest messages, so it is listed once. */
function messageRuns(t: Translate, people: Figures["people"], { figures }: Runs): Html {
  const all = people.flatMap((one) =>
    (figures[one.at] ?? []).map(({ shows, steps }) => ({ title: runTitle(t, one, shows), steps })),
  );
  const same = Map.groupBy(all, ({ steps }) => JSON.stringify(steps));
  return html`<ul>${[...same.values()].map(
    (group) => html`<li>${group.map(({ title }) => title).join("; ")}${run(t, group[0]?.steps ?? [])}</li>`,
  )}</ul>`;
}

const STYLE = `
:root { color-scheme: light dark; }
body { max-width: 52rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 span { display: block; font-size: 1rem; font-weight: 400; }
h2 { margin: 2rem 0 .5rem; border-bottom: 1px solid; font-size: 1.2rem; }
h3 { margin: 1rem 0 .25rem; font-size: 1rem; }
small { font-weight: 400; }
ul { margin: 0; padding: 0; list-style: none; }
ul > li { padding: .3rem 0; }
li > b { font-weight: 600; }
li > b::after { content: ":"; }
ol { margin: .25rem 0 .5rem; }
table { margin: .5rem 0; border-collapse: collapse; }
caption { text-align: start; }
th, td { padding: .2rem .6rem; border: 1px solid; text-align: end; font-weight: 400; }
tr > th:first-child { text-align: start; }
@media print { body { max-width: none; margin: 0; } li, tr { break-inside: avoid; } h2, h3 { break-after: avoid; } }
`;
