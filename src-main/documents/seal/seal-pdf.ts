import { pdflibAddPlaceholder } from "@signpdf/placeholder-pdf-lib";
import { SignPdf } from "@signpdf/signpdf";
import { Signer, SUBFILTER_ETSI_CADES_DETACHED } from "@signpdf/utils";
import type { PDFDocument, PDFPage } from "pdf-lib";
import { PDFHeader } from "pdf-lib";
import { signerOf } from "../../../src-shared/evidence/index.ts";
import { addEvidencePages, footerText, textsOf } from "../evidence/evidence-pages.ts";
import { embedFonts, embedFormFont } from "../evidence/font-face.ts";
import type { Flattened } from "../intake/flatten-pdf.ts";
import { flatten } from "../intake/flatten-pdf.ts";
import { addFooter } from "../intake/footer.ts";
import { openPdf } from "../intake/inspect-pdf.ts";
import { inWords } from "../intake/removed-content.ts";
import type { Evidence, RemovedContent, SealRequest } from "../types.ts";
import { DocumentFailure } from "../types.ts";
import type { SigningKey } from "./cms.ts";
import { createDetachedSignature } from "./cms.ts";
import { noteSealedOn } from "./sealed-on.ts";
import { embedSignatures } from "./signatures.ts";
import { verify } from "./verify-seal.ts";

const REASON = "SIMULATED seal of a rehearsed signing flow. No legal effect.";
const NAME = "SIMULATED - Countersign";

class CmsSigner extends Signer {
  readonly #key: SigningKey;
  constructor(key: SigningKey) {
    super();
    this.#key = key;
  }

  override async sign(pdf: Buffer): Promise<Buffer> {
    return createDetachedSignature(pdf, this.#key, null);
  }
}

/** Sentences for the evidence page about what could not be carried into the sealed document. */
function notesOn(changes: Flattened, removedAtIntake: readonly RemovedContent[]): string[] {
  const notes: string[] = [];
  const takenOut = removedAtIntake.filter((kind) => kind !== "forms" && kind !== "damage" && kind !== "signatures");
  if (takenOut.length > 0) {
    notes.push(
      `When the document came, ${inWords(takenOut)} were taken out of it, before anybody read it. The SHA-256 above is that of the document as it was read.`,
    );
  }
  if (removedAtIntake.includes("damage")) {
    notes.push(
      "The document came damaged, and was repaired before anybody read it. The SHA-256 above is that of the document as it was read.",
    );
  }
  const now = changes.removed.filter((kind) => !removedAtIntake.includes(kind));
  if (now.length > 0) notes.push(`The seal has taken out of the document: ${inWords(now)}.`);
  if (changes.earlierSignatures > 0) {
    const many = changes.earlierSignatures > 1;
    notes.push(
      `The original carried ${many ? `${changes.earlierSignatures} digital signatures` : "a digital signature"} of its own. A seal makes a new document, so ${many ? "they are" : "it is"} not kept here; the original with the SHA-256 above still has ${many ? "them" : "it"}.`,
    );
  }
  if (changes.formFields > 0 || removedAtIntake.includes("forms"))
    notes.push("The original was a form. Its fields are shown as they were filled in and can no longer be changed.");
  if (changes.lostFields > 0) {
    notes.push(
      `${changes.lostFields} of the original's form fields could not be drawn and ${changes.lostFields > 1 ? "are" : "is"} missing here.`,
    );
  }
  return notes;
}

/** CAdES signatures are an extension to PDF 1.7 (ETSI EN 319 142-1, annex A). */
function declareVersion(document: PDFDocument): void {
  document.context.header = PDFHeader.forVersion(1, 7);
  const extensions = { ESIC: { BaseVersion: "1.7", ExtensionLevel: 5 } };
  document.catalog.set(document.context.obj("Extensions"), document.context.obj(extensions));
  document.catalog.delete(document.context.obj("Version"));
}

function addPlaceholder(page: PDFPage, evidence: Evidence, signingTime: Date): void {
  pdflibAddPlaceholder({
    pdfPage: page,
    reason: REASON,
    name: NAME,
    // The library writes these as they are, so they stay within ASCII and without parentheses.
    contactInfo: `Flow ${evidence.instanceId.replace(/[^\w-]/g, "")}`,
    location: "A rehearsal on one computer",
    signingTime,
    subFilter: SUBFILTER_ETSI_CADES_DETACHED,
    appName: "Countersign",
  });
}

/**
 * Makes the sealed document: flattened original with a footer line, evidence pages, one PAdES baseline signature.
 * Runs in the worker. What it answers has been verified as any receiver would.
 * @throws DocumentFailure `encrypted`, `damaged` or `seal_not_verified`.
 */
export async function sealPdf(
  original: Uint8Array,
  request: SealRequest,
  key: SigningKey,
): Promise<{ readonly bytes: Uint8Array; readonly pages: number }> {
  const { evidence } = request;
  const signingTime = new Date(request.signingTime);
  const document = await openPdf(original, evidence.documentName);
  // Before anything is added: it leaves out what no page leads to yet.
  const changes = await flatten(document, () => embedFormFont(document));
  const signatures = await embedSignatures(document, evidence.participants);
  const fonts = await embedFonts(document, textsOf(evidence, signatures.shown));
  const originals = document.getPages();
  const line = footerText(evidence, fonts.regular);
  for (const page of originals) addFooter(document, page, fonts.regular.main, line);
  const [first] = addEvidencePages(document, fonts, evidence, {
    originalPages: originals.length,
    signedAt: signingTime.toISOString(),
    signer: signerOf(key.certificateDer),
    signatures: signatures.shown,
    notes: [...notesOn(changes, evidence.removed), ...signatures.notes],
  });
  if (first === undefined) throw new DocumentFailure("seal_not_verified", "The evidence has no page to sign.");
  document.setProducer("Countersign");
  document.setModificationDate(signingTime);
  declareVersion(document);
  noteSealedOn(document, evidence, signingTime);
  addPlaceholder(first, evidence, signingTime);
  const pages = document.getPageCount();
  const unsigned = await document.save({ updateFieldAppearances: false, addDefaultPage: false });
  const bytes = await new SignPdf().sign(unsigned, new CmsSigner(key), signingTime);
  const report = await verify(bytes);
  if (!report.valid) {
    throw new DocumentFailure(
      "seal_not_verified",
      `The seal of "${evidence.documentName}" does not verify: ${report.reason ?? "unknown"}.`,
    );
  }
  return { bytes, pages };
}
