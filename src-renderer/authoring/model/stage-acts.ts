import type { FlowOutline, Intent, OutlineCondition, OutlineStage } from "../../../src-shared/language/index.ts";
import type { Translate } from "../../components/index.ts";

export const VERBS = ["sign", "approve"] as const;
export type Verb = (typeof VERBS)[number];

/** The plain condition of each verb; that of its groups is called so with `-group-of` behind. */
export const CONDITIONS = { sign: "signed-by", approve: "approved-by" } as const;
export const groupsCondition = (verb: Verb) => `${CONDITIONS[verb]}-group-of` as const;

/** A K-of-N group of a stage. */
export interface StageGroup {
  readonly verb: Verb;
  /** Its place among the stage's groups of that verb. */
  readonly at: number;
  readonly users: readonly string[];
  readonly documents: readonly string[];
  readonly count: number | null;
}

/** What a cell of the matrix stands on, and what the next press makes of it. */
export type CellState = Verb | "both" | null;

type Condition = Pick<OutlineCondition, "kind" | "count" | "users">;

export const isAct = ({ kind }: Pick<Condition, "kind">) => kind !== "redirect-to";
export const verbOf = ({ kind }: Pick<Condition, "kind">): Verb => (kind.startsWith("signed") ? "sign" : "approve");
/** Whether not all of a group are needed, or its number is wrong: one that needs all is a plain condition to its author. */
export const isGroup = ({ kind, count, users }: Condition) => kind.endsWith("-group-of") && count !== users.length;
const unique = (names: readonly string[]) => [...new Set(names)];

export interface Actors {
  readonly participants: readonly string[];
  readonly documents: readonly string[];
}

/** Who acts in a stage and on what, from all of its conditions. */
export function actors({ conditions }: Pick<OutlineStage, "conditions">): Actors {
  const acts = conditions.filter(isAct);
  return {
    participants: unique(acts.flatMap(({ users }) => users)),
    documents: unique(acts.flatMap(({ documents }) => documents)),
  };
}

/** Names in the order in which the parameters give them, so that a change of one moves no other; the rest behind. */
export function inOrder(names: readonly string[], given: readonly { readonly name: string }[]): readonly string[] {
  const wanted = new Set(names);
  const known = given.map(({ name }) => name).filter((name) => wanted.has(name));
  return unique([...known, ...names]);
}

/** The groups that are groups to their author. */
export function groupsOf(stage: OutlineStage): readonly StageGroup[] {
  const counts = { sign: 0, approve: 0 };
  return stage.conditions
    .filter(({ kind }) => kind.endsWith("-group-of"))
    .map((condition) => {
      const verb = verbOf(condition);
      const at = counts[verb];
      counts[verb] += 1;
      const { users, documents, count } = condition;
      return { verb, at, users, documents, count };
    })
    .filter(({ count, users }) => count !== users.length);
}

/** A group in a few words, such as `2 of 3 sign nda`. */
export const groupText = (t: Translate, { verb, count, users, documents }: Omit<StageGroup, "at">): string =>
  `${t("common.kOfN", { count: count ?? "?", all: users.length })} ${t(`canvas.group.${verb}`, { documents: documents.join(", ") })}`;

/** Participants who act on some of a stage's documents only, which `signed-by` cannot say. */
export interface PartialActs extends Actors {
  readonly verb: Verb;
}

/** The groups that need all their members because their documents are not all that the stage asks that verb for. */
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

/** The next state of a cell: nothing, sign, approve, and around again. */
export const nextState = (state: CellState): Verb | null =>
  state === null ? "sign" : state === "sign" ? "approve" : null;

/** The intents that bring a cell from one state to another. */
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
