import { describe, expect, test } from "vitest";
import { CATALOG, handmadePdf, PAGES, page, soundPdf, stream } from "../fixtures/pdfs.ts";
import {
  FORMS,
  FOUNDLINGS,
  HIDDEN_SCRIPTS,
  LOOKLESS,
  REFERENCES,
  SIGNED_AND_DAMAGED,
  SIGNED_FOUNDLING,
  TURNED_BOXES,
  TWO_READINGS,
} from "../fixtures/two-readings.ts";
import { evidence, SIGNING_TIME, sharedDocuments } from "./harness.ts";
import { READERS } from "./pictures.ts";
import { textOf } from "./poppler.ts";
import { activeContentOf } from "./qpdf.ts";

/** The document as it is kept and read, and as it is sealed. */
async function taken(pdf: Uint8Array) {
  const documents = sharedDocuments();
  const result = await documents.intake(pdf, "contract.pdf");
  if (!result.ok) throw new Error(result.error.message);
  const { sha256, removed } = result.value;
  const request = { evidence: evidence(sha256, { removed }), signingTime: SIGNING_TIME };
  const seal = await documents.seal(request);
  if (!seal.ok) throw new Error(seal.error.message);
  const [kept, sealed] = await Promise.all([sha256, seal.value.sha256].map((hash) => documents.blobs.read(hash)));
  if (kept === undefined || sealed === undefined) throw new Error("not kept");
  return { kept, sealed, intake: result.value };
}

const firstPage = async (pdf: Uint8Array) =>
  (await textOf(pdf, 1, 1))
    .replace(/SIMULATED.*/, "")
    .replace(/\s+/g, " ")
    .trim();

