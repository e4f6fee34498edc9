import { z } from "zod";
import { controlsShown } from "../../../src-shared/basics/index.ts";
import type { RunFacts } from "../../../src-shared/evidence/index.ts";
import { localSecond } from "../../../src-shared/flow/index.ts";
import { escapeHtml } from "../../../src-shared/mail/index.ts";
import type { CallbackRow, MailRow } from "../../store/index.ts";

/** Contents of the report. */
export interface Reported {
  readonly facts: RunFacts;
  /** JSON lines, as the history is exported. */
  readonly history: string;
  readonly mails: readonly MailRow[];
  readonly callbacks: readonly CallbackRow[];
}

const historyRow = z.looseObject({
  seq: z.int(),
  local: z.string(),
  who: z.string(),
  what: z.string(),
  why: z.string().nullable(),
  note: z.string().nullable(),
});

/** The report as an HTML page: who did what, what was sent to whom, where the documents are. It loads nothing. */
export function runReport({ facts, history, mails, callbacks }: Reported): string {
  const rows = history
    .split("\n")
    .slice(0, -1)
    .map((line) => historyRow.parse(JSON.parse(line)));
  const local = (instant: number) => localSecond(instant, facts.time_zone);
  return page(facts.title, [
    `<p class="simulated">SIMULATED. Nothing in this run has legal effect.</p>`,
    `<h1>${escapeHtml(facts.title)}</h1>`,
    list([
      ["Ended as", facts.status.replaceAll("_", " ")],
      ["Started", local(Date.parse(facts.started))],
      ["Ended", local(Date.parse(facts.ended))],
      ["Time zone", facts.time_zone],
      ["Run", facts.instance],
      ["Hash of the last event", facts.last_hash],
    ]),
    "<h2>People</h2>",
    table(
      ["Name in the flow", "Full name", "E-mail", "Phone"],
      facts.participants.map((person) => [
        ...[person.name, person.full_name].map(cell),
        ...[person.email, person.phone_number].map(unbroken),
      ]),
    ),
    "<h2>Documents</h2>",
    table(
      ["Document", "State", "SHA-256"],
      facts.documents.map(({ title, file, state, sha256 }) => [
        `<a href="${escapeHtml(file)}">${escapeHtml(title)}</a>`,
        cell(state.replaceAll("_", " ")),
        `<code>${escapeHtml(sha256)}</code>`,
      ]),
    ),
    "<h2>History</h2>",
    table(
      ["", "When", "Who", "What", "Why"],
      rows.map(({ seq, local, who, what, why, note }) => [
        unbroken(String(seq)),
        unbroken(local),
        cell(who),
        cell(note === null ? what : `${what} ${note}`),
        cell(why),
      ]),
    ),
    "<h2>Messages</h2>",
    table(
      ["When", "To", "Kind", "Subject", "Delivery"],
      mails.map(({ sentAt, participant, to, method, kind, subject, status, reason }) => [
        unbroken(local(sentAt)),
        to === null ? cell(participant) : `${cell(participant)}, ${unbroken(to)}`,
        cell(`${kind.replaceAll("_", " ")}, ${method === "sms" ? "SMS" : "e-mail"}`),
        cell(subject),
        cell([status.replaceAll("_", " "), reason].filter((part) => part !== null).join(": ")),
      ]),
    ),
    "<h2>Callbacks</h2>",
    table(
      ["When", "Event", "To", "State", "Attempts"],
      callbacks.map(({ createdAt, type, url, state, attempts }) => [
        unbroken(local(createdAt)),
        cell(type),
        cell(url),
        cell(state.replaceAll("_", " ")),
        cell(String(attempts)),
      ]),
    ),
  ]);
}

/** Text from people sits inside our own sentences, so control characters that reverse text are shown, not obeyed. */
const cell = (text: string | null): string => escapeHtml(controlsShown(text ?? ""));

/** Breaks long texts, so that the table stays within its page. */
const MAX_UNBROKEN = 40;

/** A number, time or address, on one line. */
const unbroken = (text: string | null): string =>
  text === null || text.length > MAX_UNBROKEN ? cell(text) : `<span class="unbroken">${cell(text)}</span>`;

/** @param rows HTML */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "<p>None.</p>";
  const body = rows.map((row) => `<tr>${row.map((value) => `<td>${value}</td>`).join("")}</tr>`).join("\n");
  const columns = head.map((title) => (title === "" ? "<td></td>" : `<th scope="col">${title}</th>`)).join("");
  return `<div class="wide"><table><thead><tr>${columns}</tr></thead><tbody>\n${body}\n</tbody></table></div>`;
}

function list(entries: readonly (readonly [string, string])[]): string {
  return `<dl>${entries.map(([term, text]) => `<dt>${term}</dt><dd>${escapeHtml(text)}</dd>`).join("")}</dl>`;
}

const STYLE = `:root{color-scheme:light dark}
body{margin:0 auto;padding:32px 20px;max-width:1100px;font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:28px;line-height:1.25;margin:16px 0}h2{font-size:20px;margin:32px 0 8px}
.simulated{display:inline-block;margin:0;padding:4px 12px;border-radius:6px;background:#7a4b00;color:#fff;font-weight:600}
dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 20px;margin:0}dt{opacity:.75}dd{margin:0}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%}
th,.unbroken{white-space:nowrap}td+td{min-width:7em}td,th{text-align:left;vertical-align:top;padding:6px 12px 6px 0;border-bottom:1px solid #8886;unicode-bidi:isolate}
@media(max-width:600px){dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:8px}}
code{font-size:13px}@media print{body{max-width:none;padding:0}}`;

function page(title: string, parts: readonly string[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
${parts.join("\n")}
</body>
</html>
`;
}
