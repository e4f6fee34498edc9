import { stat } from "node:fs/promises";
import { asksForUnsealed, hasEnded, type SeenInstance } from "../../../src-shared/sync/index.ts";
import { keyedMutex } from "../../basics/index.ts";
import { sha256OfFile } from "../../documents/index.ts";
import type { RemoteFileRow } from "../../store/index.ts";
import { write } from "../../workspace/index.ts";
import { isUnavailable, withDownload } from "../drafts/download.ts";
import { type InstanceRun, instanceNote, type KnownInstance, titleOf } from "./save-instance.ts";

/**
 * Downloads new sealed documents of a run and saves each with the result of its seal check [Y12].
 * @param again also those here with an invalid seal
 */
export async function fetchSealed(run: InstanceRun, row: KnownInstance, again = true): Promise<void> {
  const { client, dry, workspace } = run;
  if (dry || row.seen === null || row.state === "deleted_there" || !client.has("file")) return;
  const here = new Map(workspace.reads.remoteInstances.files(row.key).map((file) => [file.documentId, file]));
  const { seen } = row;
  const wanted = seen.documents.filter(({ id }) => {
    const before = here.get(id);
    return before === undefined || (again && !before.valid);
  });
  const shown = wanted.filter((document) => mayBeSealed(seen, document) && !isUnsure(seen, document));
  for (const { id } of shown) await fetchOne(run, row, id, here.get(id) ?? null);
  const unsure = wanted.filter((document) => isUnsure(seen, document));
  if (unsure.length > 0)
    await fetchUnsure(
      run,
      row,
      unsure.map(({ id }) => ({ id, before: here.get(id) ?? null })),
    );
}

/** Of a run that ended otherwise than completed, some documents never get a seal, and no state may say so. */
const isUnsure = (seen: SeenInstance, { state }: SeenInstance["documents"][number]): boolean =>
  state === null && hasEnded(seen) && seen.status !== "completed";

/** Asks for such documents now and then, until it is known that none comes. */
async function fetchUnsure(
  run: InstanceRun,
  row: KnownInstance,
  documents: readonly { readonly id: string; readonly before: RemoteFileRow | null }[],
): Promise<void> {
  const { workspace, account } = run;
  const [now, asked] = [workspace.clockNow(), workspace.reads.remoteInstances.unsealed(row.key)];
  const ending = workspace.reads.remoteInstances.changes(row.key).filter(({ what }) => what === "status").length;
  if (!asksForUnsealed(asked, { ending, now })) return;
  for (const { id, before } of documents) await fetchOne(run, row, id, before);
  const first = asked?.ending === ending ? asked.first : now;
  await write(workspace, "account", account.key, (tx) => {
    // It may have been forgotten meanwhile.
    if (tx.remoteInstances.get(row.key) !== null) tx.remoteInstances.putUnsealed(row.key, { first, last: now, ending });
  });
}

/** Where no state is shown, the instance's own says it. */
const mayBeSealed = (seen: SeenInstance, { state }: SeenInstance["documents"][number]): boolean =>
  state === null ? hasEnded(seen) : state === "sealed";

/** @param before what is here of it, with a seal that is not valid */
async function fetchOne(
  run: InstanceRun,
  row: KnownInstance,
  documentId: string,
  before: RemoteFileRow | null,
): Promise<void> {
  const what = `document ${documentId} of ${titleOf(row)}`;
  try {
    await withDownload(run, documentId, (file) =>
      lockDocument("document", () => takenIn(run, row, { documentId, file, before, what })),
    );
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    if (error.fault === "no_pdf") run.report.refused.push(instanceNote(row, error.message, undefined, what));
  }
}

/** Each may have 50 MiB, here and in the worker that checks it. */
const lockDocument = keyedMutex();

interface Came {
  readonly documentId: string;
  readonly file: string;
  readonly before: RemoteFileRow | null;
  readonly what: string;
}

async function takenIn(
  { workspace, report, account }: InstanceRun,
  row: KnownInstance,
  { documentId, file: path, before, what }: Came,
): Promise<void> {
  // On the same behalf as its flows' documents: for somebody else, a second worker would stand by.
  const found = await workspace.documents.verifySeal({ path }, account.accountId);
  const { valid, signer, signedAt, reason = null } = found;
  // Of an instance that ended otherwise, some documents never get a seal.
  if (signer === null && row.seen?.status !== "completed") return;
  const { blobs } = workspace.documents;
  const [sha256, { size }] = [await sha256OfFile(path), await stat(path)];
  const file = { instanceKey: row.key, documentId, sha256, size, valid, signer, signedAt, reason };
  const left = before === null || before.sha256 === sha256 ? [] : [before.sha256];
  const leaving = await blobs.owning(
    [sha256],
    () => blobs.putFile(path),
    () =>
      workspace.engine.transact((tx) => {
        // A run that was forgotten while this came has no files.
        const isKept = tx.remoteInstances.get(row.key) !== null;
        if (isKept) tx.remoteInstances.putFile(file);
        const gone = isKept ? left : [sha256];
        for (const old of gone) tx.documents.setLeaving(old, true);
        return gone;
      }),
  );
  await workspace.removal.remove(leaving);
  if (!valid)
    report.refused.push(instanceNote(row, `Its seal is not valid: ${reason ?? "nobody says why"}`, undefined, what));
}
