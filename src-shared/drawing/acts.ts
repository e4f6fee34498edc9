import type { OutlineCondition, Verb } from "../language/index.ts";

export const VERBS = ["sign", "approve"] as const satisfies readonly Verb[];

/** A K-of-N group of a stage. */
export interface StageGroup {
  readonly verb: Verb;
  /** Its place among the stage's groups of that verb. */
  readonly at: number;
  readonly users: readonly string[];
  readonly documents: readonly string[];
  readonly count: number | null;
}

/** What a stage waits for, wherever it is written. */
export type DrawnCondition = Omit<OutlineCondition, "range">;

type Condition = Pick<DrawnCondition, "kind" | "count" | "users">;

export const isAct = ({ kind }: Pick<Condition, "kind">) => kind !== "redirect-to";
export const verbOf = ({ kind }: Pick<Condition, "kind">): Verb => (kind.startsWith("signed") ? "sign" : "approve");
/** Whether not all of a group are needed, or its number is wrong: one that needs all is a plain condition to its author. */
export const isGroup = ({ kind, count, users }: Condition) => kind.endsWith("-group-of") && count !== users.length;
const unique = (names: readonly string[]) => [...new Set(names)];

export interface Actors {
  readonly participants: readonly string[];
  readonly documents: readonly string[];
}

interface Waiting {
  readonly conditions: readonly DrawnCondition[];
}

/** Who acts in a stage and on what, from all of its conditions. */
export function actors({ conditions }: Waiting): Actors {
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
export function groupsOf(stage: Waiting): readonly StageGroup[] {
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
