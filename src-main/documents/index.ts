/** The documents room's front door: PDF intake, content-addressed blobs, sealing and the checking of seals. */
import { stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { inScratchFolder } from "../basics/index.ts";
import { troubleOf } from "../store/database/trouble.ts";
import { CERTIFICATE_FILE } from "../store/files/layout.ts";
import type { PlaceWatch } from "../store/files/place.ts";
import type { SecretBox } from "../store/files/secret-box.ts";
import { type BlobStore, createBlobStore } from "./blobs/blob-store.ts";
import { makeUploadFolder } from "./blobs/leftovers.ts";
import { checkEnvelope } from "./intake/check-envelope.ts";
import { createCertificateKeeper, type SealCertificate, shownCertificate } from "./seal/certificate.ts";
import { createDetachedSignature, type SigningKey } from "./seal/cms.ts";
import { unpackedSize } from "./seal/signatures.ts";
import type { Evidence, Intake, PdfSource, Result, SealReport, SealRequest, SealResult } from "./types.ts";
import { DocumentFailure, StorageFailure, toDocumentError } from "./types.ts";
import { type LaneName, WorkerPool } from "./worker/pool.ts";
import { SPARE_TIME } from "./worker/spare-workers.ts";
import type { TaskName } from "./worker/tasks.ts";

export * from "./blobs/blob-store.ts";
export { beginOpening, endOpening, type Leftover, leftBehind, makeUploadFolder } from "./blobs/leftovers.ts";
export { copiesOf, copyFiles, runsWithCopies, writeCopies } from "./copies.ts";
export { MAX_DOCUMENT_BYTES } from "./intake/check-envelope.ts";
export { inWords } from "./intake/removed-content.ts";
export { certificateProblem, lostCertificate, readCertificate, type SealCertificate } from "./seal/certificate.ts";
export { nodeCrypto } from "./seal/cms.ts";
export { SEAL_NAME } from "./seal/seal-name.ts";
export type * from "./types.ts";
export { DocumentFailure } from "./types.ts";

export interface DocumentsOptions {
  /** Of the workspace that is open: nothing is written where its folder is not the one that was opened any more. */
  readonly place?: Pick<PlaceWatch, "place" | "look">;
  /** Read-only: if there is no certificate, none is made. */
  readonly looking?: boolean;
  /** The workspace's folder: blobs go to `blobs/`, the certificate to `seal-certificate.json`. */
  readonly dir: string;
  readonly secretBox: SecretBox;
  /** Shown in the seal's certificate; default the folder's name. */
  readonly workspaceName?: string;
  /** Wall time, epoch milliseconds: the beginning of a new certificate's validity. */
  readonly wallNow?: () => number;
  /** Milliseconds of processor time per task; tests and small machines may want other ones. */
  readonly timeLimit?: Partial<Readonly<Record<TaskName, number>>>;
  /** Milliseconds before an idle worker ends; default a minute. */
  readonly idleTime?: number;
  /** Bytes that one task may hold; default 640 MiB, so that the four workers hold 2.5 GiB at most. */
  readonly memoryLimit?: number;
}

export interface Documents {
  /**
   * Accepts a real, readable, unencrypted PDF of at most 50 MiB that can be sealed, takes active content out of it, and
   * keeps it as a blob (decisions 0206 and 0207).
   * Error codes: empty, too_large, not_a_pdf, encrypted, damaged, signed_and_active, too_complex, storage_failed,
   * worker_failed, closed.
   * @param caller on whose behalf: callers take turns
   */
  intake(pdf: PdfSource, fileName: string, caller?: string): Promise<Result<Intake>>;
  /**
   * Seals the blob `evidence.documentSha256` and keeps the sealed document as a blob. Doing it twice makes two
   * equally good documents [law 3]. Error codes: blob_missing, blob_damaged, encrypted, damaged, too_complex,
   * certificate_unusable, seal_not_verified, storage_failed, worker_failed, closed.
   */
  seal(request: SealRequest): Promise<SealResult>;
  /**
   * Seals come soon: makes ready what the first would wait for, a worker and the certificate. It waits until nobody has
   * asked for it for a second: the work takes a core, and whoever opens a page or acts is waiting for an answer.
   */
  prepareToSeal(): void;
  /**
   * A detached CAdES signature of `bytes` by the workspace's certificate, DER.
   * @param at wall time, epoch milliseconds
   * @throws DocumentFailure `certificate_unusable`
   */
  sign(bytes: Uint8Array, at: number): Promise<Uint8Array>;
  /** The workspace's seal certificate; null where the first seal is still to make one. @throws DocumentFailure */
  certificate(): Promise<SealCertificate | null>;
  /**
   * Seals from now on with the RSA key and certificate of a PKCS#12 file. Error codes: certificate_unusable,
   * storage_failed, worker_failed, closed.
   */
  useCertificate(pkcs12: Uint8Array, password: string): Promise<Result<SealCertificate>>;
  /** Forgets the certificate: the next seal makes a new, simulated one. @throws DocumentFailure `storage_failed` */
  forgetCertificate(): Promise<void>;
  /**
   * Checks a sealed file. A file that cannot be read at all is a report that says so.
   * @param caller on whose behalf: callers take turns
   */
  verifySeal(pdf: PdfSource, caller?: string): Promise<SealReport>;
  readonly blobs: BlobStore;
  /** Ends the worker; unfinished tasks answer `closed`. */
  close(): Promise<void>;
}

const TIME_LIMIT: Readonly<Record<TaskName, number>> = {
  intake: 30_000,
  seal: 60_000,
  verify: 30_000,
  certificate: 120_000,
  pkcs12: 30_000,
};
const MEMORY_LIMIT = 640 * 1024 * 1024;
/** Milliseconds without another page opened or act before a seal is prepared. */
const PREPARE_AFTER = 1_000;
/** Bytes from which a PDF is expected to take long to read. */
const LONG = 1024 * 1024;
/** Bytes of a document, with its signatures' pictures unpacked, from which its seal is expected to take long. */
const LONG_TO_SEAL = 8 * LONG;
/** Bytes from which a document is written to a file meanwhile, so that it is in memory once. */
const LARGE = 8 * LONG;
/** An event of its history takes as long as so many bytes. */
const EVENT = 8 * 1024;

const laneOf = (bytes: number, long = LONG): LaneName => (bytes > long ? "long" : "short");

const sizeOf = async (pdf: PdfSource): Promise<number> =>
  pdf instanceof Uint8Array ? pdf.length : (await stat(pdf.path)).size;

async function laneOfSeal({ participants, history, documentSha256 }: Evidence, blobs: BlobStore): Promise<LaneName> {
  // One that is missing is reported by the seal.
  const document = await stat(blobs.path(documentSha256)).catch(() => null);
  const pictures = participants.map(({ signature }) => (signature === null ? 0 : unpackedSize(signature)));
  return laneOf(
    pictures.reduce((sum, size) => sum + size, (document?.size ?? 0) + EVENT * history.length),
    LONG_TO_SEAL,
  );
}

function workerEntry(): URL {
  const name = import.meta.url.endsWith(".ts") ? "./worker/documents-worker.ts" : "./documents-worker.js";
  return new URL(name, import.meta.url);
}

/** The threads that read and seal documents. */
export function openPool(options: Pick<DocumentsOptions, "timeLimit" | "memoryLimit" | "idleTime">): WorkerPool {
  return new WorkerPool({
    entry: workerEntry(),
    idleTime: options.idleTime ?? SPARE_TIME,
    timeLimit: { ...TIME_LIMIT, ...options.timeLimit },
    memoryLimit: options.memoryLimit ?? MEMORY_LIMIT,
  });
}

async function verifyWith(pool: WorkerPool, pdf: PdfSource, caller?: string): Promise<SealReport> {
  const checked = await pool.run("verify", { pdf }, laneOf(await sizeOf(pdf)), caller);
  if (checked.ok) return checked.value;
  return {
    valid: false,
    coversWholeDocument: false,
    signer: null,
    signedAt: null,
    certificateSha256: null,
    reason: checked.error.message,
  };
}

export type SealVerifier = Readonly<ReturnType<typeof createSealVerifier>>;

/** Checks seals without an open workspace, as on the command line. Starts nothing until a seal is checked. */
export function createSealVerifier() {
  const pool = openPool({});
  return {
    /** A file that cannot be read at all is a report that says so. */
    verify: (bytes: Uint8Array) => verifyWith(pool, bytes),
    /** Ends its worker. */
    close: () => pool.close(),
  };
}

/** Opens the documents of a workspace. Starts nothing until something is asked for. */
export function createDocuments(options: DocumentsOptions): Documents {
  const blobsDir = join(options.dir, "blobs");
  const blobs = { dir: blobsDir, workspace: options.place?.place ?? null };
  const requireInPlace = () => options.place?.look();
  const store = createBlobStore(blobsDir, requireInPlace);
  const wallNow = options.wallNow ?? Date.now;
  const pool = openPool(options);
  const certificate = createCertificateKeeper(
    join(options.dir, CERTIFICATE_FILE),
    options.secretBox,
    makeKey,
    requireInPlace,
  );

  /** Whatever is in its way is not the document's fault. */
  const makeScratchFolder = () =>
    makeUploadFolder(options.dir).catch((error: unknown) => {
      throw new StorageFailure("The document could not be kept", troubleOf(error) ?? "other", error);
    });

  function requireWritable(): void {
    if (options.looking)
      throw new DocumentFailure("certificate_unusable", "The workspace is read-only: its certificate stays as it is.");
  }

  async function makeKey(): Promise<SigningKey> {
    requireWritable();
    const workspaceName = options.workspaceName ?? basename(options.dir);
    const made = await pool.run("certificate", { workspaceName, now: wallNow() }, "short");
    if (!made.ok) throw new DocumentFailure(made.error.code, made.error.message);
    return made.value;
  }

  let preparing: NodeJS.Timeout | undefined;
  const prepare = (): void => {
    pool.prepareToSeal();
    // A failure here happens again when the seal is made, and is reported then.
    certificate.key().catch(() => null);
  };

  return {
    blobs: store,
    async intake(pdf, fileName, caller) {
      try {
        // A file is read by the worker alone, which checks it too.
        if (pdf instanceof Uint8Array) checkEnvelope(pdf, fileName);
        requireInPlace();
        const size = await sizeOf(pdf);
        const take = (folder: string | null) =>
          pool.run("intake", { pdf, fileName, blobs, folder }, laneOf(size), caller);
        return await (size < LARGE ? take(null) : inScratchFolder(makeScratchFolder, take));
      } catch (error) {
        return { ok: false, error: toDocumentError(error, "damaged", "The document could not be kept") };
      }
    },
    async seal(request) {
      try {
        requireInPlace();
        const { documentSha256 } = request.evidence;
        const [key, lane] = [await certificate.key(), await laneOfSeal(request.evidence, store)];
        // The time for a seal depends on the document, whichever run seals it.
        return await pool.run("seal", { request, key, blobs }, lane, documentSha256);
      } catch (error) {
        return { ok: false, error: toDocumentError(error, "worker_failed", "The document could not be sealed") };
      }
    },
    prepareToSeal() {
      clearTimeout(preparing);
      if (!options.looking) preparing = setTimeout(prepare, PREPARE_AFTER).unref();
    },
    sign: async (bytes, at) => createDetachedSignature(bytes, await certificate.key(), at),
    certificate: () => certificate.shown(),
    async useCertificate(bytes, password) {
      const read = await pool.run("pkcs12", { bytes, password, now: wallNow() }, "short");
      if (!read.ok) return read;
      try {
        requireWritable();
        await certificate.replace(read.value);
        return { ok: true, value: shownCertificate(read.value.certificateDer) };
      } catch (error) {
        return { ok: false, error: toDocumentError(error, "storage_failed", "The seal certificate could not be kept") };
      }
    },
    async forgetCertificate() {
      requireWritable();
      await certificate.forget();
    },
    verifySeal: (pdf, caller) => verifyWith(pool, pdf, caller),
    close() {
      clearTimeout(preparing);
      return pool.close();
    },
  };
}
