import { isolateHistory } from "@codemirror/commands";
import { EditorSelection, type EditorState, type Transaction, type TransactionSpec } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { editBetween, type TextEdit, type TextRange } from "../../../src-shared/basics/index.ts";
import { nowWritten, shownAt, shownText } from "./line-ends.ts";

/** Replaces an editor's text by the host's, as one undo step. */
export function replacing(state: EditorState, text: string): TransactionSpec {
  return {
    changes: editBetween(state.doc.toString(), shownText(text)).map(({ range, insert }) => ({ ...range, insert })),
    effects: nowWritten(text),
    annotations: isolateHistory.of("full"),
  };
}

/** Applies edits of the text, as one undo step. */
export function editing(state: EditorState, edits: readonly TextEdit[]) {
  return {
    changes: edits.map(({ range, insert }) => ({ ...shownAt(state, range), insert })),
    userEvent: "input.fix",
    annotations: isolateHistory.of("full"),
  };
}

/** Scrolls a whole change into view, in the text after it. */
export function inSight({ from, insert }: { readonly from: number; readonly insert: string }) {
  return EditorView.scrollIntoView(EditorSelection.range(from, from + shownText(insert).length), { yMargin: 20 });
}

/** Selects and focuses a range of the text in its editor. A range of an older text is clamped. */
export function reveal(view: EditorView, range: TextRange): void {
  const { from, to } = shownAt(view.state, range);
  view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
  view.focus();
}

/** Scrolls the beginning of a range to the top. */
export function scrollTo(view: EditorView, range: TextRange): void {
  const { from } = shownAt(view.state, range);
  view.dispatch({ effects: EditorView.scrollIntoView(from, { y: "start", yMargin: 40 }) });
}

/** Whether the author made one of these changes. */
export const isByAuthor = (transactions: readonly Transaction[]): boolean =>
  transactions.some((one) => one.isUserEvent("input") || one.isUserEvent("delete"));
