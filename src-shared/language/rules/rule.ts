import type { Severity, TextEdit, TextRange, Translatable } from "../../basics/index.ts";
import type { Reading } from "../model/reading.ts";
import type { Problem } from "../syntax/problems.ts";
import type { Node } from "../syntax/tree.ts";
import type { Example } from "./example.ts";

/**
 * One rule of the language: all that diagnostics, docs/rules.md and SARIF say of it stands here. `check` reports every
 * place that breaks it; rules without one are reported by the parser and the shape check.
 */
export interface Rule {
  readonly id: string;
  readonly severity: Severity;
  /** One sentence: what must hold. */
  readonly what: string;
  /** Breaks this rule and no other. */
  readonly fails: Example;
  /** Breaks no rule at all. */
  readonly passes: Example;
  /** `api_version` of the service that both are checked for. */
  readonly targetApiVersion?: string;
  /** What it concerns is not in the value that was read: the text is refused, or read in part or by guess. */
  readonly unread?: true;
  /** A specific rule at the same place replaces it. */
  readonly general?: true;
  /** Whether it needs the rest of the draft, so that a bare process leaves it out. */
  readonly needsDraft?: true;
  /** Runs only while the process has no error. */
  readonly needsSoundProcess?: true;
  readonly check?: Check;
}

export type Check = (reading: Reading, report: Report, context: RuleContext) => void;

/** What keeps the file at a document's path from being taken in [R007]. */
export type DocumentFault = "outside" | "not_a_file" | "too_large";

export interface RuleContext {
  /** Host names that callbacks may go to beside loopback [P006]. */
  readonly allowedCallbackHosts: readonly string[];
  /** `api_version` of the service that the draft is bound to; null: ours, which knows everything [V101]. */
  readonly targetApiVersion: string | null;
  /** The account of that service, by its name; null: nobody said. */
  readonly targetAccount: string | null;
  /** Whether a document's value may be a path, which only a file allows. */
  readonly documentPaths: boolean;
  /** What was found on the disk at a document's path. */
  readonly documentFault: (path: string) => DocumentFault | null;
  /** The shape check or the parser found errors, so 'unused' would be a guess. */
  readonly incomplete: boolean;
  /** The text may hold escapes: without any, its values hold nothing that the text itself could not. */
  readonly escapes: boolean;
  readonly editor: RuleEditor;
}

/** Structural edits of the text under check, for fixes; null where the place cannot be edited. */
export interface RuleEditor {
  readonly set: (path: readonly (string | number)[], value: unknown) => readonly TextEdit[] | null;
  readonly remove: (node: Node) => readonly TextEdit[] | null;
}

export interface Finding {
  readonly node: Node;
  readonly message: Translatable;
  /** A member of the node that is missing, and that this finding is about. */
  readonly member?: string;
  readonly range?: TextRange;
  readonly related?: NonNullable<Problem["related"]>;
  readonly fix?: NonNullable<Problem["fix"]> | null;
  /** Where it differs from the rule's own. */
  readonly severity?: Severity;
}

export type Report = (finding: Finding) => void;
