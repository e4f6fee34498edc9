import { yamlLanguage } from "@codemirror/lang-yaml";
import {
  ensureSyntaxTree,
  getIndentation,
  IndentContext,
  indentOnInput,
  indentService,
  syntaxTree,
} from "@codemirror/language";
import { EditorState, type Extension, type Line } from "@codemirror/state";
import { isDeep, rangesAbove } from "./flow-colours.ts";

/** Lines above a dash that are searched for its list. */
const MOST_ABOVE = 300;
/** Characters after the line that are considered. */
const BELOW = 500;

const CLOSES = /^\s*[\]}]/;
/** A line that begins a list item. */
const DASH = /^\s*- $/;
/** A key with its value on its line. The first group is the white space and dashes before the key. */
const KEY = /^(\s*(?:- +)*)(?:"[^"]*"|'[^']*'|[^\s#'"[\]{}-][^:#]*): +[^\s#|>]/;
/** Within these a dash is not a list item. */
const TEXTS = new Set(["BlockLiteral", "QuotedLiteral", "FlowMapping", "FlowSequence"]);
const EMPTY_BRACKETS = /^(\[\]|\{\})$/;
/** At the end of a line: a new line is not aligned with it. */
const COMMENT = /(?<=\S)[ \t]+#[^\n]*$/;

/**
 * Indentation of a new line, and of a line that closes a bracket, by YAML's rules for the lines around and their
 * parents. A dash below a key that has its value goes to the surrounding list. Other lines keep their place.
 */
export const flowIndent: Extension = [
  indentService.of(({ state, simulatedBreak }, place) => {
    const line = state.doc.lineAt(place);
    if (simulatedBreak === null && DASH.test(line.text)) return dashColumn(state, line);
    if (simulatedBreak === null && !CLOSES.test(line.text)) return null;
    const above = rangesAbove(state.doc, line.from).map(({ from, to }) => state.sliceDoc(from, to));
    const before = (above.join("") + state.sliceDoc(line.from, place)).replace(COMMENT, "");
    const text = before + state.sliceDoc(place, line.to + BELOW);
    if (isDeep(text)) return null;
    const small = wholeState(EditorState.create({ doc: text, extensions: yamlLanguage }));
    const broken = {
      simulateBreak: before.length,
      simulateDoubleBreak: EMPTY_BRACKETS.test(state.sliceDoc(place - 1, place + 1)),
    };
    return getIndentation(new IndentContext(small, simulatedBreak === null ? {} : broken), before.length);
  }),
  EditorState.languageData.of(() => [{ indentOnInput: /^\s*(?:[\]}]|- )$/ }]),
  indentOnInput(),
];

/** The state with its whole text parsed: a state parses for 20 ms at a time, and a busy machine may need several. */
export function wholeState(begun: EditorState): EditorState {
  let state = begun;
  for (let turn = 0; turn < 100; turn += 1) {
    if (syntaxTree(state) === ensureSyntaxTree(state, state.doc.length, Number.POSITIVE_INFINITY)) break;
    state = state.update({}).state;
  }
  return state;
}

/**
 * No list can begin at or below a key that has its value, nor at the line's beginning below deeper content: the nearest
 * surrounding list continues instead. Null if that does not apply.
 */
function dashColumn(state: EditorState, { from, number, text }: Line): number | null {
  const above = linesAbove(state, number);
  const [near = ""] = above;
  const dash = text.indexOf("-");
  const item = near.search(/\S/);
  if (dash === 0 && item > 0 && near.startsWith("- ", item))
    return isInText(state, from, " ".repeat(item)) ? null : item;
  const [, before] = KEY.exec(near) ?? [];
  if (before === undefined || (dash > 0 && dash < before.length) || isInText(state, from, text.slice(0, dash)))
    return null;
  let column = before.length;
  for (const line of above) {
    const start = line.search(/\S/);
    if (start >= column) continue;
    if (line.startsWith("- ", start)) return line.slice(0, column).lastIndexOf("- ");
    column = start;
  }
  return null;
}

/** The lines above one, nearest first, without blank lines and comments. */
function linesAbove({ doc }: EditorState, number: number): readonly string[] {
  const first = Math.max(1, number - MOST_ABOVE);
  const lines = Array.from({ length: number - first }, (_, back) => doc.line(number - 1 - back).text);
  return lines.filter((line) => /^\s*[^\s#]/.test(line));
}

/**
 * Whether a dash is part of a text or within brackets. @param place the beginning of its line @param indent before it
 */
function isInText(state: EditorState, place: number, indent: string): boolean {
  const above = rangesAbove(state.doc, place).map(({ from, to }) => state.sliceDoc(from, to));
  const before = above.join("") + indent;
  if (isDeep(before)) return true;
  const small = wholeState(EditorState.create({ doc: `${before}- `, extensions: yamlLanguage }));
  const inner = syntaxTree(small).resolveInner(before.length, 1);
  let node: typeof inner | null = inner;
  while (node !== null && !TEXTS.has(node.name)) node = node.parent;
  return node !== null;
}
