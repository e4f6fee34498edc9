import { createHash } from "node:crypto";
import { PDFDocument } from "pdf-lib";
import { describe, expect, test } from "vitest";
import { ACTIVE, HARMLESS, nestedActivePdf } from "../fixtures/active-pdfs.ts";
import { handmadePdf, PAGES, page } from "../fixtures/pdfs.ts";
import { FUZZ_TIMEOUT, inputs } from "../fuzz/effort.ts";
import { evidence, SIGNING_TIME, sharedDocuments } from "./harness.ts";
import { poppler, textOf } from "./poppler.ts";
import { activeContentOf } from "./qpdf.ts";

const NESTED = inputs(15);

/** As it is kept, and as it is sealed. */
async function taken(pdf: Uint8Array) {
  const documents = sharedDocuments();
  const result = await documents.intake(pdf, "contract.pdf");
  if (!result.ok) throw new Error(result.error.message);
  const { removed, sha256 } = result.value;
  const kept = await documents.blobs.read(sha256);
  const sealed = await documents.seal({ evidence: evidence(sha256, { removed }), signingTime: SIGNING_TIME });
  if (!sealed.ok) throw new Error(sealed.error.message);
  return { intake: result.value, kept, sealed: await documents.blobs.read(sealed.value.sha256) };
}

/** Whether a name stands anywhere in it. */
async function says(pdf: Uint8Array, key: string): Promise<boolean> {
  const { context } = await PDFDocument.load(pdf, { updateMetadata: false });
  return context.enumerateIndirectObjects().some(([, object]) => new RegExp(`/${key}\\b`).test(object.toString()));
}

/** The same document with its objects inside object streams. */
async function packed(pdf: Uint8Array): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  return document.save({ useObjectStreams: true, updateFieldAppearances: false, addDefaultPage: false });
}

describe("active content is taken out before anybody reads the document", () => {
  test.each(ACTIVE)("%s: not kept, nor found in an object stream", async (_what, pdf, kind) => {
    const documents = sharedDocuments();
    for (const bytes of [pdf, await packed(pdf)]) {
      const result = await documents.intake(bytes, "contract.pdf");
      if (!result.ok) throw new Error(result.error.message);
      const { removed, sha256, size } = result.value;
      const kept = await documents.blobs.read(sha256);
      expect(removed).toContain(kind);
      expect(sha256).toBe(createHash("sha256").update(kept).digest("hex"));
      expect(size).toBe(kept.length);
      expect(activeContentOf(kept)).toEqual([]);
    }
  });

  // A seal works on what is kept; one of each kind is enough.
  const oneOfEach = [...new Map(ACTIVE.map(([what, pdf, kind]) => [kind, [what, pdf] as const])).values()];
  test.each(oneOfEach)("%s: not sealed, and nothing is left to take out", async (_what, pdf) => {
    const { intake, kept, sealed } = await taken(pdf);
    expect(activeContentOf(sealed)).toEqual([]);
    const again = await sharedDocuments().intake(kept, "again.pdf");
    expect(again).toMatchObject({ ok: true, value: { removed: [], sha256: intake.sha256 } });
  });

  test("the same document becomes the same one each time", async () => {
    for (const [, pdf] of oneOfEach) {
      const [one, two] = await Promise.all(["a.pdf", "b.pdf"].map((file) => sharedDocuments().intake(pdf, file)));
      if (!one?.ok || !two?.ok) throw new Error("refused");
      expect(one.value.sha256).toBe(two.value.sha256);
    }
  });

  test.each(HARMLESS)("%s: kept, and nothing is told", async (_what, pdf) => {
    const { intake, kept } = await taken(pdf);
    expect(intake.removed).toEqual([]);
    const again = await sharedDocuments().intake(kept, "again.pdf");
    expect(again).toMatchObject({ ok: true, value: { removed: [], sha256: intake.sha256 } });
    for (const key of ["URI", "GoTo", "Next", "Layout", "JS", "Highlight", "Locked"])
      expect([key, await says(kept, key)]).toEqual([key, await says(pdf, key)]);
  });

  test(`${NESTED} documents with active content nested at random, fixed seed`, { timeout: FUZZ_TIMEOUT }, async () => {
    let state = 20261122;
    const pick = (below: number): number => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return (state >>> 8) % below;
    };
    for (let round = 0; round < NESTED; round += 1) {
      const pdf = nestedActivePdf(pick);
      const result = await sharedDocuments().intake(pdf, "nested.pdf");
      if (!result.ok) throw new Error(result.error.message);
      expect(activeContentOf(await sharedDocuments().blobs.read(result.value.sha256)), `round ${round}`).toEqual([]);
    }
  });

  test("a document from before that is sealed without it, and the evidence says so", async () => {
    const documents = sharedDocuments();
    const [, pdf] = ACTIVE[0] ?? [];
    const sha256 = await documents.blobs.put(pdf ?? new Uint8Array());
    const result = await documents.seal({ evidence: evidence(sha256), signingTime: SIGNING_TIME });
    if (!result.ok) throw new Error(result.error.message);
    const sealed = await documents.blobs.read(result.value.sha256);
    expect(activeContentOf(sealed)).toEqual([]);
    expect((await textOf(sealed, 2)).replace(/\s+/g, " ")).toContain(
      "The seal has taken out of the document: scripts.",
    );
  });

  test("the evidence page says what was taken out", async () => {
    const [, pdf] = ACTIVE.find(([what]) => what === "an embedded file") ?? [];
    const { sealed } = await taken(pdf ?? new Uint8Array());
    const text = (await textOf(sealed, 2)).replace(/\s+/g, " ");
    expect(text).toContain("When the document came, attached files were taken out of it, before anybody read it.");
    expect(await poppler("pdfsig", sealed)).toContain("Signature is Valid.");
  });

  test("a digitally signed one is refused: it cannot be taken out without breaking the signature", async () => {
    const pdf = handmadePdf([
      "<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] /SigFlags 3 >> /OpenAction << /S /JavaScript /JS (1) >> >>",
      PAGES,
      page("/Annots [4 0 R]"),
      "<< /Type /Annot /Subtype /Widget /FT /Sig /T (Sig) /Rect [0 0 0 0] /V 5 0 R >>",
      "<< /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 1 2 3] /Contents <00> >>",
    ]);
    const result = await sharedDocuments().intake(pdf, "contract.pdf");
    expect(result).toMatchObject({ ok: false, error: { code: "signed_and_active" } });
    if (!result.ok) expect(result.error.message).toContain("is digitally signed and holds scripts");
  });

  test("what the screen shows of layers stays: a layer that is off for viewing is off", async () => {
    const [, pdf] = ACTIVE.find(([what]) => what === "a layer that is printed alone") ?? [];
    const { kept } = await taken(pdf ?? new Uint8Array());
    const text = (await PDFDocument.load(kept)).catalog.toString();
    expect(text).toMatch(/\/OCProperties/);
    expect(text.replace(/\s+/g, " ")).toMatch(/\/OFF \[ \d+ 0 R \]/);
  });
});
