import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { MAX_DOCUMENT_BYTES } from "../../src-main/documents/index.ts";
import { troubleWith } from "../../src-main/workspace/due-work/sealing.ts";
import { bombPdf, CATALOG, encryptedPdf, handmadePdf, PAGES, page, soundPdf, stream } from "../fixtures/pdfs.ts";
import { openDocuments, sealed, sharedDocuments, temporaryFolder } from "./harness.ts";

describe("intake: what is accepted", () => {
  test("a sound PDF tells its hash, size, pages and title, and is kept as a blob", async () => {
    const documents = sharedDocuments();
    const pdf = await soundPdf(3, "What the file says of itself");
    const result = await documents.intake(pdf, "loan-agreement.pdf");
    const sha256 = createHash("sha256").update(pdf).digest("hex");
    expect(result).toEqual({
      ok: true,
      value: { sha256, size: pdf.length, pages: 3, title: "Loan agreement", removed: [] },
    });
    expect(Buffer.from(await documents.blobs.read(sha256)).equals(pdf)).toBe(true);
  });

  test.each([
    ["C:\\papers\\Avtal Öberg.PDF", "Avtal Öberg"],
    ["2027-01_annex.pdf", "2027 01 annex"],
    ["Annex A-B.pdf", "Annex A-B"],
    ["årsavtal.pdf", "Årsavtal"],
    ["\u202e.pdf", "Document"],
    [".pdf", "Document"],
    [`${"x".repeat(300)}.pdf`, `X${"x".repeat(199)}`],
  ])("a document's title comes from the name of its file: %s", async (fileName, title) => {
    const result = await sharedDocuments().intake(await soundPdf(1, "What the file says of itself"), fileName);
    expect(result).toMatchObject({ ok: true, value: { title } });
  });

  test("a blank page is a page", async () => {
    const documents = sharedDocuments();
    const result = await documents.intake(handmadePdf([CATALOG, PAGES, page()]), "blank.pdf");
    expect(result).toMatchObject({ ok: true, value: { pages: 1 } });
  });

  test("a document that already carries a signature is accepted", async () => {
    const documents = sharedDocuments();
    const signature = "<< /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 1 2 3] /Contents <00> >>";
    const pdf = handmadePdf([
      "<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] /SigFlags 3 >> >>",
      PAGES,
      page("/Annots [4 0 R]"),
      "<< /Type /Annot /Subtype /Widget /FT /Sig /T (Sig) /Rect [0 0 0 0] /V 5 0 R >>",
      signature,
    ]);
    expect(await documents.intake(pdf, "signed.pdf")).toMatchObject({ ok: true, value: { removed: ["signatures"] } });
  });
});

async function refusal(bytes: Uint8Array, name = "contract.pdf"): Promise<{ code: string; message: string }> {
  const documents = sharedDocuments();
  const result = await documents.intake(bytes, name);
  if (result.ok) throw new Error("accepted");
  expect(result.error.message).toContain(`"${name}"`);
  return result.error;
}

/** The library looks for what a page inherits up to the root, which is not the end here. */
/** Each form draws the next one twice. */
function drawingBomb(forms: number): Uint8Array {
  const form = (next: number) =>
    stream("/X Do /X % twice\n Do", `/Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X ${next} 0 R >> >>`);
  const last = stream("0 0 9 9 re f", "/Subtype /Form /BBox [0 0 9 9]");
  const resources = "/Resources << /XObject << /X 5 0 R >> >>";
  const chain = Array.from({ length: forms }, (_, index) => form(6 + index));
  return handmadePdf([CATALOG, PAGES, page(`/Contents 4 0 R ${resources}`), stream("/X Do"), ...chain, last]);
}

const CIRCLE = "<< /Type /Pages /Kids [3 0 R] /Count 1 /Parent 2 0 R >>";
/** Each level names the next one thirty times. */
const pagesBomb = (at: number) => `<< /Type /Pages /Kids [${`${at === 7 ? 3 : at + 1} 0 R `.repeat(30)}] /Count 1 >>`;
const LOOP = "<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 1 >>";

