import {
  commandInWords,
  daysOf,
  type InstanceCommand,
  instancePollDelay,
  runInWords,
} from "../../../src-shared/sync/index.ts";
import type { CarriedOut, OfRun, SyncNote } from "../../host/index.ts";
import type { RemoteInstanceRow, StoreWrites } from "../../store/index.ts";
import { write } from "../../workspace/index.ts";
import type { Report, Run } from "../run.ts";

/** What work on an account's instances needs of a sync. */
export type InstanceRun = Pick<Run, "workspace" | "account" | "client" | "dry" | "report"> & {
  /** Whether a command or a start, by its key, is not sent, nor any command after it; left out: none. */
  readonly leavesCommand?: (key: string) => boolean;
};

/** An instance whose id there is known. */
export type KnownInstance = RemoteInstanceRow & { readonly remoteId: string };

export const hasRemoteId = (row: RemoteInstanceRow): row is KnownInstance => row.remoteId !== null;

/** An instance in words. */
export const titleOf = ({ title, remoteId, key }: RemoteInstanceRow): string => runInWords(title, remoteId ?? key);

/** A start in words that say already that it is of a run. */
export const nameOf = ({ title, key }: RemoteInstanceRow): string => (title === "" ? key : `“${title}”`);

/** A command in words. */
export const wordsOf = (command: InstanceCommand, row: RemoteInstanceRow): string =>
  `${commandInWords(command)}: ${titleOf(row)}`;

const ofRun = ({ key, remoteId }: RemoteInstanceRow, command?: InstanceCommand): OfRun => ({
  ...{ run: key, remoteId, days: command === undefined ? null : daysOf(command) },
});

/** A note of an instance, or of a command to it. @param what in other words than those */
export const instanceNote = (
  row: RemoteInstanceRow,
  why: string,
  command?: InstanceCommand,
  what = command === undefined ? titleOf(row) : wordsOf(command, row),
): SyncNote => ({ what, why, ...ofRun(row, command) });

/** Notes that a start, or a command, was carried out. @param found where nothing was sent for it now */
export function noteDone(
  { done, carriedOut }: Report,
  row: RemoteInstanceRow,
  command?: InstanceCommand,
  found?: CarriedOut["found"],
): void {
  const what = command === undefined ? `start: ${titleOf(row)}` : wordsOf(command, row);
  done.push(what);
  carriedOut.push({ what, ...ofRun(row, command), ...(found !== undefined && { found }) });
}

/** Saves a run's state, which another poll could find again; nothing in a dry run. */
export async function saveInstance(
  { dry, workspace, client }: Pick<InstanceRun, "dry" | "workspace" | "client">,
  row: RemoteInstanceRow,
  also?: (tx: StoreWrites) => void,
): Promise<void> {
  if (dry || workspace.forgottenRuns.has(row.key)) return;
  const put = (tx: StoreWrites) => {
    tx.remoteInstances.put(row);
    also?.(tx);
  };
  await write(workspace, "account", row.accountKey, put, { patience: client.patience, durability: "process" });
}

/** As after an own command: the next looks come soon [Y13]. */
export function pollSoon<T extends RemoteInstanceRow>({ workspace }: Pick<InstanceRun, "workspace">, row: T): T {
  const wall = workspace.clockNow();
  return { ...row, looks: 0, wallNext: wall + instancePollDelay(row.seen, 0, Math.random()) };
}
