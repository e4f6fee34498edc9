/** What both sides changed, each in its own way [Y4]. */
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
export interface Three<T = unknown> {
  readonly base: T;
  readonly mine: T;
  readonly theirs: T;
}

/** Where a merge stands: the path to the part, and what it has found in conflict. */
export interface At {
  readonly path: readonly string[];
  readonly found: Conflict[];
}

export const below = ({ path, found }: At, key: string): At => ({ path: [...path, key], found });

/** Notes a conflict. @returns the proposal: mine, or what is left where one side removed it */
export function conflictAt({ path, found }: At, kind: Conflict["kind"], three: Three): unknown {
  found.push({ path, kind, ...three });
  return three.mine === undefined ? three.theirs : three.mine;
}
