import { promisify } from "node:util";
import { inflate } from "node:zlib";
import { judgePdfSeal, LARGEST_FILE, signaturesIn } from "../../src-shared/evidence/index.ts";
import { readNamedFile, withNamedFile } from "../basics/index.ts";
import { nodeCrypto, SEAL_NAME } from "../documents/index.ts";

/** What the seal of a PDF says, as the page in a bundle judges it. */
export interface SealedPdfReport {
  /** null: there is no seal of Countersign to judge. */
  readonly intact: boolean | null;
  /** Common name of the seal's certificate; null: there is no seal that can be read. */
  readonly signer: string | null;
  /** Hex; null: as above. */
  readonly certificateSha256: string | null;
  /** null: unknown. */
  readonly simulated: boolean | null;
  /** Why it is not intact; null: it is. */
  readonly problem: string | null;
  /** Who signed it beside the seal, by their certificates; null for who cannot be read. These signatures are not judged. */
  readonly otherSigners: readonly (string | null)[];
}

const HEADER = "%PDF-";
/** Mail programs put lines before the header; readers look for it this far. */
const HEADER_WITHIN = 1024;

/** Whether a file begins as a PDF does. @throws NamedFileError where it cannot be read */
export function isPdfFile(file: string): Promise<boolean> {
  return withNamedFile(file, { limit: Number.MAX_SAFE_INTEGER }, async (handle) => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER_WITHIN), 0, HEADER_WITHIN, 0);
    return !buffer.subarray(0, bytesRead).includes("PK\u0003\u0004") && buffer.subarray(0, bytesRead).includes(HEADER);
  });
}

/** Checks the seal of a PDF. @throws NamedFileError where the file cannot be read */
export async function verifySealedPdf(file: string): Promise<SealedPdfReport> {
  const bytes = await readNamedFile(file, { limit: LARGEST_FILE });
  const judged = await judgePdfSeal(bytes, nodeCrypto, promisify<Uint8Array, Buffer>(inflate));
  const { valid, signer, certificateSha256, sealedOn, reason = null } = judged;
  // Each seal has that name and tells of its history, also where the author's own certificate made it.
  const isMarked = (signer?.includes("SIMULATED") ?? false) || sealedOn !== undefined || bytes.includes(SEAL_NAME);
  const signatures = signaturesIn(bytes);
  if (isMarked) {
    // The seal is what covers the file; where nothing does any more, what came last.
    const seal = signatures.find(({ coversWhole }) => coversWhole) ?? signatures.at(-1);
    const otherSigners = signatures.filter((other) => other !== seal).map((other) => other.signer);
    return { intact: valid, signer, certificateSha256, simulated: true, problem: reason, otherSigners };
  }
  const none = { intact: null, signer: null, certificateSha256: null, simulated: null } as const;
  const otherSigners = signatures.map((other) => other.signer);
  return { ...none, problem: problemWithout(otherSigners), otherSigners };
}

/** Why there is no seal to check. */
function problemWithout(signers: readonly (string | null)[]): string {
  if (signers.length === 0) return "the file has no signature";
  const changed = signers.includes(null) ? ", or its seal was changed beyond recognition" : "";
  return `it was signed with another program${changed}`;
}
