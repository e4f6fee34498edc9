import { type Actors, isAct, isGroup, VERBS, verbOf } from "../../../src-shared/drawing/index.ts";
import type { FlowOutline, Intent, OutlineStage, Verb } from "../../../src-shared/language/index.ts";

/** The plain condition of each verb; its group condition has the suffix `-group-of`. */
export const CONDITIONS = { sign: "signed-by", approve: "approved-by" } as const;
export const groupsCondition = (verb: Verb) => `${CONDITIONS[verb]}-group-of` as const;

/** The state of a cell of the matrix; a press switches to the next one. */
export type CellState = Verb | "both" | null;

/** Participants who act on only some of a stage's documents, which `signed-by` cannot express. */
export interface PartialActs extends Actors {
  readonly verb: Verb;
}

/**
 * The groups that need all their members because they cover only some of the documents that the stage asks that verb
 * for.
 */
export function partialActs(stage: OutlineStage): readonly PartialActs[] {
  const acts = stage.conditions.filter(isAct);
  const asked = (verb: Verb) =>
    new Set(acts.filter((act) => verbOf(act) === verb).flatMap(({ documents }) => documents));
  return acts
    .filter(({ kind, count, users }) => kind.endsWith("-group-of") && count === users.length)
    .map((act) => ({ verb: verbOf(act), participants: act.users, documents: act.documents }))
    .filter(({ verb, documents }) => new Set(documents).size < asked(verb).size);
}

/** What a participant must do with a document in a stage, independent of others. */
export function cellState(stage: OutlineStage, participant: string, document: string): CellState {
  const verbs = new Set(
    stage.conditions
      .filter((condition) => isAct(condition) && !isGroup(condition))
      .filter(({ users, documents }) => users.includes(participant) && documents.includes(document))
      .map(verbOf),
  );
  if (verbs.size === 2) return "both";
  return verbs.has("sign") ? "sign" : verbs.has("approve") ? "approve" : null;
}

/** The next state of a cell: nothing, sign, approve, and back to nothing. */
export const nextState = (state: CellState): Verb | null =>
  state === null ? "sign" : state === "sign" ? "approve" : null;

/** The intents that change a cell from one state to another. */
export function cellIntents(
  stage: number,
  participant: string,
  document: string,
  from: CellState,
  to: CellState,
): readonly Intent[] {
  const set = (verb: Verb, on: boolean): Intent => ({ intent: "setAct", stage, verb, participant, document, on });
  return VERBS.filter((verb) => (from === "both" || from === verb) !== (to === verb)).map((verb) =>
    set(verb, to === verb),
  );
}

/** By participant or document: the names of the stages that mention it, in order. */
export function stagesNaming({ stages }: Pick<FlowOutline, "stages">, of: "users" | "documents") {
  const naming = new Map<string, string[]>();
  for (const { name: stage, actions, conditions } of stages)
    for (const name of new Set([...actions, ...conditions].flatMap((each) => each[of])))
      naming.set(name, [...(naming.get(name) ?? []), stage]);
  return naming;
}

/** `wanted`, or the first `wanted-2`, `wanted-3` … that is free. */
export function freeName(wanted: string, taken: readonly string[]): string {
  if (!taken.includes(wanted)) return wanted;
  let number = 2;
  while (taken.includes(`${wanted}-${number}`)) number += 1;
  return `${wanted}-${number}`;
}
