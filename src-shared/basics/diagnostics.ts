/** What the language says about a text: one list for editor, canvas, problems panel, command line and service. */

export type Severity = "error" | "warning" | "hint";

/** Offsets in UTF-16 code units of the text, `from` inclusive, `to` exclusive. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** A minimal change of the text: replace `range` by `insert`. */
export interface TextEdit {
  readonly range: TextRange;
  readonly insert: string;
}

export interface Fix {
  readonly title: string;
  /** Not overlapping, in ascending order. */
  readonly edits: readonly TextEdit[];
}

export interface Diagnostic {
  /** Rule id (docs/rules.md), such as `R001`. */
  readonly rule: string;
  readonly severity: Severity;
  /** Names the thing and says what to do. */
  readonly message: string;
  /** JSON pointer from the file's root. */
  readonly pointer: string;
  readonly range: TextRange;
  readonly related: readonly { readonly range: TextRange; readonly message: string }[];
  readonly fix: Fix | null;
  /** How many problems of its rule it stands for, which are not listed one by one. */
  readonly more?: number;
}

/** How many problems there are, also those that are not listed. */
export const problemCount = (diagnostics: readonly Pick<Diagnostic, "more">[]): number =>
  diagnostics.reduce((count, { more = 1 }) => count + more, 0);

/** Line and column from 1, column in UTF-16 code units, as editors and `lint --format json` count them. */
export interface Position {
  readonly line: number;
  readonly column: number;
}
