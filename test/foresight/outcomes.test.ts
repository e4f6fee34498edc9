import fc from "fast-check";
import { expect, test } from "vitest";
import { begin, take } from "../../src-shared/foresight/graph/steps.ts";
import {
  DEFAULT_ASSUMPTIONS,
  explore,
  type Label,
  namesOf,
  type Outcome,
  readLabel,
} from "../../src-shared/foresight/index.ts";
import { outcomesOf } from "../../src-shared/foresight/outcomes.ts";
import type { CheckedDraft } from "../../src-shared/language/index.ts";
import { startCommand } from "../fixtures/flow-shape.ts";
import { flow as randomFlow } from "../fixtures/random-flow.ts";
import { FUZZ_TIMEOUT, inputs } from "../fuzz/effort.ts";

/** What is reported once: the status, and who ends the flow, or where time runs out. */
function keyOf({ status, stage, trace }: Outcome): string {
  return `${status} ${status === "timed_out" ? stage : status === "failed" ? (trace.at(-1)?.who ?? "the author") : ""}`;
}

function labelIn(draft: CheckedDraft, text: string): Label {
  const label = readLabel(text, namesOf(draft));
  if (!("kind" in label)) throw new Error(`No step: ${text}`);
  return label;
}

/** How a run ends that the engine itself plays. */
function played(
  draft: CheckedDraft,
  { trace }: Outcome,
): { readonly status: string; readonly stage: string | undefined } {
  let { state } = begin(draft, false, DEFAULT_ASSUMPTIONS);
  for (const { label } of trace) ({ state } = take(state, labelIn(draft, label), DEFAULT_ASSUMPTIONS));
  return { status: state.status, stage: state.program.stages[state.stage]?.name };
}

test("beyond the budget the ways to end are those of the whole graph, each with a run that plays", {
  timeout: FUZZ_TIMEOUT,
}, () => {
  let added = 0;
  fc.assert(
    fc.property(randomFlow, (shape) => {
      const { draft } = startCommand(shape);
      const options = { assume: DEFAULT_ASSUMPTIONS, reduced: true };
      const whole = explore(draft, { ...options, budget: 1_000 });
      const part = explore(draft, { ...options, budget: 1 });
      if (!whole.whole || part.whole) return;
      const outcomes = outcomesOf(part);
      expect(outcomes.map(keyOf)).toEqual(outcomesOf(whole).map(keyOf));
      for (const outcome of outcomes)
        expect(played(draft, outcome)).toEqual({ status: outcome.status, stage: outcome.stage });
      const completes = (list: readonly { readonly status: string }[]) =>
        list.some(({ status }) => status === "completed");
      if (completes(outcomes) && !completes(part.endings)) added += 1;
    }),
    { seed: 20_261_125, numRuns: inputs(100) },
  );
  expect(added).toBeGreaterThan(20);
});
