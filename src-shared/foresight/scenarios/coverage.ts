import type { CheckedDraft } from "../../language/index.ts";
import { completing, labelOf } from "../findings/lemma.ts";
import { type Label, labelText } from "../graph/labels.ts";
import { begin, DEFAULT_ASSUMPTIONS, enabled, take } from "../graph/steps.ts";
import type { Played } from "./play.ts";

/** A step that a flow offers in a stage. */
export interface Edge {
  /** Name of the stage. */
  readonly stage: string;
  readonly label: Label;
  /** A shortest run that ends with it. */
  readonly run: readonly Label[];
}

export interface Coverage {
  readonly edges: number;
  readonly missing: readonly Edge[];
}

/** Which acts, rejections and time-outs no scenario has come to, stage by stage, each with a run that would. */
export function coverageOf(draft: CheckedDraft, played: readonly Played[]): Coverage {
  const reached = new Set(played.flatMap(({ taken }) => taken.map(({ stage, label }) => keyOf(stage, label))));
  const edges = edgesOf(draft);
  const missing = edges.filter(({ at, label }) => !reached.has(keyOf(at, label)));
  return { edges: edges.length, missing: missing.map(({ stage, label, run }) => ({ stage, label, run })) };
}

function keyOf(stage: number, label: Label): string {
  return `${stage} ${labelText(label)}`;
}

function edgesOf(draft: CheckedDraft): readonly (Edge & { readonly at: number })[] {
  let { state } = begin(draft, false, DEFAULT_ASSUMPTIONS);
  const run: Label[] = [];
  return state.program.stages.flatMap((stage, at) => {
    if (stage.slots.length === 0 || state.status !== "in_progress") return [];
    const before = [...run];
    const labels = enabled(state, DEFAULT_ASSUMPTIONS).filter(
      (label) => label.kind !== "cancel" && !(label.kind === "reject_flow" && label.who === null),
    );
    for (const slot of completing(stage) ?? []) {
      const label = labelOf(state.program, at, slot);
      run.push(label);
      state = take(state, label, DEFAULT_ASSUMPTIONS).state;
    }
    return labels.map((label) => ({ at, stage: stage.name, label, run: [...before, label] }));
  });
}
