import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { HARMLESS } from "../fixtures/active-pdfs.ts";
import { activePdf, soundPdf } from "../fixtures/pdfs.ts";
import { FUZZ_TIMEOUT, inputs } from "../fuzz/effort.ts";
import { evidence, SIGNING_TIME, sharedDocuments } from "./harness.ts";
import { poppler } from "./poppler.ts";

/** Files that once failed; each is kept. */
const KEPT = join(import.meta.dirname, "mutations");
const ROUNDS = inputs(40);
const REFUSALS = ["damaged", "not_a_pdf", "encrypted", "too_complex", "signed_and_active"];

/** Refused with a reason, or sealed so that another reader accepts it. Answers which. */
async function isSealed(bytes: Uint8Array): Promise<boolean> {
  const documents = sharedDocuments();
  const taken = await documents.intake(bytes, "mutated.pdf");
  if (!taken.ok) {
    expect(REFUSALS).toContain(taken.error.code);
    expect(taken.error.message).toContain(taken.error.code === "too_complex" ? "document" : "mutated.pdf");
    return false;
  }
  const { sha256, removed } = taken.value;
  const result = await documents.seal({ evidence: evidence(sha256, { removed }), signingTime: SIGNING_TIME });
  if (!result.ok) throw new Error(result.error.message);
  const report = await poppler("pdfsig", await documents.blobs.read(result.value.sha256));
  expect(report).toContain("Signature is Valid.");
  expect(report).toContain("Total document signed");
  return true;
}

test(
  `${ROUNDS} damaged documents, fixed seed: each is refused with a reason, or sealed`,
  async () => {
    for (const file of globSync(join(KEPT, "*.pdf"))) await isSealed(readFileSync(file));
    const bases = [await soundPdf(3), await activePdf(), ...HARMLESS.map(([, pdf]) => pdf)];
    let state = 20261122;
    const random = (below: number): number => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return (state >>> 8) % below;
    };
    let accepted = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const bytes = Buffer.from(bases[round % bases.length] ?? []);
      for (let change = random(4); change >= 0; change -= 1) {
        const at = random(bytes.length);
        if (random(3) > 0) bytes[at] = random(256);
        else bytes.copyWithin(at, random(bytes.length), random(bytes.length));
      }
      try {
        if (await isSealed(bytes)) accepted += 1;
      } catch (error) {
        throw new Error(`Round ${round}; keep this file in ${KEPT}: ${bytes.toString("base64")}`, { cause: error });
      }
    }
    expect(accepted).toBeGreaterThan(ROUNDS / 6);
  },
  FUZZ_TIMEOUT,
);
