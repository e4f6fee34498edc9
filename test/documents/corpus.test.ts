import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { FUZZ_TIMEOUT, inputs } from "../fuzz/effort.ts";
import { evidence, SIGNING_TIME, sharedDocuments, temporaryFolder } from "./harness.ts";
import { READERS } from "./pictures.ts";
import { poppler } from "./poppler.ts";

/** Documents as other programs write them (test/fixtures/corpus/make-corpus.sh); `npm run fuzz` takes all. */
const CORPUS = new URL("../fixtures/corpus/", import.meta.url);
const files = readdirSync(CORPUS).filter((name) => name.endsWith(".pdf"));
const count = Math.min(files.length, inputs(8));
const taken = Array.from({ length: count }, (_, at) => files[Math.floor((at * files.length) / count)] ?? "");

/** As qpdf's own check ends: 0 is sound. */
function checkedByQpdf(pdf: Uint8Array): number | null {
  const file = join(temporaryFolder(), "file.pdf");
  writeFileSync(file, pdf);
  return spawnSync("qpdf", ["--check", file]).status;
}

/** What MuPDF complains of while it draws every page. */
function complaintsOfMupdf(pdf: Uint8Array): readonly string[] {
  const file = join(temporaryFolder(), "file.pdf");
  writeFileSync(file, pdf);
  const { status, stderr } = spawnSync(
    "mutool",
    ["draw", "-q", "-r", "20", "-F", "png", "-o", join(temporaryFolder(), "%d.png"), file],
    { encoding: "utf8" },
  );
  return [...new Set(stderr.split("\n")), ...(status === 0 ? [] : [`It ended with ${status}.`])];
}

describe("documents of other programs are sealed, and their pages stay as they were", { timeout: FUZZ_TIMEOUT }, () => {
  test.each(taken)("%s", async (name) => {
    const documents = sharedDocuments();
    const upload = readFileSync(new URL(name, CORPUS));
    const intake = await documents.intake(upload, name);
    if (!intake.ok) throw new Error(intake.error.message);
    const { sha256, removed } = intake.value;
    // A form becomes part of its page.
    expect(removed).toEqual(name === "pdftex-form.pdf" ? ["forms"] : []);
    const seal = await documents.seal({ evidence: evidence(sha256, { removed }), signingTime: SIGNING_TIME });
    if (!seal.ok) throw new Error(seal.error.message);
    const [kept, sealed] = [await documents.blobs.read(sha256), await documents.blobs.read(seal.value.sha256)];

    const report = await poppler("pdfsig", sealed);
    expect(report).toContain("Signature is Valid.");
    expect(report).toContain("Total document signed");
    expect([checkedByQpdf(kept), checkedByQpdf(sealed)]).toEqual([0, 0]);

    expect(complaintsOfMupdf(upload)).toEqual(expect.arrayContaining([...complaintsOfMupdf(sealed)]));

    const shown = READERS.poppler;
    const read = await shown(kept);
    if (removed.length === 0) expect(await shown(upload)).toEqual(read);
    // Below the page stands the strip of the footer alone.
    expect((await shown(sealed)).slice(0, read.length)).toEqual(read);
  });
});
