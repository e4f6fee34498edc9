import { hasEnded, type SeenInstance } from "../../../src-shared/sync/index.ts";
import { sha256Hex } from "../../documents/index.ts";
import { RemoteError } from "../remote/remote-error.ts";
import { type InstanceRun, type Known, titleOf } from "./keep.ts";

/** Fetches an instance's documents that are sealed and not here yet, and keeps each with what the check of its seal found [Y12]. */
export async function fetchSealed(run: InstanceRun, row: Known): Promise<void> {
  const { client, dry, workspace } = run;
  if (dry || row.seen === null || row.state === "deleted_there" || !client.has("file")) return;
  const here = new Set(workspace.reads.remoteInstances.files(row.key).map(({ documentId }) => documentId));
  for (const document of row.seen.documents)
    if (!here.has(document.id) && mayBeSealed(row.seen, document)) await fetchOne(run, row, document.id);
}

/** Where no state is shown, the instance's own says it. */
const mayBeSealed = (seen: SeenInstance, { state }: SeenInstance["documents"][number]): boolean =>
  state === null ? hasEnded(seen) : state === "sealed";

async function fetchOne({ client, workspace, report }: InstanceRun, row: Known, documentId: string): Promise<void> {
  const bytes = await sealedBytes(client, documentId, (why) =>
    report.refused.push({ what: `document ${documentId} of ${titleOf(row)}`, why }),
  );
  if (bytes === null) return;
  const { valid, signer, signedAt, reason = null } = await workspace.documents.verifySeal(bytes);
  // Of an instance that ended otherwise, some documents never get a seal.
  if (signer === null && row.seen?.status !== "completed") return;
  const file = { instanceKey: row.key, documentId, sha256: sha256Hex(bytes), size: bytes.length };
  const { blobs } = workspace.documents;
  await blobs.owning(
    [file.sha256],
    () => blobs.put(bytes),
    () => workspace.engine.transact((tx) => tx.remoteInstances.putFile({ ...file, valid, signer, signedAt, reason })),
  );
  if (!valid)
    report.refused.push({
      what: `document ${documentId} of ${titleOf(row)}`,
      why: `Its seal is not valid: ${reason ?? "nobody says why"}`,
    });
}

/** null: the service does not give it. */
async function sealedBytes(
  client: InstanceRun["client"],
  id: string,
  tell: (why: string) => void,
): Promise<Buffer | null> {
  try {
    return (await client.ask("file", { id })).bytes;
  } catch (error) {
    if (!(error instanceof RemoteError) || !["not_found", "refused", "no_pdf"].includes(error.fault)) throw error;
    if (error.fault === "no_pdf") tell(error.message);
    return null;
  }
}
