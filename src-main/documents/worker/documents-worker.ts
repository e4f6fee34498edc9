/**
 * The worker's entry: one task at a time, parsed bytes never touch the host's own thread. It loads the libraries of the
 * task that it was started for and says "ready"; those of another task are loaded when that is first asked for.
 */
import { open } from "node:fs/promises";
import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { letGo } from "../../basics/index.ts";
import { troubleOf } from "../../store/database/trouble.ts";
import { requireInPlace } from "../../store/files/place.ts";
import { type BlobStore, createBlobStore } from "../blobs/blob-store.ts";
import type { Intake, PdfSource, Result, Sealed, SealReport } from "../types.ts";
import { StorageFailure, toDocumentError } from "../types.ts";
import { type BlobFolder, FALLBACK, type Task, type TaskName, type Tasks } from "./tasks.ts";
import { withoutPictures } from "./without-pictures.ts";

const blobStore = ({ dir, workspace }: BlobFolder): BlobStore =>
  createBlobStore(dir, () => workspace && requireInPlace(workspace));

/** Whatever keeps a blob from being written is not the document's fault. */
async function keep(blobs: BlobFolder, pdf: PdfSource): Promise<string> {
  try {
    const store = blobStore(blobs);
    return pdf instanceof Uint8Array ? await store.put(pdf) : (await store.putFile(pdf.path)).sha256;
  } catch (error) {
    throw new StorageFailure("The document could not be kept", troubleOf(error) ?? "other", error);
  }
}

/** An incomplete PDF is not read. */
async function bytesOf(pdf: PdfSource, fileName: string): Promise<Uint8Array> {
  if (pdf instanceof Uint8Array) return pdf;
  const { checkEdgesOf } = await import("../intake/check-envelope.ts");
  // Opened once, so that the checked file is the one that is read, even if another replaces it at this path.
  const file = await open(pdf.path);
  try {
    await checkEdgesOf(file, fileName);
    return await file.readFile();
  } finally {
    await file.close();
  }
}

async function takeIn(input: Tasks["intake"]["input"]): Promise<Intake> {
  const { inspect } = await import("../intake/inspect-pdf.ts");
  const { pdf, fileName, blobs, folder } = input;
  const found = await inspect(() => bytesOf(pdf, fileName), fileName, folder);
  await keep(blobs, found.pdf);
  if (found.pdf instanceof Uint8Array) letGo(found.pdf);
  return found.intake;
}

async function seal(input: Tasks["seal"]["input"]): Promise<Sealed> {
  const original = await blobStore(input.blobs).read(input.request.evidence.documentSha256);
  const { sealPdf } = await import("../seal/seal-pdf.ts");
  const { bytes, pages } = await sealPdf(original, input.request, input.key);
  return { sha256: await keep(input.blobs, bytes), size: bytes.length, pages };
}

async function verify({ pdf }: Tasks["verify"]["input"]): Promise<SealReport> {
  const bytes = await bytesOf(pdf, "the file");
  const report = await (await import("../seal/verify-seal.ts")).verify(bytes);
  letGo(bytes);
  return report;
}

const LIBRARIES: Readonly<Record<TaskName, () => Promise<unknown>>> = {
  intake: () => Promise.all([import("../intake/inspect-pdf.ts"), import("../intake/viewer.ts")]),
  seal: () => import("../seal/seal-pdf.ts"),
  verify: () => import("../seal/verify-seal.ts"),
  certificate: () => import("../seal/make-certificate.ts"),
  pkcs12: () => import("../seal/pkcs12.ts"),
};

async function perform(task: Task): Promise<Tasks[TaskName]["output"]> {
  switch (task.name) {
    case "intake":
      return takeIn(task.input);
    case "seal":
      return seal(task.input);
    case "verify":
      return verify(task.input);
    case "certificate":
      return (await import("../seal/make-certificate.ts")).makeCertificate(task.input);
    case "pkcs12":
      return (await import("../seal/pkcs12.ts")).readPkcs12(task.input);
  }
}

async function answer(task: Task): Promise<Result<unknown>> {
  try {
    return { ok: true, value: await perform(task) };
  } catch (error) {
    const { code, doing } = FALLBACK[task.name];
    return { ok: false, error: toDocumentError(error, code, doing) };
  }
}

/** On the scale from -20 to 19, where 0 is normal. */
const LATER = 10;

/**
 * Nobody sits before a seal, but it takes a core for a second: whoever acts meanwhile goes first. Linux alone has priorities
 * of threads; elsewhere it would be the whole process's.
 */
function stepBack(): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(LATER);
  } catch {
    // The system does not allow it: seals are made at the usual priority.
  }
}

const port = parentPort;
if (port === null) throw new Error("documents-worker is started by the documents room's pool, not by itself.");
withoutPictures();
const first = workerData as TaskName;
if (first === "seal" || first === "certificate") stepBack();
await LIBRARIES[first]();
port.on("message", (task: Task) => {
  void answer(task).then((result) => port.postMessage(result));
});
port.postMessage("ready");
