import { isolateHistory } from "@codemirror/commands";
import { EditorView } from "@codemirror/view";
import { create } from "zustand";
import type { TextEdit, TextRange } from "../../src-shared/language/index.ts";

/** The text editor on the screen, for the views beside it. */
export const useEditor = create<{ readonly view: EditorView | null }>()(() => ({ view: null }));

/** The text as it stands now. */
export const editorText = (): string => useEditor.getState().view?.state.doc.toString() ?? "";

/** Shows and selects a range of the text, and gives the editor the focus. A range of an older text is cut to size. */
export function revealRange({ from, to }: TextRange) {
  const { view } = useEditor.getState();
  if (!view) return;
  const end = view.state.doc.length;
  view.dispatch({ selection: { anchor: Math.min(from, end), head: Math.min(to, end) }, scrollIntoView: true });
  view.focus();
}

/** Brings a range of the text into sight; the focus stays where it is. */
export function scrollTo({ from }: TextRange) {
  const { view } = useEditor.getState();
  view?.dispatch({
    effects: EditorView.scrollIntoView(Math.min(from, view.state.doc.length), { y: "start", yMargin: 40 }),
  });
}

/** Applies edits made for `text`, as one step of undo, and shows the cursor or what has changed. Answers false, and does nothing, when the text has moved on since or is only looked at. */
export function applyToEditor(
  text: string,
  edits: readonly TextEdit[],
  shows: "cursor" | "change" = "cursor",
): boolean {
  const { view } = useEditor.getState();
  if (!view || view.state.readOnly || view.state.doc.toString() !== text) return false;
  const [first] = edits;
  view.dispatch({
    changes: edits.map(({ range, insert }) => ({ from: range.from, to: range.to, insert })),
    ...(shows === "cursor"
      ? { scrollIntoView: true }
      : first && { effects: EditorView.scrollIntoView(first.range.from) }),
    userEvent: "input.fix",
    annotations: isolateHistory.of("full"),
  });
  return true;
}
