import { promisify } from "node:util";
import { inflate } from "node:zlib";
import { nodeCrypto } from "../../src-main/documents/seal/cms.ts";
import { type JudgeSeal, judgePdfSeal } from "../../src-shared/evidence/index.ts";

/** Judges seals as the page in a bundle does, by their bytes alone. */
export const checkSeal: JudgeSeal = (pdf) => judgePdfSeal(pdf, nodeCrypto, promisify<Uint8Array, Buffer>(inflate));
