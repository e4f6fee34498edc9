import { PDFArray, PDFDict, type PDFDocument, PDFHexString, PDFName, PDFNumber, PDFString } from "pdf-lib";
import {
  checkDetachedSignature,
  MalformedSignature,
  signedParts,
  withoutPadding,
} from "../../../src-shared/evidence/index.ts";
import { sha256Hex } from "../blobs/blob-store.ts";
import { checkEdges } from "../intake/check-envelope.ts";
import { openPdf } from "../intake/inspect-pdf.ts";
import { DocumentFailure, type SealedOn, type SealReport } from "../types.ts";
import { nodeCrypto } from "./cms.ts";
import { readSealedOn } from "./sealed-on.ts";

const name = (text: string): PDFName => PDFName.of(text);

interface SignatureValue {
  readonly byteRange: readonly number[];
  readonly contents: Uint8Array;
  readonly signedAt: string | null;
}

function readSignature(value: PDFDict): SignatureValue | null {
  const range = value.lookup(name("ByteRange"));
  const contents = value.lookup(name("Contents"));
  if (!(range instanceof PDFArray) || !(contents instanceof PDFHexString)) return null;
  const numbers = range.asArray().map((item) => (item instanceof PDFNumber ? item.asNumber() : Number.NaN));
  const time = value.lookup(name("M"));
  return {
    byteRange: numbers,
    contents: contents.asBytes(),
    signedAt: time instanceof PDFString || time instanceof PDFHexString ? isoTime(time) : null,
  };
}

/** Null for an invalid date. */
function isoTime(time: PDFString | PDFHexString): string | null {
  try {
    return time.decodeDate().toISOString();
  } catch {
    return null;
  }
}

/** Every signature that the document's objects hold, whichever form field shows it. */
function signaturesOf(document: PDFDocument): SignatureValue[] {
  return document.context.enumerateIndirectObjects().flatMap(([, object]) => {
    if (!(object instanceof PDFDict) || !object.has(name("ByteRange"))) return [];
    const signature = readSignature(object);
    return signature === null ? [] : [signature];
  });
}

/** The bytes under a signature, in parts; null: it leaves out more than the place of its own value. */
function coveredBytes(file: Buffer, { byteRange, contents }: SignatureValue): readonly Uint8Array[] | null {
  const parts = signedParts(file, byteRange);
  return parts !== null && Buffer.from(parts.value, "hex").equals(Buffer.from(contents)) ? parts.covered : null;
}

function invalid(reason: string, signature: SignatureValue | null = null): SealReport {
  const signedAt = signature?.signedAt ?? null;
  return { valid: false, coversWholeDocument: false, signer: null, signedAt, certificateSha256: null, reason };
}

/** Intake errors tell an author what to do with a document: somebody who checks a seal cannot do that. */
const UNREADABLE: Readonly<Partial<Record<DocumentFailure["code"], string>>> = {
  not_a_pdf: "the file is not a PDF",
  encrypted: "the file is encrypted",
  too_complex: "the file has more parts than can be checked",
};

/**
 * Checks a sealed file: the signature covers all of it, its digest fits, and it was made with the certificate that it
 * carries. Trust in that certificate is the reader's to decide: it is the workspace's own. Runs in the worker.
 * Never throws because of the file's contents.
 */
export async function verify(bytes: Uint8Array): Promise<SealReport> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let signatures: SignatureValue[];
  let sealedOn: SealedOn | null;
  try {
    checkEdges(file, "the file");
    const document = await openPdf(file, "the file");
    signatures = signaturesOf(document);
    sealedOn = readSealedOn(document);
  } catch (error) {
    const code = error instanceof DocumentFailure ? error.code : null;
    return invalid((code && UNREADABLE[code]) ?? "the file is damaged: it cannot be read");
  }
  const last = signatures.at(-1);
  if (last === undefined) return invalid("the file has no signature");
  const covering = signatures.flatMap((signature) => {
    const covered = coveredBytes(file, signature);
    return covered === null ? [] : [{ signature, covered }];
  })[0];
  if (covering === undefined)
    return invalid("its signature does not cover the whole file: something was added or removed", last);
  const report = await checkCovering(covering.signature, covering.covered);
  return sealedOn === null ? report : { ...report, sealedOn };
}

async function checkCovering(signature: SignatureValue, covered: readonly Uint8Array[]): Promise<SealReport> {
  try {
    const container = withoutPadding(signature.contents);
    const { certificate, signer, problem } = await checkDetachedSignature(container, covered, nodeCrypto);
    const report = {
      coversWholeDocument: true,
      signer,
      signedAt: signature.signedAt,
      certificateSha256: sha256Hex(certificate),
    };
    return problem === null ? { valid: true, ...report } : { valid: false, ...report, reason: problem };
  } catch (error) {
    // Any other error has the words of a program that stumbled over it.
    const why = error instanceof MalformedSignature ? error.message : "the signature's container is malformed";
    return { ...invalid(why, signature), coversWholeDocument: true };
  }
}
