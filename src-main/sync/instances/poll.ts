import { type InstanceChange, instanceChanges, instancePollDelay } from "../../../src-shared/sync/index.ts";
import type { RemoteInstanceRow, StoreWrites } from "../../store/index.ts";
import { secretRef } from "../../workspace/index.ts";
import { checkRetention } from "../remote/check.ts";
import { findInstance, type RemoteInstance } from "../remote/instances.ts";
import type { Listed } from "../remote/ledger-writer.ts";
import { type InstanceRun, type KnownInstance, saveInstance } from "./save-instance.ts";

/** Changes that are kept of one instance: the latest. */
const MOST_CHANGES = 2_000;

interface Keeping {
  /** Kept in the same commit. */
  readonly also?: (tx: StoreWrites) => void;
  /** Gets the commit's promise if the caller does not wait for it; left out: the poll waits. */
  readonly onKept?: (kept: Promise<void>) => void;
}

export interface PollOptions extends Keeping {
  /** By an answer that has just come; left out: it is asked for. */
  readonly shown?: RemoteInstance;
  /** The request for it, where it was listed ahead. */
  readonly listed?: Listed;
}

/** Polls a run and saves its changes [Y12]. @returns the last known state; `deleted_there` only after a second poll */
export async function pollInstance<T extends KnownInstance>(
  run: InstanceRun,
  row: T,
  { shown, listed, ...keeping }: PollOptions = {},
): Promise<T> {
  const { workspace, client } = run;
  const asked = workspace.clockNow();
  const found = shown ?? (await findInstance(client, row.remoteId, listed)) ?? (await confirmDeleted(run, row));
  return savePoll(run, row, found, asked, keeping);
}

/** One 404 may come from a temporarily wrong address, so the service is checked before a second poll. */
async function confirmDeleted({ client }: InstanceRun, row: KnownInstance): Promise<RemoteInstance | null> {
  if (row.state === "deleted_there") return null;
  await checkRetention(client);
  return findInstance(client, row.remoteId);
}

/** Keeps what one look found. @param asked when it was asked for, wall time */
export async function savePoll<T extends RemoteInstanceRow>(
  run: InstanceRun,
  row: T,
  found: RemoteInstance | null,
  asked: number,
  { also, onKept }: Keeping = {},
): Promise<T> {
  const { workspace } = run;
  const now = workspace.clockNow();
  const changes = changesOf(row, found, now);
  const looks = changes.length > 0 ? 0 : row.looks + 1;
  const seen = found?.seen ?? row.seen;
  const next: T = {
    ...row,
    ...{ state: found === null ? "deleted_there" : "up_to_date", why: null, seen, looks, wallLooked: asked },
    title: seen?.title ?? row.title,
    wallNext: now + instancePollDelay(seen, looks, Math.random()),
  };
  const ref = secretRef.remoteLinks(row.key);
  const links = found === null || found.links === null ? null : JSON.stringify(found.links);
  // Read outside the transaction, which blocks requests. The previous poll was saved before this one began.
  const newLinks = links !== workspace.vault.get(ref) ? links : null;
  const kept = saveInstance(run, next, (tx) => {
    if (found === null) tx.secrets.remove(ref);
    else if (newLinks !== null) workspace.vault.put(tx, ref, newLinks, null);
    tx.remoteInstances.addChanges(row.key, changes, MOST_CHANGES);
    also?.(tx);
  });
  if (onKept === undefined) await kept;
  else onKept(kept);
  if (changes.length > 0 && !run.report.runs.includes(row.key)) run.report.runs.push(row.key);
  return next;
}

/** The first poll is no change. What a poll showed was true at least until it was asked for. */
function changesOf(row: RemoteInstanceRow, found: RemoteInstance | null, now: number): readonly InstanceChange[] {
  if (row.seen === null || row.wallLooked === null) return [];
  const before = row.state === "deleted_there" ? null : row.seen;
  return instanceChanges(before, found?.seen ?? null, { from: row.wallLooked, to: now });
}
