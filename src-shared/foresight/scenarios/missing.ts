import { msg, type Translatable, type Translation, translated } from "../../basics/index.ts";
import { hasBit, type State } from "../../flow/index.ts";
import type { CheckedDraft } from "../../language/index.ts";
import { completing, labelOf, stageOf } from "../findings/lemma.ts";
import { type Label, labelSaid, labelText } from "../graph/labels.ts";
import { begin, DEFAULT_ASSUMPTIONS, enabled, take } from "../graph/steps.ts";
import { coverageOf, type Edge, keyOf } from "./coverage.ts";
import type { Played } from "./play.ts";
import { type Scenario, type ScenarioStep, scenarioOfSteps } from "./scenario.ts";

/** Most steps of all scenarios that are written at once: nobody reads more. */
const MOST_STEPS = 5_000;

export interface MissingScenarios {
  readonly scenarios: readonly Scenario[];
  /** Steps of the flow that remain uncovered because there would be too much to write. */
  readonly left: number;
}

/**
 * Scenarios for the steps that the played ones leave uncovered. There are few, as each takes as many new steps as it
 * can: one for each way to end early, and as many that complete as the rest needs. The same flow gives the same ones.
 */
export function missingScenarios(
  draft: CheckedDraft,
  played: readonly Played[],
  /** For their names. */
  translation?: Translation,
): MissingScenarios {
  const { missing } = coverageOf(draft, played);
  const walk = new Walk(draft, missing);
  const ended: Walked[] = [];
  for (const edge of missing) if (edge.label.kind !== "act" && !walk.isLong) ended.push(walk.toEnding(edge));
  const whole: Walked[] = [];
  for (const edge of missing) if (walk.lacks(edge) && !walk.isLong) whole.push(walk.through(edge));
  const needed = neededOf(whole, ended);
  const named = (name: Translatable, { steps, status }: Walked) =>
    scenarioOfSteps(translated(name, translation), steps, status);
  const completing = needed.map((walked, at) =>
    named(at === 0 ? msg`It completes` : msg`${labelSaid(walked.label)}, and it completes`, walked),
  );
  const endings = ended.map((walked) => {
    const { label, stage } = walked;
    return named(
      label.kind === "time_out" ? msg`Time-out in stage ${stage}` : msg`${labelSaid(label)} in stage ${stage}`,
      walked,
    );
  });
  return { scenarios: [...completing, ...endings], left: walk.left };
}

/** Drops scenarios that add nothing to the others. */
function neededOf(whole: readonly Walked[], others: readonly Walked[]): readonly Walked[] {
  const times = new Map<string, number>();
  const count = (keys: readonly string[], by: number) => {
    for (const key of keys) times.set(key, (times.get(key) ?? 0) + by);
  };
  for (const { covers } of [...whole, ...others]) count(covers, 1);
  return whole.filter(({ covers }) => {
    const isNeeded = covers.some((key) => times.get(key) === 1);
    if (!isNeeded) count(covers, -1);
    return isNeeded;
  });
}

/** A run that covers something new. */
interface Walked {
  readonly stage: string;
  /** The step that it is meant to cover. */
  readonly label: Label;
  readonly steps: readonly ScenarioStep[];
  readonly status: State["status"];
  /** The keys of the missing steps that it takes. */
  readonly covers: readonly string[];
}

/** Walks through a flow repeatedly, each time by steps that no earlier walk took. */
class Walk {
  private readonly start: State;
  private readonly missing: ReadonlySet<string>;
  private readonly uncovered: Set<string>;
  private steps = 0;

  constructor(draft: CheckedDraft, missing: readonly Edge[]) {
    this.start = begin(draft, false, DEFAULT_ASSUMPTIONS).state;
    this.missing = new Set(missing.map(({ at, label }) => keyOf(at, label)));
    this.uncovered = new Set(this.missing);
  }

  /** Enough has been written. */
  get isLong(): boolean {
    return this.steps >= MOST_STEPS;
  }

  get left(): number {
    return this.uncovered.size;
  }

  lacks({ at, label }: Edge): boolean {
    return this.uncovered.has(keyOf(at, label));
  }

  toEnding(edge: Edge): Walked {
    const { at, label } = edge;
    const way = this.onward(this.begun(), at);
    const isOpen = enabled(way.state, DEFAULT_ASSUMPTIONS).some((open) => labelText(open) === labelText(label));
    // A participant who signed on the way can no longer reject: the shortest run avoids that.
    const end = isOpen ? this.taken(way, label) : edge.run().reduce((to, step) => this.taken(to, step), this.begun());
    return this.written(edge, end);
  }

  /** A run that completes, with this act on its way. */
  through(edge: Edge): Walked {
    const way = this.taken(this.onward(this.begun(), edge.at), edge.label);
    return this.written(edge, this.onward(way, Number.POSITIVE_INFINITY));
  }

  private begun(): Way {
    return { state: this.start, run: [] };
  }

  /** Continues to the start of a stage, or to the end. */
  private onward(from: Way, stage: number): Way {
    let way = from;
    while (way.state.status === "in_progress" && way.state.stage < stage) way = this.taken(way, this.next(way.state));
    return way;
  }

  /** An act that no walk has taken yet, else one of the fewest that end the stage. */
  private next(state: State): Label {
    const { program, stage, pending } = state;
    const current = stageOf(program, stage);
    const open = (slots: Iterable<number>) => [...slots].filter((slot) => hasBit(pending, slot));
    const acts = open(current.slots.keys()).map((slot) => labelOf(program, stage, slot));
    const fresh = acts.find((label) => this.uncovered.has(keyOf(stage, label)));
    if (fresh !== undefined) return fresh;
    const [slot] = open(completing(current) ?? []);
    const label = slot === undefined ? acts[0] : labelOf(program, stage, slot);
    if (label === undefined) throw new Error(`Stage ${current.name} goes on without an act.`);
    return label;
  }

  private taken({ state, run }: Way, label: Label): Way {
    run.push({ stage: state.stage, label });
    return { state: take(state, label, DEFAULT_ASSUMPTIONS).state, run };
  }

  /** Finishes a run and counts its steps as covered. */
  private written({ stage, label }: Edge, { state, run }: Way): Walked {
    this.steps += run.length;
    const covers = run.map((step) => keyOf(step.stage, step.label)).filter((key) => this.missing.has(key));
    for (const key of covers) this.uncovered.delete(key);
    const steps = run.map((step): ScenarioStep => ({ kind: "label", label: step.label }));
    return { stage, label, steps, status: state.status, covers };
  }
}

interface Way {
  readonly state: State;
  /** Grows during the walk. */
  readonly run: { readonly stage: number; readonly label: Label }[];
}
