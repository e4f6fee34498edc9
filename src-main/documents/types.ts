/** The documents room's own words. Times of a flow are ISO 8601 strings, already spelled in the flow's time zone. */
import { messageOf } from "../../src-shared/basics/index.ts";
import type { SealedOn } from "../../src-shared/evidence/index.ts";
import type { Signature } from "../../src-shared/flow/index.ts";
import type { Verb } from "../../src-shared/language/index.ts";
import type { RemovedContent } from "../../src-shared/service/index.ts";
import { TROUBLE_IN_WORDS, type Trouble, troubleOf } from "../store/database/trouble.ts";

export type { SealedOn } from "../../src-shared/evidence/index.ts";
export type { RemovedContent } from "../../src-shared/service/index.ts";

/** Why a document, a seal or a blob was refused. A closed set: callers may switch over it. */
export type DocumentErrorCode =
  | "empty"
  | "too_large"
  | "not_a_pdf"
  | "encrypted"
  | "damaged"
  | "signed_and_active"
  | "too_complex"
  | "blob_missing"
  | "blob_damaged"
  | "certificate_unusable"
  | "seal_not_verified"
  | "worker_failed"
  | "storage_failed"
  | "closed";

/** A PDF's bytes, or the file that holds them: a large one need not pass through the caller's memory. */
export type PdfSource = Uint8Array | { readonly path: string };

export interface DocumentError {
  readonly code: DocumentErrorCode;
  /** A sentence: what happened, where, and what to do. */
  readonly message: string;
  /** With `storage_failed`, and with `worker_failed` of a machine that is too busy: nothing is wrong with the document, and once this is mended the same works. */
  readonly trouble?: Trouble;
  /** With `storage_failed`, for the log: the system's own words, which name files of this machine. */
  readonly detail?: string;
}

export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: DocumentError };

/** Thrown inside the room and turned into a `Result` at its border. */
export class DocumentFailure extends Error {
  readonly code: DocumentErrorCode;
  constructor(code: DocumentErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "DocumentFailure";
    this.code = code;
  }
}

/** A file of the workspace could not be read or written; the document is not to blame. */
export class StorageFailure extends DocumentFailure {
  readonly trouble: Trouble;
  /** @param doing the failed action, as the beginning of a sentence */
  constructor(doing: string, trouble: Trouble, cause: unknown) {
    super("storage_failed", `${doing}: ${TROUBLE_IN_WORDS[trouble]}.`, { cause });
    this.trouble = trouble;
  }
}

/**
 * Turns anything thrown into an error value: `storage_failed` for trouble of the machine, else the error's own code, or
 * `code` if it has none.
 */
export function toDocumentError(thrown: unknown, code: DocumentErrorCode, doing: string): DocumentError {
  const trouble = troubleOf(thrown);
  if (trouble !== null) return toDocumentError(new StorageFailure(doing, trouble, thrown), code, doing);
  if (thrown instanceof StorageFailure)
    return { code: thrown.code, message: thrown.message, trouble: thrown.trouble, detail: String(thrown.cause) };
  if (thrown instanceof DocumentFailure) return { code: thrown.code, message: thrown.message };
  return { code, message: `${doing}: ${messageOf(thrown)}` };
}

/** The facts about an accepted document. */
export interface Intake {
  /** Hex, of the document as it is kept (decision 0209). */
  readonly sha256: string;
  /** Bytes of the document as it is kept. */
  readonly size: number;
  readonly pages: number;
  /** Active content that was taken out before anybody reads the document (decision 0206). */
  readonly removed: readonly RemovedContent[];
  /** The file name without its ending. */
  readonly title: string;
}

/** One act that the seal vouches for. */
export interface EvidenceAct {
  readonly name: string;
  /** Full name, if the flow gives one; null: it gives none. */
  readonly fullName: string | null;
  /** E-mail address, phone number, or both, as the flow gives them; null: it gives none. */
  readonly contact: string | null;
  readonly verb: Verb;
  /** Flow time, ISO 8601. */
  readonly at: string;
  /** How the participant was authenticated to act, and to view, such as `To sign: SMS code (simulated)`; null: not at all. */
  readonly authentication: string | null;
  /** What they drew, typed or uploaded as their signature; null: nothing, or an approval. */
  readonly signature: EvidenceSignature | null;
}

export interface EvidenceSignature {
  readonly kind: Signature["kind"];
  /** UTF-8 of a typed one, else a PNG or JPEG. */
  readonly bytes: Uint8Array;
}

/** What the evidence pages say. Never a link or a secret [law 9]; how to reach those who acted stands here alone, not on the pages of other participants [G16]. */
export interface Evidence {
  readonly instanceId: string;
  /** The instance's title. */
  readonly title: string;
  /** The document's name in the flow. */
  readonly documentName: string;
  /** The author's title for the document, as participants see it. */
  readonly documentTitle: string;
  readonly documentId: string;
  /** Hex, of the unsealed document; also names the blob that is sealed. */
  readonly documentSha256: string;
  /** Content removed from the document at intake (decision 0206). */
  readonly removed: readonly RemovedContent[];
  readonly participants: readonly EvidenceAct[];
  /** Flow time of the start, ISO 8601. */
  readonly startedAt: string;
  /** Flow time at which the seal was asked for, ISO 8601. */
  readonly sealedAt: string;
  readonly history: readonly { readonly at: string; readonly text: string }[];
  /** Hex: the hash of the last event that the history shows. */
  readonly chainHash: string;
}

export interface SealRequest {
  readonly evidence: Evidence;
  /** Wall time, epoch milliseconds: the PAdES signing time (law 4). */
  readonly signingTime: number;
}

/** The sealed document, already in the blob store. */
export interface Sealed {
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
  /** Evidence pages included. */
  readonly pages: number;
}

export type SealResult = Result<Sealed>;

/** A sealed file's own data. `valid` is false if anything at all does not match. */
export interface SealReport {
  readonly valid: boolean;
  /** The signature's byte range spans the file from its first byte to its last, save the signature's own value. */
  readonly coversWholeDocument: boolean;
  /** Common name of the certificate; null if there is no readable signature. */
  readonly signer: string | null;
  /** Wall time of the signing, ISO 8601; null where the signature names none. */
  readonly signedAt: string | null;
  /** Hex, of the certificate; compare with a workspace's own to know whose seal it is. */
  readonly certificateSha256: string | null;
  /** Why it is not valid. */
  readonly reason?: string;
  /** What history was sealed, as the sealed file itself carries it; absent where it does not. */
  readonly sealedOn?: SealedOn;
}
