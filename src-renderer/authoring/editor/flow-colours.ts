import { yamlLanguage } from "@codemirror/lang-yaml";
import { DocInput, highlightingFor } from "@codemirror/language";
import { EditorState, type Extension, RangeSetBuilder, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, type EditorView } from "@codemirror/view";
import { type Highlighter, highlightTree } from "@lezer/highlight";
import type { TextRange } from "../../../src-shared/basics/index.ts";
import { decorationsInSight } from "./line-decorations.ts";

/** Lines above the visible ones that are parsed with them. */
const NEAR = 40;
/** More lines to search for the parent keys. */
const MOST_ABOVE = 300;
/** Far above a flow's limit [S008], far below what the editor's own recursive parser can handle. */
const LEVELS = 1_000;

/** The colours of the visible lines. A long text is never parsed as a whole: that would slow down every key. */
export const flowColours: Extension = [
  decorationsInSight(decorated),
  EditorState.languageData.of(() => [{ commentTokens: { line: "#" } }]),
];

function decorated({ state, visibleRanges }: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const highlighter = { style: (tags: Parameters<Highlighter["style"]>[0]) => highlightingFor(state, tags) };
  for (const { from, to, style } of coloursIn(state.doc, visibleRanges, highlighter))
    builder.add(from, to, mark(style));
  return builder.finish();
}

const marks = new Map<string, Decoration>();

function mark(style: string): Decoration {
  const made = marks.get(style) ?? Decoration.mark({ class: style });
  marks.set(style, made);
  return made;
}

interface Coloured extends TextRange {
  readonly style: string;
}

/**
 * The colours of some ranges of a text, in order; none if they nest so deeply that parsing them would break the editor.
 */
export function coloursIn(text: Text, ranges: readonly TextRange[], highlighter: Highlighter): readonly Coloured[] {
  const [first, last] = [ranges[0], ranges.at(-1)];
  if (!first || !last || first.from === last.to) return [];
  const read = [...rangesAbove(text, first.from), ...ranges.filter(({ from, to }) => from < to)];
  if (isDeep(read.map(({ from, to }) => text.sliceString(from, to)).join("\n"))) return [];
  const parse = yamlLanguage.parser.startParse(new DocInput(text), [], read);
  let tree = parse.advance();
  while (tree === null) tree = parse.advance();
  const [found, begin] = [[] as Coloured[], read[0]?.from ?? 0];
  const put = (from: number, to: number, style: string) => found.push({ from: from + begin, to: to + begin, style });
  highlightTree(tree, highlighter, put, first.from - begin, last.to - begin);
  return found;
}

/** The text to parse above the start of a line: the lines near it, and its parent keys from the outermost in. */
export function rangesAbove(text: Text, place: number): readonly TextRange[] {
  const near = text.line(Math.max(1, text.lineAt(place).number - NEAR));
  const found: TextRange[] = near.from < place ? [{ from: near.from, to: place }] : [];
  let depth = depthOf(near.text);
  for (let at = near.number - 1; at > Math.max(0, near.number - MOST_ABOVE) && depth > 0; at -= 1) {
    const line = text.line(at);
    const own = depthOf(line.text);
    if (own >= depth) continue;
    depth = own;
    found.unshift({ from: line.from, to: line.to + 1 });
  }
  return found;
}

/**
 * Depth of a line's indentation; a list item counts as deeper than a key in its column. Infinite for a blank line or a
 * comment.
 */
function depthOf(line: string): number {
  const column = line.search(/[^ ]/);
  return column < 0 || line[column] === "#" ? Number.POSITIVE_INFINITY : 2 * column + (line[column] === "-" ? 1 : 0);
}

/**
 * Whether brackets, or dashes in one line, nest deeper than the editor can colour. Brackets in strings count too, to be
 * safe.
 */
export function isDeep(text: string): boolean {
  if (new RegExp(`(?:- ){${LEVELS}}`).test(text)) return true;
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth = bracket === "[" || bracket === "{" ? depth + 1 : Math.max(0, depth - 1);
    if (depth > LEVELS) return true;
  }
  return false;
}
