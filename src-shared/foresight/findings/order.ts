import type { StageProgram } from "../../flow/index.ts";
import { Analyser, type CheckedDraft, type Verb } from "../../language/index.ts";
import { factsOf } from "./facts.ts";
import { endsWithout } from "./lemma.ts";
import { sharesActs } from "./races.ts";

/** How the order of acts affects a stage. */
export interface StageOrder {
  /** The stage's name. */
  readonly name: string;
  /** How many acts it asks for. */
  readonly acts: number;
  /** Acts without which the stage can end: the order decides whether they happen. */
  readonly maybe: readonly MaybeAct[];
  /** Groups share acts: the first to act decides who else is needed. */
  readonly decides: boolean;
}

export interface MaybeAct {
  readonly who: string;
  readonly verb: Verb;
  readonly document: string;
}

/** How the order of acts affects each stage of a flow without errors; null for any other text. Runs step by step. */
export function* orderIn(text: string, analyser = new Analyser()): Generator<undefined, readonly StageOrder[] | null> {
  const { draft } = yield* analyser.analysing(text);
  return draft === null ? null : yield* orderOf(draft);
}

function* orderOf(draft: CheckedDraft): Generator<undefined, readonly StageOrder[]> {
  const { program } = factsOf(draft);
  const orders: StageOrder[] = [];
  for (const stage of program.stages) {
    yield;
    const acts = stage.slots.map(({ participant, verb, document }) => ({
      who: program.participants[participant] ?? "",
      verb,
      document: program.documents[document] ?? "",
    }));
    const maybe = acts.filter((_, slot) => endsWithout(stage, (other) => other === slot));
    orders.push({ name: stage.name, acts: acts.length, maybe, decides: decides(stage) });
  }
  return orders;
}

function decides(stage: StageProgram): boolean {
  return stage.conditions.some(({ needed, members }, at) => needed < members.length && sharesActs(stage, at));
}
