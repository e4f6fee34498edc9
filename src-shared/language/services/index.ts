import type { TextEdit, TextRange } from "../basics/diagnostics.ts";
import type { Translation } from "../basics/said.ts";
import { type Source, sourceOf } from "../model/source.ts";
import { nodeAt, wholeRange } from "../syntax/tree.ts";
import { aroundIn, bracketsIn } from "./around.ts";
import { type CompletionItem, completeIn } from "./complete.ts";
import { foldingIn } from "./fold.ts";
import { formatIn } from "./format.ts";
import { type Hover, hoverIn } from "./hover.ts";
import {
  definitionOf,
  type FlowSymbol,
  type Occurrence,
  occurrencesOf,
  type Renaming,
  renamed,
  symbolAt,
} from "./symbols.ts";

/**
 * What an editor asks about a text, YAML or JSON. Offsets count UTF-16 code units. All of them take broken texts and
 * answer as far as something can be read; only `rename` and `format` insist on a text that parses.
 */

/** What may be written at an offset, required keys first. */
export function complete(text: string | Source, offset: number, translation?: Translation): readonly CompletionItem[] {
  return completeIn(asSource(text), offset, translation);
}

/** What stands at an offset; null: nothing that has a meaning. */
export function hover(text: string | Source, offset: number, translation?: Translation): Hover | null {
  return hoverIn(asSource(text), offset, translation);
}

/** Where the name at an offset is given; null: no name stands there, or nothing gives it. */
export function definitionAt(text: string | Source, offset: number): TextRange | null {
  const source = asSource(text);
  const symbol = symbolAt(source, offset);
  if (symbol?.kind === "stage") return symbol.range;
  return symbol === null ? null : definitionOf(source, symbol);
}

/** Every place of the name at an offset, its definition included. */
export function referencesAt(text: string | Source, offset: number): readonly Occurrence[] {
  const source = asSource(text);
  const symbol = symbolAt(source, offset);
  return symbol === null ? [] : occurrencesOf(source, symbol);
}

/** The name at an offset, as something that can be renamed. */
export function symbolIn(text: string | Source, offset: number): (FlowSymbol & { readonly range: TextRange }) | null {
  return symbolAt(asSource(text), offset);
}

/** Renames what stands at an offset everywhere in the process and its parameters, or says why not. */
export function rename(text: string | Source, offset: number, newName: string): Renaming {
  const source = asSource(text);
  const symbol = symbolAt(source, offset);
  if (symbol !== null) return renamed(source, symbol, newName);
  const message = "No participant, document, message or stage stands here: put the cursor on a name.";
  return { ok: false, reason: "nothing here", message };
}

/** Brings the text into the house's form; idempotent, keeps comments. */
export function format(text: string | Source): readonly TextEdit[] {
  return formatIn(asSource(text));
}

/** Where a path from the text's root stands, with its key; null: nothing stands there. */
export function rangeAt(text: string | Source, path: readonly (string | number)[]): TextRange | null {
  const node = nodeAt(asSource(text).syntax.root, path);
  return node && wholeRange(node);
}

/** What may be folded. */
export function foldingRanges(text: string | Source): readonly TextRange[] {
  return foldingIn(asSource(text));
}

/** The next larger piece of the text that holds a range: a key, a value, a member with its key; null: it is the whole already. */
export function rangeAround(text: string | Source, range: TextRange): TextRange | null {
  return aroundIn(asSource(text), range);
}

/** The brackets or braces of which one stands beside an offset, with all between them; null where none does. */
export function bracketsAt(text: string | Source, offset: number): TextRange | null {
  return bracketsIn(asSource(text), offset);
}

function asSource(text: string | Source): Source {
  return typeof text === "string" ? sourceOf(text) : text;
}
