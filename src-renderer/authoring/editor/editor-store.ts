import { isolateHistory } from "@codemirror/commands";
import { EditorView } from "@codemirror/view";
import { create } from "zustand";
import type { TextEdit, TextRange } from "../../../src-shared/language/index.ts";
import { shownAt, textOf } from "./written-text.ts";

/** The text editor on the screen, for the views beside it. */
export const useEditor = create<{ readonly view: EditorView | null }>()(() => ({ view: null }));

/** The text as it stands now. */
export function editorText(): string {
  const { view } = useEditor.getState();
  return view ? textOf(view.state) : "";
}

/** Shows and selects a range of the text, and gives the editor the focus. A range of an older text is cut to size. */
export function revealRange(range: TextRange) {
  const { view } = useEditor.getState();
  if (!view) return;
  const { from, to } = shownAt(view.state, range);
  view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
  view.focus();
}

/** Brings a range of the text into sight; the focus stays where it is. */
export function scrollTo(range: TextRange) {
  const { view } = useEditor.getState();
  view?.dispatch({
    effects: EditorView.scrollIntoView(shownAt(view.state, range).from, { y: "start", yMargin: 40 }),
  });
}

/** Applies edits made for `text`, as one step of undo, and shows the cursor or what has changed. Answers false, and does nothing, when the text has moved on since or is only looked at. */
export function applyToEditor(
  text: string,
  edits: readonly TextEdit[],
  shows: "cursor" | "change" = "cursor",
): boolean {
  const { view } = useEditor.getState();
  if (!view || view.state.readOnly || textOf(view.state) !== text) return false;
  const changes = edits.map(({ range, insert }) => ({ ...shownAt(view.state, range), insert }));
  const [first] = changes;
  view.dispatch({
    changes,
    ...(shows === "cursor" ? { scrollIntoView: true } : first && { effects: EditorView.scrollIntoView(first.from) }),
    userEvent: "input.fix",
    annotations: isolateHistory.of("full"),
  });
  return true;
}