describe("intake: what is refused, with a code and a sentence", () => {
  test("empty", async () => {
    expect((await refusal(new Uint8Array())).code).toBe("empty");
  });

  test("a text file that is called .pdf", async () => {
    const error = await refusal(Buffer.from("Dear Sirs,\n%%EOF\n"), "letter.pdf");
    expect(error.code).toBe("not_a_pdf");
    expect(error.message).toBe(
      '"letter.pdf" is not a PDF, whatever its name says: it does not begin with "%PDF-". Export it as a PDF first.',
    );
  });

  test("over 50 MiB, before anything of it is parsed", async () => {
    const error = await refusal(new Uint8Array(MAX_DOCUMENT_BYTES + 1));
    expect(error).toMatchObject({ code: "too_large", message: expect.stringContaining("50 MiB") });
  });

  test("exactly 50 MiB is not too large", async () => {
    expect((await refusal(new Uint8Array(MAX_DOCUMENT_BYTES))).code).toBe("not_a_pdf");
  });

  test("encrypted", async () => {
    expect((await refusal(encryptedPdf())).code).toBe("encrypted");
  });

  test("cut off at any tenth of its length", async () => {
    const whole = await soundPdf(5);
    for (let tenth = 1; tenth < 10; tenth += 1) {
      const error = await refusal(whole.subarray(0, Math.floor((whole.length * tenth) / 10)));
      expect(error.code).toBe("damaged");
    }
  });

  test.each([
    ["nothing but a header and an end", Buffer.from("%PDF-1.7\nnothing\n%%EOF\n")],
    ["no pages", handmadePdf([CATALOG, "<< /Type /Pages /Kids [] /Count 0 >>"])],
    ["a page tree that is its own child", handmadePdf([CATALOG, "<< /Type /Pages /Kids [2 0 R] /Count 1 >>"])],
    ["a page that is missing", handmadePdf([CATALOG, PAGES])],
    ["a page whose content is missing", handmadePdf([CATALOG, PAGES, page("/Contents 9 0 R")])],
    ["a page without a size", handmadePdf([CATALOG, PAGES, "<< /Type /Page /Parent 2 0 R >>"])],
    ["no page tree", handmadePdf(["<< /Type /Catalog >>", stream("")])],
    ["a page tree whose branches lead back", handmadePdf([CATALOG, LOOP, page(), "<< /Type /Pages /Kids [2 0 R] >>"])],
    ["arrays 200,000 deep", handmadePdf([CATALOG, PAGES, page(`/X ${"[".repeat(200_000)}${"]".repeat(200_000)}`)])],
  ])("damaged: %s", async (_what, bytes) => {
    expect((await refusal(bytes)).code).toBe("damaged");
  });

  test.each([
    ["turned by 45 degrees", page("/Rotate 45"), "page 1 is turned by 45 degrees"],
    ["turned by half a degree", page("/Rotate 0.5"), "page 1 is turned by 0.5 degrees"],
    ["turned by a word", page("/Rotate /Left"), null],
    ["with words for a size", "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 /A /B] >>", null],
    ["with half a size", "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100] >>", null],
    ["flat", "<< /Type /Page /Parent 2 0 R /MediaBox [10 10 10 500] >>", "page 1 has no size"],
    ["that shows words", page("/CropBox [0 0 /A /B]"), null],
    ["that shows half a box", page("/CropBox [0 0 9]"), null],
  ])("a page %s is refused in a sentence", async (_what, written, sentence) => {
    const error = await refusal(handmadePdf([CATALOG, PAGES, written]));
    expect(error).toMatchObject({
      code: "damaged",
      message: expect.stringMatching(/^"contract\.pdf" is damaged: .*\.$/),
    });
    if (sentence !== null) expect(error.message).toContain(sentence);
  });

  test.each([
    ["turned backwards", page("/Rotate -90")],
    ["turned more than once", page("/Rotate 450")],
    ["whose corners are swapped", "<< /Type /Page /Parent 2 0 R /MediaBox [300 500 0 0] >>"],
    ["below zero", "<< /Type /Page /Parent 2 0 R /MediaBox [-300 -500 0 0] >>"],
    ["that shows what lies outside of it", page("/CropBox [5000 5000 6000 6000]")],
    ["that shows more than itself", page("/CropBox [-100 -100 9000 9000]")],
    ["that shows nothing", page("/CropBox [0 0 0 0]")],
  ])("a page %s is sealed", async (_what, written) => {
    const pdf = await sealed(sharedDocuments(), handmadePdf([CATALOG, PAGES, written]));
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  });

  test("a list of pages that has itself for a parent is the first one all the same", async () => {
    const taken = await sharedDocuments().intake(handmadePdf([CATALOG, CIRCLE, page()]), "contract.pdf");
    expect(taken).toMatchObject({ ok: true, value: { pages: 1, removed: ["damage"] } });
  });

  test.each([
    ["2,000 pages", () => soundPdf(2_001)],
    ["1,000,000 drawings within drawings", () => drawingBomb(30)],
    [
      "20,000 points",
      () => handmadePdf([CATALOG, PAGES, "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 1000000 1000000] >>"]),
    ],
    [
      "1,000,000,000 pixels",
      () => handmadePdf([CATALOG, PAGES, page(), stream("", "/Subtype /Image /Width 100000 /Height 100000")]),
    ],
    [
      "100,000,000 tiles",
      () => handmadePdf([CATALOG, PAGES, page(), stream("", "/PatternType 1 /XStep 0.01 /YStep 0.01")]),
    ],
    [
      "10,000 parts of the content of one page",
      () => handmadePdf([CATALOG, PAGES, page(`/Contents [${"4 0 R ".repeat(10_001)}]`), stream("")]),
    ],
    ["200,000 objects", () => handmadePdf([CATALOG, PAGES, page(), ...Array.from({ length: 200_000 }, () => "1")])],
    [
      "2,000 pages",
      () => handmadePdf([CATALOG, pagesBomb(3), page(), pagesBomb(4), pagesBomb(5), pagesBomb(6), pagesBomb(7)]),
    ],
  ])("too complex: more than %s", async (what, make) => {
    const error = await refusal(await make());
    expect(error).toMatchObject({ code: "too_complex", message: expect.stringContaining(`more than ${what}`) });
  });

  test("a full or read-only folder is the folder's fault, not the document's", async () => {
    const dir = temporaryFolder();
    const documents = openDocuments(dir);
    await writeFile(join(dir, "blobs"), "a file where the folder belongs");
    const result = await documents.intake(await soundPdf(1), "contract.pdf");
    expect(result).toMatchObject({ ok: false, error: { code: "storage_failed" } });
  });
});

