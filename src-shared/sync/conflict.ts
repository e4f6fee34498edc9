/** A part that both sides changed differently [Y4]. */
export interface Conflict {
  /** Keys and names from the draft's root to the part: a stage is named, not numbered. */
  readonly path: readonly string[];
  /**
   * `changed`: both gave it another value. `removed`: one side removed what the other changed. `order`: both moved or
   * inserted at one place. `renamed`: each gave it another name.
   */
  readonly kind: "changed" | "removed" | "order" | "renamed";
  /** undefined, here and below: that side has none. */
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

/** The three versions of one part. */
export interface ThreeVersions<T = unknown> {
  readonly base: T;
  readonly mine: T;
  readonly theirs: T;
}

/** How an author settles a conflict [Y6]: with one side, or with their own value. */
export type Choice = Pick<Conflict, "path" | "kind"> &
  ({ readonly take: "mine" | "theirs" } | { readonly take: "value"; readonly value: unknown });

/** The result of a merge so far. */
export interface Found {
  readonly conflicts: Conflict[];
  /** What is chosen for conflicts that it has not met yet, in their order. */
  readonly choices: Choice[];
  /** The side that settles what no choice is for; left out: it stays a conflict. */
  readonly otherwise?: "mine" | "theirs";
}

/** The current path of a merge, and its result so far. */
export interface At {
  readonly path: readonly string[];
  readonly found: Found;
}

export const below = ({ path, found }: At, key: string): At => ({ path: [...path, key], found });

/**
 * Notes a conflict, or settles it with a choice.
 * @returns that, or the proposal: mine, or what is left where one side removed it
 */
export function conflictAt({ path, found }: At, kind: Conflict["kind"], three: ThreeVersions): unknown {
  const place = JSON.stringify(path);
  const at = found.choices.findIndex((choice) => choice.kind === kind && JSON.stringify(choice.path) === place);
  const [choice] = at < 0 ? [] : found.choices.splice(at, 1);
  if (choice !== undefined) return choice.take === "value" ? choice.value : three[choice.take];
  if (found.otherwise !== undefined) return three[found.otherwise];
  found.conflicts.push({ path, kind, ...three });
  return three.mine === undefined ? three.theirs : three.mine;
}