describe("what is sealed is what was seen (decision 0209)", () => {
  test.each(TWO_READINGS)("%s: is read as its table says, and sealed so", async (_what, pdf, shown, hidden) => {
    const { kept, sealed } = await taken(pdf);
    for (const bytes of [kept, sealed]) {
      const text = await firstPage(bytes);
      expect(text).toContain(shown);
      expect(text).not.toContain(hidden);
    }
  });

  test.each(HIDDEN_SCRIPTS)("%s: the script that the table leads to is taken out", async (_what, pdf) => {
    const { kept, intake } = await taken(pdf);
    expect(intake.removed).toEqual(["scripts"]);
    expect(activeContentOf(kept)).toEqual([]);
    expect(Buffer.from(kept).includes("JavaScript")).toBe(false);
  });

  test.each(FORMS)("a form: %s is shown and sealed alike", async (_what, pdf, shown) => {
    const { kept, sealed, intake } = await taken(pdf);
    const text = await firstPage(kept);
    expect(await firstPage(sealed)).toBe(text);
    expect(text).toBe(shown === null ? "Body" : `Body ${shown}`);
    expect(Buffer.from(kept).includes("SECRET")).toBe(false);
    const again = await sharedDocuments().intake(kept, "again.pdf");
    expect(again).toMatchObject({ ok: true, value: { sha256: intake.sha256, removed: [] } });
  });

  test("a signed document whose table does not fit is refused, since to mend it would break its signature", async () => {
    const result = await sharedDocuments().intake(SIGNED_AND_DAMAGED, "signed.pdf");
    expect(result).toMatchObject({
      ok: false,
      error: { code: "damaged", message: expect.stringContaining('"signed.pdf" is digitally signed, and is damaged') },
    });
  });

  test("a file whose tables do not fit is repaired, and its author and the evidence show that", async () => {
    const whole = Buffer.from(await soundPdf(2)).toString("latin1");
    const damaged = Buffer.from(whole.replace(/startxref\s+\d+/, "startxref\n7"), "latin1");
    const { kept, sealed, intake } = await taken(damaged);
    expect(intake).toMatchObject({ pages: 2, removed: ["damage"] });
    expect(await textOf(sealed, 3, 9)).toMatch(/came damaged,\s+and was repaired/);
    const again = await sharedDocuments().intake(kept, "again.pdf");
    expect(again).toMatchObject({ ok: true, value: { sha256: intake.sha256, removed: [] } });
  });

  test.each(REFERENCES)("references that lead %s keep nobody", async (_what, pdf) => {
    expect(await sharedDocuments().intake(pdf, "contract.pdf")).toMatchObject({ ok: true, value: { pages: 1 } });
  });

  /** Both readers show the same, before and after the seal. */
  async function expectOneReading(pdf: Uint8Array) {
    const { kept, sealed, intake } = await taken(pdf);
    const shown = (bytes: Uint8Array, reader: keyof typeof READERS) => READERS[reader](bytes);
    const rows = async (bytes: Uint8Array) =>
      (await shown(bytes, "poppler")).map((row) => row.replaceAll(/(..)/g, (_, gray) => (gray > "7f" ? "." : "#")));
    const others = async (bytes: Uint8Array) =>
      (await shown(bytes, "pdf.js")).map((row) => row.replaceAll(/(..).{6}/g, (_, gray) => (gray > "7f" ? "." : "#")));
    const read = await rows(kept);
    expect(read.join("")).toContain("#");
    expect(await others(kept)).toEqual(read);
    expect((await rows(sealed)).slice(0, read.length)).toEqual(read);
    expect((await others(sealed)).slice(0, read.length)).toEqual(read);
    return { intake, read };
  }

  test.each(FOUNDLINGS)("a page whose parent is not the list that it stands in: %s", async (_what, pdf) => {
    const { intake } = await expectOneReading(pdf);
    expect(intake.removed).toEqual(["damage"]);
  });

  test("a signed one is refused", async () => {
    const result = await sharedDocuments().intake(SIGNED_FOUNDLING, "signed.pdf");
    expect(result).toMatchObject({ ok: false, error: { code: "damaged" } });
  });

  test.each(TURNED_BOXES)("a box that is written from its upper corner: %s", async (_what, pdf) => {
    const { kept, sealed } = await taken(pdf);
    const read = await READERS["pdf.js"](kept);
    expect(read.join("")).toContain("000000ff");
    expect((await READERS["pdf.js"](sealed)).slice(0, read.length)).toEqual(read);
  });

  test.each(LOOKLESS)("an annotation without a look is taken out: %s", async (_what, pdf) => {
    const { intake } = await expectOneReading(pdf);
    expect(intake.removed).toEqual(["annotations"]);
  });

  const signedWith = (...parts: readonly string[]) =>
    handmadePdf([
      CATALOG,
      PAGES,
      page(`/Contents [${parts.map((_, index) => `${index + 5} 0 R`).join(" ")}]`),
      "<< /V << /ByteRange [0 1 2 3] >> >>",
      ...parts.map((part) => stream(part)),
    ]);

  test.each([
    ["a number", ["0 g 0 0 3", "00 300 re f"]],
    ["an operator and the next", ["q", "Q 0 0 9 9 re f"]],
    ["a name", ["/", "F 9 Tf"]],
    ["a comment", ["0 g % red: ", "1 0 0 rg 0 0 9 9 re f"]],
  ])("a signed document in which %s runs from one part of a page into the next is refused", async (_what, parts) => {
    const result = await sharedDocuments().intake(signedWith(...parts), "signed.pdf");
    const message = expect.stringContaining("a word of the content of page 1 runs from one part of it into the next");
    expect(result).toMatchObject({ ok: false, error: { code: "damaged", message } });
  });

  test.each([
    ["line ends", ["q\n", "Q\n"]],
    ["a space", ["q", " Q"]],
    ["brackets", ["BT [(100 %)]", "TJ ET"]],
    ["nothing at all", ["q ", "", "Q"]],
  ])("a signed document whose parts are kept apart by %s is taken as it is", async (_what, parts) => {
    expect(await sharedDocuments().intake(signedWith(...parts), "signed.pdf")).toMatchObject({ ok: true });
  });
});
