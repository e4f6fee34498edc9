import { sentWithSameTitle } from "../../../src-shared/sync/index.ts";
import type { Host, OfRun, SyncReport } from "../../host/index.ts";
import { DONE, INTERRUPTED, NOT_DONE } from "../exit-codes.ts";
import { asJsonLine, oneLine, plural } from "../terminal-text.ts";

/** Exit codes of commands to remote accounts: the worst of all accounts. */
export const SYNC_CODES = { conflicts: 3, refused: 4, unreachable: 5 } as const;

export function codeOf({ unreachable, refused, perhaps, conflicts, failed, canceled }: SyncReport): number {
  if (failed !== null) return NOT_DONE;
  if (canceled) return INTERRUPTED;
  if (unreachable !== null) return SYNC_CODES.unreachable;
  if (refused.length + perhaps.length > 0) return SYNC_CODES.refused;
  return conflicts.length > 0 ? SYNC_CODES.conflicts : DONE;
}

const HOW: Readonly<Record<SyncReport["incoming"][number]["how"], string>> = {
  new: "comes in from there",
  bound: "is bound to the same flow there",
  changed: "takes what changed there",
  merged: "is merged with what changed there",
  archived: "is archived, because it is gone there",
  conflict: "has a conflict",
};

/** With placeholders for unknown values, such as the id of a run that is not started yet. */
const openPath = (path: string): string => path.replace(/\/(?=\/)/g, "/…");

/** The output of `--json`, on one line. */
export function reportJson(
  {
    planned,
    incoming,
    unreachable,
    // `unreachable` says why.
    unusable: _why,
    failed,
    waits,
    canceled,
    // It identifies a look within this process only.
    review: _none,
    ...report
  }: SyncReport,
  dryRun: boolean,
): string {
  return asJsonLine({
    ...report,
    ...(canceled && { canceled }),
    ...(waits !== null && { waits }),
    ...(unreachable !== null && { unreachable }),
    ...(failed !== null && { failed }),
    ...(dryRun && { planned, incoming }),
  });
}

/** What of an account's runs a line is of: with the run's id there, where several have its title. */
function apart({ sync }: Host, account: string): (of: Of) => string {
  const runs = sync.runs.listed(account);
  const titles = new Map((runs.ok ? runs.value : []).map(({ key, title }) => [key, title]));
  const known = Map.groupBy(titles.values(), (title) => title);
  return ({ what, run, remoteId }) => {
    const id = remoteId ?? run ?? "";
    // A run without a title is already named by its id.
    const title = titles.get(run ?? "") || null;
    const isTold = title === null || (known.get(title) ?? []).length < 2 || what.includes(`remote clear ${id}`);
    return oneLine(isTold ? what : `${what} (${id})`);
  };
}

type Of = { readonly what: string } & { readonly [Field in "run" | "remoteId"]?: OfRun[Field] | null | undefined };

function doneInWords({ found }: SyncReport["carriedOut"][number]): string {
  if (found === undefined) return "Done";
  return found === "already" ? "Is so already" : "Found there";
}

/** @param head the first line, without the number of requests */
export function reportInWords(host: Host, report: SyncReport, head: string): string {
  const { drafts } = host;
  const told = apart(host, report.account);
  const known = [false, true].flatMap((archived) => drafts.list({ limit: 500, archived }).items);
  const titles = new Map(known.map(({ key, title }) => [key, title]));
  const titleOf = (key: string) => oneLine(titles.get(key) ?? key);
  const beside = sentWithSameTitle(report.planned, report.incoming);
  const lines = [
    `${head}; ${plural(report.requests, "request")}.`,
    ...report.planned.map((one) => `  Would send: ${told(one)} (${one.method} ${openPath(one.path)})`),
    ...report.incoming
      .filter(({ how }) => how !== "conflict")
      .map(
        ({ how, title, draft }) =>
          `  Would change here: ${oneLine(title || "Untitled")} (${HOW[how]}${beside.has(draft) ? ", beside the one of this title that would be sent: there would be two on both sides" : ""})`,
      ),
    ...report.bound
      .filter((key) => !report.incoming.some(({ draft }) => draft === key))
      .map((key) => `  Bound to the same flow there: ${titleOf(key)}`),
    ...report.archived
      .filter((key) => !report.incoming.some(({ draft }) => draft === key))
      .map((key) => `  Archived here, as it is gone there: ${titleOf(key)}`),
    ...report.carriedOut.map((one) => `  ${doneInWords(one)}: ${told(one)}`),
    ...report.conflicts.map(
      ({ draft, path }) => `  Conflict in ${titleOf(draft)}: ${oneLine(path.join("/") || "the whole draft")}`,
    ),
    ...(report.conflicts.length === 0 ? [] : ["  Settle conflicts in the app, in its view Sync."]),
    ...report.refused.map(
      (one) => `  ${one.about?.kind === "check" ? "Check failed" : "Refused"}: ${told(one)}. ${oneLine(one.why)}`,
    ),
    ...report.heldBack.map((one) => `  Held back: ${told(one)}. ${oneLine(one.why)}`),
    ...report.perhaps.map((one) => `  Perhaps sent: ${told(one)}. ${oneLine(one.why)}`),
    ...(report.canceled ? ["  Canceled before its end."] : []),
    ...(report.failed === null ? [] : [`  Sync failed: ${oneLine(report.failed)}`]),
    ...(report.unreachable === null
      ? []
      : [`  ${report.unusable ? "Not used" : "Not reached"}: ${oneLine(report.unreachable)}`]),
  ];
  return `${lines.join("\n")}\n`;
}
