import path from "node:path";
import { isoInstant } from "../../src-shared/flow/index.ts";
import { type NewerHistory, type VerifyProblem, type VerifyReport, verifyWorkspace } from "../verification/index.ts";
import { DONE, FOUND } from "./exit-codes.ts";
import { tellUpgradeOfCopy } from "./log.ts";
import { asJson, plural } from "./terminal-text.ts";

/** `countersign verify WORKSPACE` (law 3): exit 0 whole, 1 broken, 2 where it could not be checked. */
export async function verify(dir: string, options: { readonly json?: boolean }): Promise<number> {
  const report = await verifyWorkspace(path.resolve(dir), { onUpgrade: tellUpgradeOfCopy });
  process.stdout.write(options.json === true ? asJson(wireReport(report)) : asText(report));
  return report.whole ? DONE : FOUND;
}

/** Instants as ISO 8601. */
function wireReport(report: VerifyReport): unknown {
  const problems = report.problems.map(({ event, ...problem }) => ({
    ...problem,
    event: event === null ? null : { ...event, at: event.at === null ? null : isoInstant(event.at) },
  }));
  return {
    ...report,
    problems,
    overdue: report.overdue.map((clock) => ({ ...clock, since: isoInstant(clock.since) })),
  };
}

function asText(report: VerifyReport): string {
  const { workspace, whole, instances, events, documents, seals, problems, newer, overdue } = report;
  const counted = { instance: instances, event: events, document: documents, seal: seals };
  const counts = Object.entries(counted).map(([noun, count]) => plural(count, noun));
  const verdict = whole ? "whole" : `BROKEN, ${plural(problems.length, "problem")}`;
  return `${[...problems.map(line), ...newer.map(newerLine), ...overdue.map(overdueLine), `${workspace}: ${verdict} (${counts.join(", ")} checked)`].join("\n")}\n`;
}

function newerLine({ instance, title, unread }: NewerHistory): string {
  return `Instance ${instance} "${title}": a newer Countersign has gone on with it ("${unread}"). Its events are as they were recorded; update Countersign to check what they lead to.`;
}

function overdueLine({ clock, jobs, since }: VerifyReport["overdue"][number]): string {
  return `Clock "${clock}": ${plural(jobs, "job")} due since ${isoInstant(since)} ${jobs === 1 ? "waits" : "wait"}. Opening the workspace in Countersign runs what is due; its log tells of what cannot be run.`;
}

function line({ instance, title, message, event, document }: VerifyProblem): string {
  if (instance === null && title !== null) return `Document ${document} "${title}": ${message}`;
  const type = event?.type ?? null;
  const at = event?.at ?? null;
  const named = type === null || at === null ? "" : ` It is "${type}" at ${isoInstant(at)}.`;
  if (instance === null) return message;
  return `Instance ${instance}${title === null ? "" : ` "${title}"`}: ${message}${named}`;
}
