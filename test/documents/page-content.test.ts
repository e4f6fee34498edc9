import { PDFDocument } from "pdf-lib";
import { describe, expect, test } from "vitest";
import {
  fieldOver,
  INLINE_IMAGES,
  OTHER_CONTENT,
  splitNumber,
  UNBALANCED,
  UNDER_FIELDS,
} from "../fixtures/odd-content-pdfs.ts";
import { soundPdf } from "../fixtures/pdfs.ts";
import { evidence, SIGNING_TIME, sharedDocuments } from "./harness.ts";
import { READERS, type Rows, textOf } from "./pictures.ts";

const results = new Map<Uint8Array, ReturnType<typeof take>>();

/** Kept and sealed once for all readers. */
function taken(pdf: Uint8Array): ReturnType<typeof take> {
  const known = results.get(pdf) ?? take(pdf);
  results.set(pdf, known);
  return known;
}

async function take(pdf: Uint8Array) {
  const documents = sharedDocuments();
  const result = await documents.intake(pdf, "contract.pdf");
  if (!result.ok) throw new Error(result.error.message);
  const seal = await documents.seal({ evidence: evidence(result.value.sha256), signingTime: SIGNING_TIME });
  if (!seal.ok) throw new Error(seal.error.message);
  const [kept, sealed] = [result.value.sha256, seal.value.sha256].map((hash) => documents.blobs.read(hash));
  if (kept === undefined || sealed === undefined) throw new Error("not kept");
  return { kept: await kept, sealed: await sealed };
}

/** What the seal's strip shows to the right of the footer's line, where nothing of ours stands. */
const besideFooter = (rows: Rows): readonly string[] =>
  rows.slice(400).map((row) => row.slice(-20 * (row.length / 300)));

/** Numbers of the rows that are not alike. */
const differing = (rows: Rows, others: Rows): readonly number[] =>
  Array.from({ length: Math.max(rows.length, others.length) }, (_, row) => row).filter(
    (row) => rows[row] !== others[row],
  );

describe.each(Object.entries(READERS))(
  "what is sealed looks as it was seen, in %s (decision 0209)",
  (_reader, shown) => {
    test.each([...UNBALANCED, ...INLINE_IMAGES, ...OTHER_CONTENT, ...UNDER_FIELDS])("%s", async (_what, pdf) => {
      const { kept, sealed } = await taken(pdf);
      const [read, after] = [await shown(kept), await shown(sealed)];
      expect(differing(after.slice(0, 400), read)).toEqual([]);
      expect(besideFooter(after).join("")).toMatch(/^f+$/);
    });

    test.each([...INLINE_IMAGES, ...OTHER_CONTENT])("%s is kept as it came", async (_what, pdf) => {
      const { kept } = await taken(pdf);
      expect(differing(await shown(kept), await shown(pdf))).toEqual([]);
    });

    test.each(UNDER_FIELDS)("a form's field over %s stays where it was", async (_what, pdf) => {
      const { kept } = await taken(pdf);
      expect(differing(await shown(kept), await shown(pdf))).toEqual([]);
    });
  },
);

test("a word ends with its part of a page's content, in every reader (decision 0209)", async () => {
  const { kept } = await taken(splitNumber);
  const isBlank = (rows: Rows) => /^f+$/.test(rows.at(-1) ?? "");
  // pdf.js by itself reads on, and paints the whole page.
  expect(isBlank(await READERS["pdf.js"](splitNumber))).toBe(false);
  for (const shown of Object.values(READERS)) expect(isBlank(await shown(kept))).toBe(true);
});

test("what a form's field says is text of the page, for screen readers and search (decision 0209)", async () => {
  const form = await PDFDocument.load(await soundPdf(1));
  const field = form.getForm().createTextField("name");
  field.setText("Wilma Ek");
  field.addToPage(form.getPage(0), { x: 50, y: 300, width: 200, height: 24 });
  const { kept } = await taken(await form.save());
  expect(await textOf(kept)).toContain("Wilma Ek");
});

test.each(["", ")"])("content with one very long string and '%s' behind it is taken", async (end) => {
  const { kept } = await taken(fieldOver(`(${"a".repeat(990_000)}${end}`));
  expect(kept.length).toBeGreaterThan(0);
});
