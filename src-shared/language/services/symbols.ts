import { applyEdits, short, type TextEdit, type TextRange, translated } from "../../basics/index.ts";
import { flowYaml, jsonText } from "../edit/render.ts";
import { type NamePlace, namePlaces } from "../model/reading.ts";
import { asSource, type Source, sourceOf } from "../model/source.ts";
import { wrongName } from "../rules/names.ts";
import { copied } from "../syntax/tree.ts";

/** What has a name in a flow. */
export type SymbolKind = NamePlace["kind"];

export interface FlowSymbol {
  readonly kind: SymbolKind;
  readonly name: string;
  /** The requested place: it distinguishes two stages with one name. */
  readonly range?: TextRange;
}

/** A place where a symbol is given (`definition`) or mentioned. */
export type Occurrence = Pick<NamePlace, "range" | "definition">;

/** The name at an offset, as something that can be renamed; null where none is. */
export function symbolIn(text: string | Source, offset: number): (FlowSymbol & { readonly range: TextRange }) | null {
  for (const { kind, name, range } of namePlaces(asSource(text).reading))
    if (offset >= range.from && offset <= range.to) return { kind, name, range: copied(range) };
  return null;
}

/** Where the name at an offset is given; null: no name stands there, or nothing gives it. */
export function definitionAt(text: string | Source, offset: number): TextRange | null {
  const source = asSource(text);
  const symbol = symbolIn(source, offset);
  // Of two stages with one name, the one that is asked about.
  if (symbol === null || symbol.kind === "stage") return symbol?.range ?? null;
  return occurrencesOf(source, symbol).find(({ definition }) => definition)?.range ?? null;
}

/** Every place of the name at an offset, its definition included. */
export function referencesAt(text: string | Source, offset: number): readonly Occurrence[] {
  const source = asSource(text);
  const symbol = symbolIn(source, offset);
  return symbol === null ? [] : occurrencesOf(source, symbol);
}

/** Renames what stands at an offset everywhere in the process and its parameters, or says why not. */
export function rename(text: string | Source, offset: number, newName: string): Renaming {
  const source = asSource(text);
  const symbol = symbolIn(source, offset);
  if (symbol !== null) return renamed(source, symbol, newName);
  return refused("nothing here", "No participant, document, message or stage stands here: put the cursor on a name.");
}

/** Every place of the symbol, in order of the text. */
export function occurrencesOf(source: Source, { kind, name }: FlowSymbol): readonly Occurrence[] {
  return placesOf(source, kind, name)
    .map(({ range, definition }) => ({ range: copied(range), definition }))
    .sort((a, b) => a.range.from - b.range.from);
}

function placesOf({ reading }: Source, kind: SymbolKind, name: string): NamePlace[] {
  return [...namePlaces(reading)].filter((place) => place.kind === kind && place.name === name);
}

export type Renaming =
  | { readonly ok: true; readonly edits: readonly TextEdit[] }
  | {
      readonly ok: false;
      readonly reason: "nothing here" | "bad name" | "taken" | "unreadable" | "alias";
      /** What happened and what to do. */
      readonly message: string;
    };

const refused = (reason: Extract<Renaming, { ok: false }>["reason"], message: string): Renaming => ({
  ok: false,
  reason,
  message,
});

/**
 * Edits that rename a symbol everywhere, in the process and in its parameters at once; each place keeps its quotes.
 * Refused where the new name is no name or belongs to another, and where a part of the text cannot be read: half a
 * rename would be worse than none.
 */
export function renamed(source: Source, symbol: FlowSymbol, newName: string): Renaming {
  const { kind, name } = symbol;
  if (newName === name) return { ok: true, edits: [] };
  const wrong = wrongName(newName);
  if (wrong !== null) return refused("bad name", `The new name ${translated(wrong)}: choose another.`);
  const problem = source.syntax.problems[0];
  if (problem !== undefined)
    return refused(
      "unreadable",
      `The text has to be corrected before anything can be renamed in it: ${translated(problem.message)}`,
    );
  if (placesOf(source, kind, newName).length > 0)
    return refused("taken", `There is a ${kind} \`${short(newName)}\` already: choose another name.`);
  const places = placesOf(source, kind, name);
  const meant =
    kind === "stage" ? places.filter(({ range }) => range.from === (symbol.range ?? range).from).slice(0, 1) : places;
  const edits = meant
    .filter(({ node }) => node.shared === null)
    .map(({ range }) => ({ range, insert: respelled(source, range, newName) }))
    .sort((a, b) => a.range.from - b.range.from);
  if (kind !== "stage" && edits.length > 0 && !renamesAll(source, symbol, newName, applyEdits(source.text, edits)))
    return refused(
      "alias",
      `\`${short(name)}\` stands behind an alias where it cannot be renamed: write the list out.`,
    );
  return { ok: true, edits };
}

/** Whether the new text has the new name wherever the old one had the old: what an alias repeats may stay behind. */
function renamesAll(source: Source, { kind, name }: FlowSymbol, newName: string, text: string): boolean {
  const after = sourceOf(text);
  const count = (of: Source, wanted: string): number => placesOf(of, kind, wanted).length;
  return (
    after.syntax.problems.length === 0 && count(after, name) === 0 && count(after, newName) === count(source, name)
  );
}

/** A name in the quotes of the one that it takes the place of, with the comment beside the mark of a text in lines. */
export function respelled({ text, syntax }: Source, range: TextRange, name: string): string {
  const mark = text[range.from];
  if (syntax.json || mark === '"') return jsonText(name, "");
  if (mark === "'") return `'${name.replaceAll("'", "''")}'`;
  const [, comment = ""] = /^[|>][-+\d]*([ \t]+#[^\r\n]*)/.exec(text.slice(range.from, range.to)) ?? [];
  return flowYaml(name) + comment;
}
