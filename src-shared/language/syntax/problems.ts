import type { Severity, TextEdit, TextRange, Translatable } from "../../basics/index.ts";
import type { Node, ScalarNode } from "./tree.ts";

/** Of one rule: the rest waits until some are corrected, for a text may have 100,000 wrong keys. */
export const mostReported = 1_000;

/** A fix whose title is not translated yet. */
export interface ProposedFix {
  readonly title: Translatable;
  /** Not overlapping, in ascending order. */
  readonly edits: readonly TextEdit[];
}

/**
 * A diagnostic before its pointer is worked out: rules name the node and say what is wrong, `finish` in analyse.ts does the rest.
 */
export interface Problem {
  readonly rule: string;
  /** Where it differs from the rule's own. */
  readonly severity?: Severity;
  readonly message: Translatable;
  /** What the problem is about; null for the text as a whole. */
  readonly node: Node | null;
  /** A member of `node` that the problem is about and that has no node, such as a missing one. */
  readonly member?: string;
  /** Where to underline; the node's value where none is given. */
  readonly range?: TextRange;
  readonly related?: readonly { readonly range: TextRange; readonly message: Translatable }[];
  /** A function where working it out costs something: only what is reported asks for it. */
  readonly fix?: ProposedFix | null | (() => ProposedFix | null);
}

/** A fix that puts another text where a node stands; null for none, and where the place cannot be edited. */
export function replacing(title: Translatable, node: Node, insert: string): ProposedFix | null {
  return fixOf(title, node.shared ? null : [{ range: node.range, insert }]);
}

/** A word in quotes where it takes the place of one in quotes. */
export function likewise(node: ScalarNode, word: string): string {
  return node.style === "quoted" ? JSON.stringify(word) : word;
}

/** A fix, unless the place cannot be edited. */
export function fixOf(title: Translatable, edits: readonly TextEdit[] | null): ProposedFix | null {
  return edits === null ? null : { title, edits };
}
