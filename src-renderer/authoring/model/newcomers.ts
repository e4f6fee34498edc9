import { type Actors, actors, verbOf } from "../../../src-shared/drawing/index.ts";
import type { FlowOutline, Intent, OutlineStage, Verb } from "../../../src-shared/language/index.ts";

/** Where a person or document is added to a stage. */
export interface Arrival {
  readonly outline: Pick<FlowOutline, "stages" | "participants" | "documents">;
  readonly stage: OutlineStage;
  readonly at: number;
  /** The people and documents of the stage, with or without acts. */
  readonly here: Actors;
}

/** The verb that the stage already asks for, else sign. */
export function askedVerb({ conditions }: OutlineStage): Verb {
  const has = (kind: string) => conditions.some((condition) => condition.kind === kind);
  return has("signed-by") || !has("approved-by") ? "sign" : "approve";
}

/** The newcomer's acts, with the verb that the stage already asks for; none if other stages ask for all [E006]. */
export function newActs(arrival: Arrival, of: keyof Actors, name: string): readonly Intent[] {
  const verb = askedVerb(arrival.stage);
  return partners(arrival, of, name).map((partner) => {
    const [participant, document] = of === "participants" ? [name, partner] : [partner, name];
    return { intent: "setAct", stage: arrival.at, verb, participant, document, on: true };
  });
}

/**
 * The partners of a newcomer's acts: those who act here, or else those that wait; for a participant, the flow's first
 * document if the stage has none. Acts that another stage already asks for are not repeated [E006].
 */
function partners(arrival: Arrival, of: keyof Actors, name: string): readonly string[] {
  const { outline, stage, here } = arrival;
  const other = of === "participants" ? "documents" : "participants";
  const isFree = freeWith(arrival, of, name);
  const free = [actors(stage)[other], here[other]].map((names) => names.filter(isFree));
  const first = of === "participants" ? outline.documents.map((each) => each.name).filter(isFree) : [];
  return [...free, first.slice(0, 1)].find((names) => names.length > 0) ?? [];
}

/** Items of the stage without an act, because other stages ask for all acts that they could have here. */
export function withNothingLeft(arrival: Arrival): Actors {
  const { outline, stage, here } = arrival;
  const acting = actors(stage);
  const left = (of: keyof Actors, others: readonly string[]) =>
    here[of].filter((name) => {
      if (acting[of].includes(name) || others.length === 0) return false;
      return !others.some(freeWith(arrival, of, name));
    });
  return {
    participants: left("participants", [...here.documents, ...outline.documents.map(({ name }) => name)]),
    documents: left("documents", here.participants),
  };
}

/** For each of the others, whether no other stage asks for their act with this one. */
function freeWith({ outline, stage, at }: Arrival, of: keyof Actors, name: string): (other: string) => boolean {
  const verb = askedVerb(stage);
  const asked = outline.stages
    .filter((_, index) => index !== at)
    .flatMap(({ conditions }) => conditions)
    .filter((condition) => condition.kind !== "redirect-to" && verbOf(condition) === verb);
  const taken = new Set(
    asked.flatMap(({ users, documents }) => {
      const [own, others] = of === "participants" ? [users, documents] : [documents, users];
      return own.includes(name) ? others : [];
    }),
  );
  return (other) => !taken.has(other);
}
