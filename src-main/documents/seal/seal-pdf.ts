import { SignPdf } from "@signpdf/signpdf";
import { Signer } from "@signpdf/utils";
import { PDFDict, type PDFDocument, PDFHeader, PDFName, type PDFPage, PDFRef } from "pdf-lib";
import { controlsShown } from "../../../src-shared/basics/index.ts";
import { signerOf } from "../../../src-shared/evidence/index.ts";
import { embedFonts, embedFormFont } from "../evidence/embed-fonts.ts";
import { addEvidencePages, footerText, textsOf } from "../evidence/evidence-pages.ts";
import { removeActiveContent } from "../intake/active-content.ts";
import { countSignatures, flatten } from "../intake/flatten-pdf.ts";
import { addFooters } from "../intake/footer.ts";
import { openPdf, openWithEnd } from "../intake/inspect-pdf.ts";
import { beginRevision, raiseVersion, writeRevision } from "../intake/revision.ts";
import { DocumentFailure, type Evidence, type RemovedContent, type SealRequest } from "../types.ts";
import { createDetachedSignature, type SigningKey } from "./cms.ts";
import { noteOnKept, notesOn } from "./notes.ts";
import { addPlaceholder } from "./placeholder.ts";
import { noteSealedOn } from "./sealed-on.ts";
import { embedSignatures } from "./signatures.ts";
import { verify } from "./verify-seal.ts";

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

/** CAdES signatures are an extension to PDF 1.7 (ETSI EN 319 142-1, annex A). */
function declareExtension({ catalog, context }: PDFDocument): void {
  const known = catalog.lookup(PDFName.of("Extensions"));
  const extensions = known instanceof PDFDict ? known.clone() : context.obj({});
  extensions.set(PDFName.of("ESIC"), context.obj({ BaseVersion: "1.7", ExtensionLevel: 5 }));
  catalog.set(PDFName.of("Extensions"), extensions);
}

/** A document that takes its evidence pages, and how it is written with them. */
interface Prepared {
  readonly document: PDFDocument;
  /** Sentences for the evidence page. */
  readonly notes: readonly string[];
  /** Whether its pages may change. */
  readonly takesFooter: boolean;
  readonly write: (pages: readonly PDFPage[]) => Promise<Uint8Array>;
}

/** A signed document keeps its bytes, and the seal is a revision of it; any other is written anew [decision 0200]. */
async function prepare(
  original: Uint8Array,
  { documentName, removed }: Evidence,
  signingTime: Date,
): Promise<Prepared> {
  const { document, end } = await openWithEnd(original, documentName);
  const signatures = countSignatures(document.context);
  if (signatures === 0 || end === null) return prepareNew(document, removed, signingTime);
  // Documents that were taken in before intake removed such content may have some: it must go, and the signatures with it.
  if (removeActiveContent(document).length > 0)
    return prepareNew(await openPdf(original, documentName), removed, signingTime);
  beginRevision(document, end);
  raiseVersion(document, original);
  return {
    document,
    notes: [noteOnKept(signatures)],
    takesFooter: false,
    write: (pages) => writeRevision(original, document, end, pages),
  };
}

async function prepareNew(
  document: PDFDocument,
  removed: readonly RemovedContent[],
  signingTime: Date,
): Promise<Prepared> {
  // Before anything is added: it leaves out what no page leads to yet.
  const changes = await flatten(document, () => embedFormFont(document));
  return {
    document,
    notes: notesOn(changes, removed),
    takesFooter: true,
    write: () => {
      document.setProducer("Countersign");
      document.setModificationDate(signingTime);
      document.context.header = PDFHeader.forVersion(1, 7);
      document.catalog.delete(PDFName.of("Version"));
      return document.save({ updateFieldAppearances: false, addDefaultPage: false });
    },
  };
}

/**
 * Makes the sealed document: the original with a footer line, or as it is where it is signed, evidence pages, and one PAdES
 * baseline signature over the whole. Runs in the worker. What it answers has been verified as any receiver would.
 * @throws DocumentFailure `encrypted`, `damaged` or `seal_not_verified`.
 */
export async function sealPdf(
  original: Uint8Array,
  request: SealRequest,
  key: SigningKey,
): Promise<{ readonly bytes: Uint8Array; readonly pages: number }> {
  const { evidence } = request;
  const signingTime = new Date(request.signingTime);
  const { document, notes, takesFooter, write } = await prepare(original, evidence, signingTime);
  const signatures = await embedSignatures(document, evidence.participants);
  const fonts = await embedFonts(document, textsOf(evidence, signatures.shown));
  const originalPages = document.getPageCount();
  if (takesFooter) addFooters(document, fonts.regular.main, footerText(evidence, fonts.regular));
  const added = addEvidencePages(document, fonts, evidence, {
    originalPages,
    signedAt: signingTime.toISOString(),
    signer: signerOf(key.certificateDer),
    signatures: signatures.shown,
    notes: [...notes, ...signatures.notes],
  });
  const [first] = added;
  if (first === undefined) throw new DocumentFailure("seal_not_verified", "The evidence has no page to sign.");
  declareExtension(document);
  nameDocument(document, evidence.documentTitle);
  noteSealedOn(document, evidence, signingTime);
  addPlaceholder(first, evidence, signingTime);
  const pages = document.getPageCount();
  const bytes = await new SignPdf().sign(await write(added), new CmsSigner(key), signingTime);
  const report = await verify(bytes);
  if (!report.valid) {
    throw new DocumentFailure(
      "seal_not_verified",
      `The seal of "${evidence.documentName}" does not verify: ${report.reason ?? "unknown"}.`,
    );
  }
  return { bytes, pages };
}

const METADATA = PDFName.of("Metadata");

/**
 * Gives the document its author's title, as participants see it: viewers show it in place of the file's name. The file's
 * own metadata (XMP) goes: it has a title too, and describes the file before it took evidence and a seal.
 */
function nameDocument(document: PDFDocument, title: string): void {
  document.setTitle(controlsShown(title));
  const packet = document.catalog.get(METADATA);
  if (packet instanceof PDFRef) document.context.delete(packet);
  document.catalog.delete(METADATA);
}
