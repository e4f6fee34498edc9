import path from "node:path";
import { commandInWords, daysOf, runInWords } from "../../../src-shared/sync/index.ts";
import type { Host, SyncNote, SyncReport } from "../../host/index.ts";
import { openWorkspace } from "../../host.ts";
import { DONE, INTERRUPTED, NOT_DONE } from "../exit-codes.ts";
import { Refusal } from "../explain-error.ts";
import { logOthersToStderr } from "../log.ts";
import { plural, printable } from "../terminal-text.ts";
import { codeOf, reportInWords, reportJson } from "./report.ts";
import { tellWaiting, untilInterrupted } from "./waiting.ts";

export interface SyncOptions {
  readonly workspace: string;
  readonly account?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** `countersign sync`: every account, or one. @throws Refusal if there is no such account */
export async function sync({ workspace, account, dryRun = false, json = false }: SyncOptions): Promise<number> {
  const host = await openWorkspace({ dir: path.resolve(workspace), existing: true, log: logOthersToStderr });
  const codes: number[] = [DONE];
  const stop = () => void codes.push(INTERRUPTED);
  try {
    for (const name of namesOf(host, account)) {
      if (codes.includes(INTERRUPTED)) break;
      const before = openBefore(host, name);
      const silent = () => tellWaiting(host, { name });
      const result = await untilInterrupted(host, name, () => host.sync.run(name, { dryRun, silent }), stop);
      if (!result.ok) throw new Refusal(result.error.message);
      const { refused, perhaps } = result.value;
      const report = {
        ...result.value,
        heldBack: [...result.value.heldBack, ...heldBack(host, name)],
        refused: [...refused, ...before.refused],
        perhaps: [...perhaps, ...before.perhaps],
      };
      process.stdout.write(
        json ? reportJson(report, dryRun) : printable(reportInWords(host, report, headOf(report, dryRun))),
      );
      codes.push(codeOf(report));
    }
  } finally {
    await host.close();
  }
  // Failures of this sync come before open commands.
  return codes.includes(NOT_DONE) ? NOT_DONE : Math.max(...codes);
}

/** Items that the author removed from a sync in the app. */
function heldBack({ sync }: Host, name: string): readonly SyncNote[] {
  const states = sync.states(name);
  const why = "Its author holds it back, in the app's Sync view: nothing of it is sent or taken.";
  return (states.ok ? states.value : []).flatMap(({ held, title }) =>
    held ? [{ what: `“${title || "Untitled"}”`, why }] : [],
  );
}

/** Commands that were refused or possibly sent before, open until their author has looked [Y11]. */
function openBefore({ sync }: Host, name: string): Record<"refused" | "perhaps", readonly SyncNote[]> {
  const runs = sync.runs.listed(name);
  const open = (state: "refused" | "perhaps_sent") =>
    (runs.ok ? runs.value : []).flatMap(({ key, id, title, commands }) => {
      const name = id ?? key;
      return commands
        .filter((one) => one.state === state)
        .map(({ command, why }) => ({
          // Before the reason, which may be cut off.
          what: `${commandInWords(command)}: ${runInWords(title, name)}, asked for before (\`countersign remote clear ${name}\` takes it off the list)`,
          why: why ?? "",
          ...{ run: key, remoteId: id, days: daysOf(command) },
        }));
    });
  return { refused: open("refused"), perhaps: open("perhaps_sent") };
}

function namesOf({ sync }: Host, account: string | undefined): readonly string[] {
  if (account !== undefined) return [account];
  const names = sync.accounts().map(({ name }) => name);
  if (names.length > 0) return names;
  throw new Refusal("There is no remote account in this workspace: add one with `countersign account add`.");
}

const SUMS = [
  ["pushed", "push"],
  ["pulled", "pull"],
  ["bound", "bind"],
  ["merged", "merge"],
  ["archived", "archive"],
] as const;

/** The results for the drafts, or the expected ones, and how many runs have news. */
function headOf({ account, runs, ...report }: SyncReport, dryRun: boolean): string {
  const lists = SUMS.map(([done, todo]) => `${report[done].length} ${dryRun ? `to ${todo}` : done}`);
  const changed = runs.length === 0 ? "" : `, ${plural(runs.length, "run")} changed`;
  return `${account}${dryRun ? ", dry run" : ""}: ${lists.join(", ")}${changed}`;
}
