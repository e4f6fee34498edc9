/** The undo history on this page's own disk, beside its text (docs/decisions/0600). */
import { historyField } from "@codemirror/commands";
import type { EditorState } from "@codemirror/state";
import { z } from "zod";
import { jsonOnDisk, putOnDisk } from "../../components/index.ts";
import { shownText } from "./line-ends.ts";

/** In characters of JSON: per draft, so that a step that replaces the longest text fits, and in total. */
const LONGEST = 1_200_000;
const ROOM = 2_400_000;

const keptUnder = (draftKey: string) => `countersign.undo.${draftKey}`;
const LIST = "countersign.undo";

const steps = z.object({ done: z.array(z.unknown()), undone: z.array(z.unknown()) });
const editor = z.object({ selection: z.unknown(), history: steps });
const stored = editor.extend({ of: z.string() });
/** Drafts by key with the length of their stored data, the most recent last. */
const list = z.array(z.tuple([z.string(), z.number()]));

export const undoFields = { history: historyField };

/** Stores the undo history of a draft, so that it survives a crash; if it is too long, only the newest steps. */
export function keepUndo(draftKey: string, state: EditorState): void {
  const { selection, history } = editor.parse(state.toJSON(undoFields));
  let room = LONGEST;
  const newest = (all: readonly unknown[]): string => {
    const fitting: string[] = [];
    for (const step of all.toReversed()) {
      const written = JSON.stringify(step);
      room -= written.length + 1;
      if (room < 0) break;
      fitting.unshift(written);
    }
    return `[${fitting.join(",")}]`;
  };
  const [done, undone] = [newest(history.done), newest(history.undone)];
  const head = JSON.stringify({ of: fingerprint(state.doc.toString()), selection });
  const kept = `${head.slice(0, -1)},"history":{"done":${done},"undone":${undone}}}`;
  makeRoom(draftKey, kept.length);
  // The text comes first: if there is no room for both, its undo history is dropped.
  if (!putOnDisk(keptUnder(draftKey), kept)) localStorage.removeItem(keptUnder(draftKey));
}

/** The state as JSON that shows exactly `text`; null if there is none. */
export function keptUndo(draftKey: string, text: string): Record<string, unknown> | null {
  const found = stored.safeParse(jsonOnDisk(keptUnder(draftKey)));
  if (!found.success) return null;
  const { of, ...state } = found.data;
  const doc = shownText(text);
  return of === fingerprint(doc) ? { ...state, doc } : null;
}

/** Of every draft: otherwise there is no room for a text. */
export function forgetUndo(): void {
  for (const [draftKey] of keptDrafts()) localStorage.removeItem(keptUnder(draftKey));
  localStorage.removeItem(LIST);
}

const keptDrafts = () => list.safeParse(jsonOnDisk(LIST)).data ?? [];

/** Drops the oldest stored data of other drafts. */
function makeRoom(draftKey: string, length: number) {
  const drafts = keptDrafts().filter(([other]) => other !== draftKey);
  let all = drafts.reduce((sum, [, each]) => sum + each, length);
  while (all > ROOM) {
    const [oldest, freed] = drafts.shift() ?? ["", all];
    localStorage.removeItem(keptUnder(oldest));
    all -= freed;
  }
  putOnDisk(LIST, JSON.stringify([...drafts, [draftKey, length]]));
}

/** Distinguishes texts: the length and FNV-1a of 32 bits. */
export function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return `${text.length} ${hash >>> 0}`;
}
