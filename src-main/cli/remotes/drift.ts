import {
  type DriftLine,
  type DriftReport,
  driftTotals,
  isEmptyReport,
  isStartOnly,
  type NotShown,
} from "../../../src-shared/drift/index.ts";
import { type DriftBefore, type DriftOf, type Host, ok } from "../../host/index.ts";
import { DONE, FOUND } from "../exit-codes.ts";
import { Refusal } from "../explain-error.ts";
import { asJson, oneLine, plural, printable } from "../terminal-text.ts";
import { inWorkspace, lookInto } from "./account.ts";
import { draftId, type OfAccount, peopleInWords } from "./remote.ts";
import { codeOf, reportInWords, SYNC_CODES } from "./report.ts";

interface DriftOptions extends OfAccount {
  readonly scenario?: string;
  readonly run?: string;
  readonly dryRun?: boolean;
  readonly recipients?: number;
}

/**
 * `countersign remote drift`: prints whom the service will write to, before it starts. Exit 1 if something differs.
 * @throws Refusal
 */
export async function driftRemote(draft: string | undefined, options: DriftOptions): Promise<number> {
  const { account, dryRun = false, recipients, json } = options;
  const { outcome, words, before } = await inWorkspace(options, async (host) => {
    const of = whatOf(host, draft, options);
    const before = host.sync.runs.driftRecipients(of, account);
    if (!before.ok) return before;
    const { people, fingerprint } = before.value;
    process.stderr.write(printable(`${peopleInWords(people)}${leftInWords(before.value)}`));
    const given = { dryRun, fingerprint, ...(recipients !== undefined && { recipients }) };
    const compared = await host.sync.runs.drift(account, of, given);
    if (compared.ok)
      return ok({
        ...{ outcome: compared.value, before: beforeInJson(before.value) },
        words: reportInWords(host, compared.value.sync, compared.value.sync.account),
      });
    if (compared.error.code !== "request_parameters_invalid") return compared;
    throw new Refusal(`${compared.error.message} Use --recipients.`);
  });
  const { report, sync } = outcome;
  const whole = { ...outcome, ...(dryRun && before) };
  process.stdout.write(json ? asJson(whole) : printable(`${report === null ? "" : driftInWords(report)}${words}`));
  const code = codeOf(sync);
  return code === DONE && report !== null ? driftCode(report) : code;
}

/** Parts that a start will not compare. */
function leftInWords({ acts, left }: DriftBefore): string {
  const told = left.map(({ step, why }) => `  ${oneLine(step)}: ${oneLine(why)}\n`);
  const none = left.length === 0 ? "There are no acts" : "No act can be carried out";
  const only = acts > 0 ? "" : `${none}: only the start is compared.\n`;
  return `${left.length === 0 ? "" : `Not compared on the account:\n${told.join("")}`}${only}`;
}

/** The same for programs, in a dry run. */
const beforeInJson = ({ acts, left }: DriftBefore) => ({ acts, left: left.map(({ step, why }) => ({ step, why })) });

/** @throws Refusal */
function whatOf(host: Host, draft: string | undefined, { scenario, run }: DriftOptions): DriftOf {
  if (run !== undefined && draft === undefined && scenario === undefined) return { run };
  if (run === undefined && draft !== undefined && scenario !== undefined)
    return { draftId: draftId(host, draft), scenario };
  throw new Refusal("Give a draft and --scenario NAME, or --run ID alone.");
}

/** `countersign remote report RUN`. @throws Refusal */
export async function driftReport(run: string, options: OfAccount): Promise<number> {
  const report = await lookInto(options, async ({ sync }) => sync.runs.driftOf(options.account, run));
  if (report === null)
    throw new Refusal("The run was not compared with the engine here: `remote drift` starts one that is.");
  process.stdout.write(options.json ? asJson(report) : printable(driftInWords(report)));
  return driftCode(report);
}

function driftCode(report: DriftReport): number {
  if (report.lines.some(({ outcome }) => outcome === "different")) return FOUND;
  return report.state === "done" && !isStartOnly(report) ? DONE : SYNC_CODES.refused;
}

const OUTCOMES: Readonly<Record<DriftLine["outcome"], string>> = {
  same: "same",
  different: "different",
  not_compared: "not compared",
};
const SHOWN: Readonly<Record<NotShown, string>> = {
  stage: "the stage",
  acts: "who is asked for what",
  documents: "states of documents",
};

function driftInWords(report: DriftReport): string {
  const { of, lines, notShown, state, why } = report;
  const told = lines.flatMap(({ step, outcome, told: sentences }) => [
    `  ${OUTCOMES[outcome].padEnd(12)}  ${oneLine(step)}`,
    ...sentences.map((sentence) => `                ${oneLine(sentence)}`),
  ]);
  // If nothing was compared, these were not looked for.
  const lacks =
    notShown.length === 0 || isEmptyReport(report)
      ? []
      : [`  Never shown, and not compared: ${notShown.map((one) => SHOWN[one]).join(", ")}.`];
  const end = state === "done" ? [] : [`  Stopped before its end. ${oneLine(why ?? "")}`];
  return `${[`“${oneLine(of)}” here and on the account:`, ...told, ...lacks, `  ${foundInWords(report)}`, ...end].join("\n")}\n`;
}

/** The facts for somebody who reads nothing else. */
function foundInWords(report: DriftReport): string {
  if (isEmptyReport(report)) return "Nothing was compared.";
  const { different, left } = driftTotals(report);
  const none = left > 0 ? "No difference was found in what was compared." : "No difference was found.";
  const found = different === 0 ? none : `${plural(different, "step")} ${different === 1 ? "differs" : "differ"}.`;
  const why = report.steps === 1 ? "there are no acts" : "none of the acts could be carried out on the account";
  if (isStartOnly(report)) return `Only the start was compared: ${why}.${different === 0 ? "" : ` ${found}`}`;
  return left === 0 ? found : `${found} ${plural(left, "step")} ${left === 1 ? "was" : "were"} not compared.`;
}
