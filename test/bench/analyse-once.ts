import { readFileSync } from "node:fs";
import { Analyser, analyse } from "../../src-shared/language/index.ts";

/**
 * The first analysis of a fresh process, in milliseconds; with `--held` and --expose-gc instead the megabytes that an
 * editor holds after it and after one key stroke more.
 */
const [file, held] = process.argv.slice(2);
if (file === undefined) throw new Error("Name a file");
const text = readFileSync(file, "utf8");

function firstAnalysis(): object {
  const began = performance.now();
  const { diagnostics } = analyse(text);
  return { ms: performance.now() - began, diagnostics: diagnostics.length };
}

function heap(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1e6;
}

function heldByEditor(): object {
  const before = heap();
  const analyser = new Analyser();
  // Counted at the end, so that they are still alive when the heap is looked at.
  const analyses = [analyser.analyse(text), analyser.analyse(`${text}# one key stroke\n`)];
  return { megabytes: heap() - before, analyses: analyses.length };
}

process.stdout.write(JSON.stringify(held === "--held" ? heldByEditor() : firstAnalysis()));
