import type { RemoteInstanceRow, StoreWrites } from "../../store/index.ts";
import { secretRef, type Workspace } from "../../workspace/index.ts";

/** A queued command was discarded, or its run forgotten: it is not sent. */
export class CommandDiscarded extends Error {}

/** Forgets a run at once, also while the account is busy with it: results are dropped, queued commands are not sent. */
export async function forgetRunNow(workspace: Workspace, row: RemoteInstanceRow): Promise<void> {
  workspace.forgottenRuns.add(row.key);
  try {
    await forgetInstances(workspace, [row]);
  } catch (error) {
    workspace.forgottenRuns.delete(row.key);
    throw error;
  }
}

/**
 * Deletes the local records, commands, links and files of runs. They stay on the service.
 * @param also written in the same transaction
 */
export async function forgetInstances(
  workspace: Workspace,
  rows: readonly RemoteInstanceRow[],
  also?: (tx: StoreWrites) => void,
): Promise<void> {
  const blobs = rows.flatMap(({ key }) => workspace.reads.remoteInstances.files(key).map(({ sha256 }) => sha256));
  await workspace.engine.transact((tx) => {
    for (const { key } of rows) {
      tx.remoteInstances.remove(key);
      tx.secrets.remove(secretRef.remoteLinks(key));
    }
    for (const sha256 of blobs) tx.documents.setLeaving(sha256, true);
    also?.(tx);
  });
  await workspace.removal.remove(blobs);
}
