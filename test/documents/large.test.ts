import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { piecesOf } from "../../src-main/basics/index.ts";
import { sha256Hex, sha256OfFile } from "../../src-main/documents/index.ts";
import { inspect } from "../../src-main/documents/intake/inspect-pdf.ts";
import { ACTIVE } from "../fixtures/active-pdfs.ts";
import { scannedPage, soundPdf } from "../fixtures/pdfs.ts";
import { signedPdf } from "../fixtures/signed.ts";
import { largePdf } from "../service/harness.ts";
import { openDocuments, temporaryFolder } from "./harness.ts";

const DOCUMENTS: readonly (readonly [string, () => Uint8Array | Promise<Uint8Array>])[] = [
  ["a sound one", () => soundPdf(3)],
  ["a scan", () => scannedPage()],
  ["one with a large stream", () => largePdf(1)],
  ["one that others have signed", () => signedPdf(temporaryFolder())],
  ...ACTIVE.slice(0, 6).map(([what, bytes]) => [what, () => bytes] as const),
];

test.each(DOCUMENTS)(
  "%s is kept with the same bytes whether it is written to a file meanwhile or not",
  async (_what, make) => {
    const bytes = await make();
    const folder = temporaryFolder();
    const take = (into: string | null) => inspect(() => Promise.resolve(Uint8Array.from(bytes)), "a.pdf", into);
    const [inMemory, onDisk] = [await take(null), await take(folder)];
    expect(onDisk.intake).toEqual(inMemory.intake);
    expect(onDisk.pdf).toEqual({ path: join(folder, "kept.pdf") });
    const kept = readFileSync(join(folder, "kept.pdf"));
    expect(kept.equals(inMemory.pdf as Uint8Array)).toBe(true);
    expect(sha256Hex(kept)).toBe(onDisk.intake.sha256);
  },
);

test("a large document is taken in and kept, and leaves nothing but itself; taken in again, it is the same", async () => {
  const dir = temporaryFolder();
  const documents = openDocuments(dir);
  const bytes = await largePdf(9);
  const [first, second] = [await documents.intake(bytes, "Scan.pdf"), await documents.intake(bytes, "Scan.pdf")];
  expect(first).toEqual(second);
  if (!first.ok) throw new Error(first.error.message);
  expect(sha256Hex(await documents.blobs.read(first.value.sha256))).toBe(first.value.sha256);
  expect(readdirSync(join(dir, "uploads"))).toEqual([]);
});

test("a large document for which there is no room is the folder's fault, not the document's", async () => {
  const dir = temporaryFolder();
  writeFileSync(join(dir, "uploads"), "a file where the folder belongs");
  const taken = await openDocuments(dir).intake(await largePdf(9), "Scan.pdf");
  expect(taken).toMatchObject({ ok: false, error: { code: "storage_failed" } });
});

test.each([0, 1, 256 * 1024, 256 * 1024 + 1])(
  "a file of %d bytes is read in pieces that are all of it",
  async (size) => {
    const file = join(temporaryFolder(), "file");
    const bytes = Buffer.alloc(size, "abc");
    writeFileSync(file, bytes);
    const pieces: Uint8Array[] = [];
    for await (const piece of piecesOf(file)) pieces.push(Buffer.from(piece));
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
    expect(await sha256OfFile(file)).toBe(sha256Hex(bytes));
  },
);
