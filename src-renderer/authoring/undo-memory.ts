import { historyField } from "@codemirror/commands";
import type { EditorState } from "@codemirror/state";
import { shownText } from "./written-text.ts";

const keptUnder = (draftKey: string) => `countersign.undo.${draftKey}`;
const LONGEST = 300_000;

/** Keeps the undo history of a draft, so that it survives a restart. A very long one is not kept. */
export function keepUndo(draftKey: string, state: EditorState) {
  const kept = JSON.stringify(state.toJSON({ history: historyField }));
  if (kept.length <= LONGEST) localStorage.setItem(keptUnder(draftKey), kept);
  else localStorage.removeItem(keptUnder(draftKey));
}

/** The state as JSON that shows exactly `text`; null where there is none. */
export function keptUndo(draftKey: string, text: string): Record<string, unknown> | null {
  const stored = localStorage.getItem(keptUnder(draftKey));
  if (stored === null) return null;
  const found: unknown = JSON.parse(stored);
  return typeof found === "object" && found !== null && "doc" in found && found.doc === shownText(text)
    ? (found as Record<string, unknown>)
    : null;
}

export const undoFields = { history: historyField };