/** Sound, and long to read. */
const longPdf = () =>
  handmadePdf([CATALOG, PAGES, page(), ...Array.from({ length: 190_000 }, () => "<< /A [<< /B (x) >>] >>")]);

describe("intake: a hostile document stops itself only", () => {
  test("one that unpacks to gigabytes is ended, and the next one is served", async () => {
    const documents = openDocuments(temporaryFolder(), { memoryLimit: 200 * 1024 * 1024 });
    const [bomb, sound] = await Promise.all([
      documents.intake(bombPdf(2048), "bomb.pdf"),
      documents.intake(await soundPdf(2), "sound.pdf"),
    ]);
    expect(bomb).toMatchObject({ ok: false, error: { code: "too_complex" } });
    expect(sound).toMatchObject({ ok: true, value: { pages: 2 } });
  });

  test("one that takes too long is ended, and the next task is served", async () => {
    // Of processor time; a worker that is not done after twenty times that by the clock counts as stuck, also on a busy machine.
    const documents = openDocuments(temporaryFolder(), { timeLimit: { intake: 500 } });
    const slow = documents.intake(longPdf(), "slow.pdf");
    const next = documents.verifySeal(await soundPdf(2));
    expect(await slow).toMatchObject({ ok: false, error: { code: "too_complex" } });
    expect(await next).toMatchObject({ valid: false, reason: "the file has no signature" });
  });

  test("only processor time counts: one that waits for its machine is taken in, one that is stuck can be tried again", async () => {
    const dir = temporaryFolder();
    const path = (name: string) => join(dir, name);
    execFileSync("mkfifo", [path("slow.pdf"), path("stuck.pdf")]);
    const limit = 1_500;
    const taken = openDocuments(join(dir, "a"), { timeLimit: { intake: limit } }).intake(
      { path: path("slow.pdf") },
      "slow.pdf",
    );
    // A worker counts as stuck after twenty times its limit by the clock: for the first one its limit has passed by then.
    const hasty = openDocuments(join(dir, "b"), { timeLimit: { intake: limit / 15 } });
    const stuck = await hasty.intake({ path: path("stuck.pdf") }, "stuck.pdf");
    if (stuck.ok) throw new Error("taken");
    expect(stuck.error).toMatchObject({ code: "worker_failed", message: expect.stringContaining("Try again") });
    // A seal that meets this waits, as on a full disk, and loses none of its tries [G5].
    expect(troubleWith(stuck.error)).toBe("busy");
    await writeFile(path("slow.pdf"), await soundPdf(2));
    // The pipe is opened once: what was written goes with a reader that closes it.
    expect(await taken).toMatchObject({ ok: true, value: { pages: 2 } });
  });

  test("short ones and seals do not wait for a long one", async () => {
    const documents = openDocuments(temporaryFolder());
    const short = await soundPdf(1);
    const pdf = longPdf();
    await sealed(documents, short);
    let long: unknown = "under way";
    void documents.intake(pdf, "long.pdf").then((result) => {
      long = result;
    });
    const taken = await Promise.all(Array.from({ length: 5 }, () => documents.intake(short, "short.pdf")));
    await sealed(documents, short);
    expect(long).toBe("under way");
    expect(taken).toMatchObject(Array.from({ length: 5 }, () => ({ ok: true })));
    await documents.close();
    expect(long).toMatchObject({ ok: false, error: { code: "closed" } });
  });

  test("small ones that take long move on, or begin anew, and each has its own answer", async () => {
    const documents = openDocuments(temporaryFolder());
    const short = await soundPdf(1);
    const slow = Array.from({ length: 3 }, (_, n) => documents.intake(bombPdf(25 + n), "slow.pdf"));
    const quick = Array.from({ length: 3 }, () => documents.intake(short, "short.pdf"));
    const answers = await Promise.all([...quick, ...slow]);
    expect(answers).toMatchObject(answers.map(() => ({ ok: true, value: { pages: 1 } })));
  });

  test("many at once are served, each with its own answer", async () => {
    const documents = sharedDocuments();
    const counts = [1, 2, 3, 4, 5];
    const pdfs = await Promise.all(counts.map((count) => soundPdf(count)));
    const results = await Promise.all(pdfs.map((pdf, index) => documents.intake(pdf, `${index}.pdf`)));
    expect(results.map((result) => (result.ok ? result.value.pages : result.error))).toEqual(counts);
  });

  test("closing answers what waits and what comes later", async () => {
    const documents = sharedDocuments();
    const pdf = await soundPdf(1);
    const waiting = [documents.intake(pdf, "a.pdf"), documents.intake(pdf, "b.pdf")];
    await documents.close();
    for (const result of [...(await Promise.all(waiting)), await documents.intake(pdf, "c.pdf")]) {
      expect(result).toMatchObject({ ok: false, error: { code: "closed" } });
    }
  });
});
