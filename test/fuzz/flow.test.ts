import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { conditionOf } from "../../src-shared/flow/index.ts";
import type { FlowShape } from "../fixtures/flow-shape.ts";
import { flow as randomFlow, type Step, steps } from "../fixtures/random-flow.ts";
import { FUZZ_TIMEOUT, inputs } from "./effort.ts";
import { race } from "./race.ts";

const REGRESSIONS = join(import.meta.dirname, "regressions");
const SEEDS = [20_260_302, 20_260_303, 20_260_304, 20_260_305];
const RUNS_PER_SEED = inputs(250);

/** A run that once failed, as small as it could be made: the flow itself, so that no generator is needed to replay it. */
interface Regression {
  readonly about: string;
  readonly shape: FlowShape;
  readonly script: readonly Step[];
}

function keep(name: string, regression: Regression): string {
  mkdirSync(REGRESSIONS, { recursive: true });
  const file = join(REGRESSIONS, `${name}.json`);
  writeFileSync(file, `${JSON.stringify(regression, null, 2)}\n`);
  return file;
}

describe("the engine against the naive model", { timeout: FUZZ_TIMEOUT }, () => {
  const kept = readdirSync(REGRESSIONS).filter((name) => /^flow-.*\.json$/.test(name));
  it.each(kept)("regression %s", (name) => {
    const { shape, script }: Regression = JSON.parse(readFileSync(join(REGRESSIONS, name), "utf8"));
    race(shape, script);
  });

  it.each(SEEDS)("G2–G16, U1, U3, C1, C3, Mail: the same answers to the same random commands, seed %i", (seed) => {
    const reached = new Set<string>();
    const property = fc.property(randomFlow, steps, (shape, script) => {
      reached.add(conditionOf(race(shape, script).flow.state));
    });
    const result = fc.check(property, { seed, numRuns: RUNS_PER_SEED });
    if (result.failed) {
      const [shape, script] = result.counterexample ?? [];
      const about = String(result.errorInstance);
      if (shape === undefined || script === undefined) throw new Error(about);
      const file = keep(`flow-${seed}`, { about, shape, script });
      throw new Error(`The run is kept in ${file} and replayed from now on.\n${about}`);
    }
    // The generator is no good if it leaves a condition unvisited.
    const all = ["canceled", "completed", "failed", "finalising", "in_progress", "timed_out", "trashed"];
    expect([...reached].sort()).toEqual(all);
  });
});
