import type { CheckedDraft } from "../../language/index.ts";
import { completing, labelOf, runTo } from "../findings/lemma.ts";
import { type Label, labelText } from "../graph/labels.ts";
import { begin, DEFAULT_ASSUMPTIONS, enabled, take } from "../graph/steps.ts";
import type { Played } from "./play.ts";

/** A step that a flow offers in a stage. */
export interface Edge {
  /** The stage's place in the flow, from 0, and its name. */
  readonly at: number;
  readonly stage: string;
  readonly label: Label;
  /** A shortest run that ends with it. */
  run(): readonly Label[];
}

export interface Coverage {
  readonly covered: readonly Edge[];
  readonly missing: readonly Edge[];
}

/** The acts, rejections and time-outs that scenarios cover, stage by stage, and those that none covers. */
export function coverageOf(draft: CheckedDraft, played: readonly Played[]): Coverage {
  const reached = new Set(played.flatMap(({ taken }) => taken.map(({ stage, label }) => keyOf(stage, label))));
  const { true: covered = [], false: missing = [] } = Object.groupBy(edgesOf(draft), ({ at, label }) =>
    reached.has(keyOf(at, label)) ? "true" : "false",
  );
  return { covered, missing };
}

/** Names a step of a stage: equal steps have equal keys. */
export function keyOf(stage: number, label: Label): string {
  return `${stage} ${labelText(label)}`;
}

function edgesOf(draft: CheckedDraft): readonly Edge[] {
  let { state } = begin(draft, false, DEFAULT_ASSUMPTIONS);
  const { program } = state;
  return program.stages.flatMap((stage, at) => {
    if (stage.slots.length === 0 || state.status !== "in_progress") return [];
    const labels = enabled(state, DEFAULT_ASSUMPTIONS).filter(
      (label) => label.kind !== "cancel" && !(label.kind === "reject_flow" && label.who === null),
    );
    for (const slot of completing(stage) ?? [])
      state = take(state, labelOf(program, at, slot), DEFAULT_ASSUMPTIONS).state;
    const before = () => runTo(program, at) ?? [];
    return labels.map((label): Edge => ({ at, stage: stage.name, label, run: () => [...before(), label] }));
  });
}
