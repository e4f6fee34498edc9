import { yaml } from "@codemirror/lang-yaml";
import { Compartment, EditorState, type Extension, type Transaction } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

/** Far above what a flow may have [S008], far below what the editor's own recursive parser can stand. */
const LEVELS = 1_000;
/** Characters in one change: what is typed cannot make a text deep at once. */
const PASTED = LEVELS;

const language = new Compartment();

/** Colours and indentation of the language, left out while the text nests so deeply that they would break the editor. */
export function flowColours(text: string): Extension {
  return [
    language.of(coloursOf(text)),
    EditorState.transactionExtender.of((transaction) => {
      if (!isColoured(transaction.startState) || insertedBy(transaction) < PASTED) return null;
      return isDeep(transaction.newDoc.toString()) ? { effects: language.reconfigure(none) } : null;
    }),
    // A step of its own: a change of extensions reads the text as it was before the step, which is still too deep.
    EditorView.updateListener.of(({ docChanged, state, view }) => {
      if (docChanged && !isColoured(state) && !isDeep(state.doc.toString()))
        view.dispatch({ effects: language.reconfigure(colours) });
    }),
  ];
}

function insertedBy({ changes }: Transaction): number {
  let inserted = 0;
  changes.iterChanges((_fromA, _toA, fromB, toB) => {
    inserted += toB - fromB;
  });
  return inserted;
}

const none: Extension = [];
const colours = yaml();
const coloursOf = (text: string) => (isDeep(text) ? none : colours);
const isColoured = (state: EditorState) => language.get(state) !== none;

/** Whether brackets, or dashes in one line, nest deeper than the editor can colour. Brackets in strings count too: rather none. */
export function isDeep(text: string): boolean {
  if (new RegExp(`(?:- ){${LEVELS}}`).test(text)) return true;
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth = bracket === "[" || bracket === "{" ? depth + 1 : Math.max(0, depth - 1);
    if (depth > LEVELS) return true;
  }
  return false;
}
