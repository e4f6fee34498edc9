import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { soundPdf } from "../fixtures/pdfs.ts";
import { sharedDocuments, temporaryFolder } from "./harness.ts";

/** A document of two pages as another program writes it. */
async function written(...options: readonly string[]): Promise<Uint8Array> {
  const [from, to] = ["from.pdf", "to.pdf"].map((file) => join(temporaryFolder(), file)) as [string, string];
  writeFileSync(from, await soundPdf(2));
  execFileSync("qpdf", [...options, from, to]);
  return readFileSync(to);
}

const taken = (pdf: Uint8Array) => sharedDocuments().intake(pdf, "contract.pdf");

test.each([
  ["packed objects, whose table has a predictor", ["--object-streams=generate"]],
  ["packed objects, made for the web", ["--object-streams=generate", "--linearize"]],
  ["made for the web", ["--linearize"]],
])("another program's document is taken as it is: %s", async (_what, options) => {
  expect(await taken(await written(...options))).toMatchObject({ ok: true, value: { pages: 2, removed: [] } });
});

test.each([
  ["40 bits", ["--allow-weak-crypto", "--encrypt", "", "owner", "40", "--"]],
  ["128 bits", ["--allow-weak-crypto", "--encrypt", "", "owner", "128", "--use-aes=y", "--"]],
  ["256 bits, with packed objects", ["--object-streams=generate", "--encrypt", "", "owner", "256", "--"]],
  ["256 bits, made for the web", ["--object-streams=generate", "--linearize", "--encrypt", "me", "owner", "256", "--"]],
])("encrypted, whatever the kind: %s", async (_what, options) => {
  expect(await taken(await written(...options))).toMatchObject({ ok: false, error: { code: "encrypted" } });
});
