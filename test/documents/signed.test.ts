import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { PDFDocument, PDFName } from "pdf-lib";
import { describe, expect, test } from "vitest";
import { sha256Hex } from "../../src-main/documents/index.ts";
import { CATALOG, handmadePdf, PAGES, page, soundPdf } from "../fixtures/pdfs.ts";
import { type SignedWish, signedPdf, spreadOut } from "../fixtures/signed.ts";
import { checkSeal } from "../harness/check-seal.ts";
import { sealed, sharedDocuments, temporaryFolder } from "./harness.ts";
import { READERS } from "./pictures.ts";
import { poppler, textOf } from "./poppler.ts";

const KINDS: readonly (readonly [string, SignedWish])[] = [
  ["with a table", {}],
  ["with packed objects", { packed: true }],
  ["whose form and list of pages stand in objects of their own", { change: spreadOut }],
  ["of an older version, with bytes before its header", { version: "1.4", before: "sent by mail\n" }],
  ["the same, packed", { packed: true, change: spreadOut }],
];

/** What pdfsig says of each signature, the earliest first. */
async function judged(pdf: Uint8Array): Promise<readonly string[]> {
  const said = (await poppler("pdfsig", pdf)).split(/^Signature #\d+:$/m).slice(1);
  return said.sort((a, b) => Number(/^\s+- Total/m.test(a)) - Number(/^\s+- Total/m.test(b)));
}

async function fieldsOf(pdf: Uint8Array): Promise<readonly string[]> {
  const fields = (await PDFDocument.load(pdf)).getForm().getFields();
  return fields.map((field) => field.getName());
}

function qpdfFinds(pdf: Uint8Array): string {
  const file = join(temporaryFolder(), "file.pdf");
  writeFileSync(file, pdf);
  return execFileSync("qpdf", ["--check", file], { encoding: "utf8" });
}

describe("a document that others have signed (decision 0200)", () => {
  test.each(KINDS)("%s: the seal keeps its signature, its bytes and its pages", async (_what, wish) => {
    const original = await signedPdf(temporaryFolder(), wish);
    const pdf = await sealed(sharedDocuments(), original);
    expect(Buffer.from(pdf.subarray(0, original.length)).equals(original)).toBe(true);
    const [first, second, ...more] = await judged(pdf);
    expect(more).toEqual([]);
    expect(first).toContain("Lind & Partners AB");
    expect(first).toContain("Signature is Valid.");
    expect(first).toContain("Not total document signed");
    expect(second).toContain("Signature is Valid.");
    expect(second).toContain("Total document signed");
    expect(second).toContain("ETSI.CAdES.detached");
    expect(qpdfFinds(pdf)).toContain("No syntax or stream encoding errors found");
    expect(await fieldsOf(pdf)).toEqual(["Signature1", "Signature2"]);
    expect(await poppler("pdfinfo", pdf)).toMatch(/^Title: +Framework contract$/m);
    for (const read of Object.values(READERS)) expect(await read(pdf)).toEqual(await read(original));
    expect(await textOf(pdf, 3, 3)).toContain("Evidence of signing");
    expect(await textOf(pdf, 3)).toContain("The original carries a digital signature of its own. It is kept");
  });

  test("the evidence stands upright and whole, whatever the list of pages hands down", async () => {
    const pdf = await sealed(sharedDocuments(), await signedPdf(temporaryFolder(), { change: spreadOut }));
    const page = (await PDFDocument.load(pdf, { updateMetadata: false })).getPage(2);
    expect(page.getRotation().angle).toBe(0);
    expect(page.getCropBox()).toMatchObject({ x: 0, y: 0 });
    expect(page.getCropBox().width).toBeCloseTo(595.28);
  });

  test.each(["bytes", "a file, as an upload is"])(
    "intake keeps its bytes and says that it is signed: from %s",
    async (from) => {
      const original = await signedPdf(temporaryFolder());
      const file = join(temporaryFolder(), "upload");
      writeFileSync(file, original);
      const taken = await sharedDocuments().intake(from === "bytes" ? original : { path: file }, "signed.pdf");
      expect(taken).toMatchObject({
        ok: true,
        value: { sha256: sha256Hex(original), pages: 2, removed: ["signatures"] },
      });
    },
  );

  test("sealed twice: three signatures, each valid, and the note of the newest history counts", async () => {
    const documents = sharedDocuments();
    const once = await sealed(documents, await signedPdf(temporaryFolder()), { chainHash: "11".repeat(32) });
    const twice = await sealed(documents, once, { chainHash: "22".repeat(32) });
    const said = await judged(twice);
    expect(said).toHaveLength(3);
    for (const one of said) expect(one).toContain("Signature is Valid.");
    expect(said.filter((one) => one.includes("Not total document signed"))).toHaveLength(2);
    const report = { valid: true, sealedOn: { chainHash: "22".repeat(32) } };
    expect(await documents.verifySeal(twice)).toMatchObject({ ...report, coversWholeDocument: true });
    expect(await checkSeal(twice)).toMatchObject(report);
  });

  test("an earlier seal of a document that was written anew is kept, with packed objects and its note", async () => {
    const documents = sharedDocuments();
    const twice = await sealed(documents, await sealed(documents, await soundPdf(1), { chainHash: "11".repeat(32) }), {
      chainHash: "22".repeat(32),
    });
    expect(await judged(twice)).toHaveLength(2);
    expect(await checkSeal(twice)).toMatchObject({ valid: true, sealedOn: { chainHash: "22".repeat(32) } });
    expect(await fieldsOf(twice)).toEqual(["Signature1", "Signature2"]);
  });

  test("the same document, evidence, certificate and time give the same bytes", async () => {
    const original = await signedPdf(temporaryFolder(), { packed: true });
    const [one, other] = [await sealed(sharedDocuments(), original), await sealed(sharedDocuments(), original)];
    expect(Buffer.from(one).equals(other)).toBe(true);
  });

  test("a changed byte of what others had signed breaks the seal too", async () => {
    const pdf = Buffer.from(await sealed(sharedDocuments(), await signedPdf(temporaryFolder())));
    const at = pdf.indexOf("/MediaBox");
    pdf[at + 12] = (pdf[at + 12] ?? 0) ^ 1;
    expect(await sharedDocuments().verifySeal(pdf)).toMatchObject({ valid: false });
    expect(await checkSeal(pdf)).toMatchObject({ valid: false });
  });

  test.each([
    ["1.4", "/1.7"],
    ["1.7", undefined],
    ["2.0", undefined],
  ])("the header says %s: the catalog says %s", async (version, expected) => {
    const pdf = await sealed(sharedDocuments(), await signedPdf(temporaryFolder(), { version }));
    const { catalog } = await PDFDocument.load(pdf);
    expect(catalog.lookup(PDFName.of("Version"))?.toString()).toBe(expected);
    expect(catalog.lookup(PDFName.of("Extensions"))?.toString()).toContain("/ESIC");
  });

  test("one with the place of a signature that was never made is refused in words", async () => {
    const open = "<< /Type /Sig /ByteRange [0 /********** /********** /**********] /Contents <00> >>";
    const signature = "<< /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 1 2 3] /Contents <00> >>";
    const pdf = handmadePdf([
      CATALOG,
      PAGES,
      page("/Annots [4 0 R]"),
      "<< /Type /Annot /Subtype /Widget /FT /Sig /T (Sig) /Rect [0 0 0 0] /V 5 0 R >>",
      signature,
      open,
    ]);
    const taken = await sharedDocuments().intake(pdf, "signed.pdf");
    expect(taken).toMatchObject({
      ok: false,
      error: { code: "damaged", message: expect.stringContaining("a place for a signature that was never made") },
    });
  });
});
