import { readFileSync } from "node:fs";
import { Analyser, analyse } from "../../src-shared/language/index.ts";

/** The first analysis of a fresh process: its milliseconds, and with --expose-gc the megabytes that an editor then holds. */
const file = process.argv[2];
if (file === undefined) throw new Error("Name a file");
const text = readFileSync(file, "utf8");
const began = performance.now();
const { diagnostics } = analyse(text);
const ms = performance.now() - began;

function held(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1e6;
}

const before = held();
const analyser = new Analyser();
// Kept alive on purpose: what an editor has at hand.
const analyses = [analyser.analyse(text), analyser.analyse(`${text}# one key stroke\n`)];
const megabytes = held() - before;
process.stdout.write(JSON.stringify({ ms, megabytes, diagnostics: diagnostics.length, analyses: analyses.length }));
