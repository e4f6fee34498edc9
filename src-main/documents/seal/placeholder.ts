import { pdflibAddPlaceholder } from "@signpdf/placeholder-pdf-lib";
import { SUBFILTER_ETSI_CADES_DETACHED } from "@signpdf/utils";
import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFPage,
  PDFString,
} from "pdf-lib";
import type { Evidence } from "../types.ts";
import { SEAL_NAME } from "./seal-name.ts";

const REASON = "SIMULATED seal of a rehearsed signing flow. No legal effect.";
const FIELD = "Signature";

const name = (text: string): PDFName => PDFName.of(text);

/** Adds the seal's form field, with room for its signature, to the first page of the evidence. */
export function addPlaceholder(page: PDFPage, evidence: Evidence, signingTime: Date): void {
  const taken = settleForm(page.doc);
  pdflibAddPlaceholder({
    pdfPage: page,
    reason: REASON,
    name: SEAL_NAME,
    // The library writes these as they are, so they stay within ASCII and without parentheses.
    contactInfo: `Flow ${evidence.instanceId.replace(/[^\w-]/g, "")}`,
    location: "A rehearsal on one computer",
    signingTime,
    subFilter: SUBFILTER_ETSI_CADES_DETACHED,
    appName: "Countersign",
  });
  nameField(page.doc, taken);
}

/** The library takes lists and numbers of a form only where they stand in it. Answers the names of its fields. */
function settleForm({ catalog, context }: PDFDocument): ReadonlySet<string> {
  const form = catalog.lookup(name("AcroForm"));
  if (!(form instanceof PDFDict)) return new Set();
  const [listed, flags] = [form.lookup(name("Fields")), form.lookup(name("SigFlags"))];
  const fields = listed instanceof PDFArray ? listed.asArray() : [];
  form.set(name("Fields"), context.obj([...fields]));
  form.set(name("SigFlags"), flags instanceof PDFNumber ? flags : PDFNumber.of(0));
  return new Set(fields.flatMap((field) => nameOf(context.lookup(field)) ?? []));
}

function nameOf(field: unknown): string | null {
  const title = field instanceof PDFDict ? field.lookup(name("T")) : undefined;
  return title instanceof PDFString || title instanceof PDFHexString ? title.decodeText() : null;
}

/** Two fields of one name would be one field. */
function nameField({ catalog, context }: PDFDocument, taken: ReadonlySet<string>): void {
  const fields = catalog.lookup(name("AcroForm"), PDFDict).lookup(name("Fields"), PDFArray);
  const field = context.lookup(fields.get(fields.size() - 1), PDFDict);
  let number = 1;
  while (taken.has(`${FIELD}${number}`)) number += 1;
  field.set(name("T"), PDFString.of(`${FIELD}${number}`));
}
