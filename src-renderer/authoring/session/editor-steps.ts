import { isolateHistory } from "@codemirror/commands";
import { EditorSelection, type EditorState, type Transaction, type TransactionSpec } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { editBetween, type TextEdit, type TextRange } from "../../../src-shared/basics/index.ts";
import { nowWritten, shownAt, shownText } from "./line-ends.ts";

/** Puts the host's text in the place of an editor's: one step of undo. */
export function replacing(state: EditorState, text: string): TransactionSpec {
  return {
    changes: editBetween(state.doc.toString(), shownText(text)).map(({ range, insert }) => ({ ...range, insert })),
    effects: nowWritten(text),
    annotations: isolateHistory.of("full"),
  };
}

/** Applies edits of the text: one step of undo. */
export function editing(state: EditorState, edits: readonly TextEdit[]) {
  return {
    changes: edits.map(({ range, insert }) => ({ ...shownAt(state, range), insert })),
    userEvent: "input.fix",
    annotations: isolateHistory.of("full"),
  };
}

/** Brings all of a change into sight, in the text that has it. */
export function inSight({ from, insert }: { readonly from: number; readonly insert: string }) {
  return EditorView.scrollIntoView(EditorSelection.range(from, from + shownText(insert).length), { yMargin: 20 });
}

/** Shows and selects a range of the text, and focuses its editor. A range of an older text is cut to size. */
export function reveal(view: EditorView, range: TextRange): void {
  const { from, to } = shownAt(view.state, range);
  view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
  view.focus();
}

/** Brings the beginning of a range to the top of what is shown. */
export function scrollTo(view: EditorView, range: TextRange): void {
  const { from } = shownAt(view.state, range);
  view.dispatch({ effects: EditorView.scrollIntoView(from, { y: "start", yMargin: 40 }) });
}

/** Whether the author made one of these changes. */
export const isByAuthor = (transactions: readonly Transaction[]): boolean =>
  transactions.some((one) => one.isUserEvent("input") || one.isUserEvent("delete"));
