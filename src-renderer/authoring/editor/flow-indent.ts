import { yamlLanguage } from "@codemirror/lang-yaml";
import {
  ensureSyntaxTree,
  getIndentation,
  IndentContext,
  indentOnInput,
  indentService,
  syntaxTree,
} from "@codemirror/language";
import { EditorState, type Extension } from "@codemirror/state";
import { isDeep, rangesAbove } from "./flow-colours.ts";

/** Characters after the line that are looked at. */
const BELOW = 500;

const CLOSES = /^\s*[\]}]/;
const EMPTY_BRACKETS = /^(\[\]|\{\})$/;
/** At the end of a line: a new line is not to stand below it. */
const COMMENT = /(?<=\S)[ \t]+#[^\n]*$/;

/**
 * Where a new line begins, and a line that closes a bracket: as YAML's own rules have it, asked of the lines around and
 * of those that they stand under. Other lines stay where they are.
 */
export const flowIndent: Extension = [
  indentService.of(({ state, simulatedBreak }, place) => {
    const line = state.doc.lineAt(place);
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
  EditorState.languageData.of(() => [{ indentOnInput: /^\s*[\]}]$/ }]),
  indentOnInput(),
];

/** The state with all of its text read: a state reads for 20 ms at a time, and a busy machine may need several. */
export function wholeState(begun: EditorState): EditorState {
  let state = begun;
  for (let turn = 0; turn < 100; turn += 1) {
    if (syntaxTree(state) === ensureSyntaxTree(state, state.doc.length, Number.POSITIVE_INFINITY)) break;
    state = state.update({}).state;
  }
  return state;
}
