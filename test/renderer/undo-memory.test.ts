import { history, isolateHistory, redo, undo, undoDepth } from "@codemirror/commands";
import { EditorState, type Transaction } from "@codemirror/state";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { forgetUndo, keepUndo, keptUndo, undoFields } from "../../src-renderer/authoring/session/undo-memory.ts";

/** As Chromium's, in characters. */
const QUOTA = 5_200_000;
let disk: Map<string, string>;
const full = () => [...disk].reduce((sum, [key, value]) => sum + key.length + value.length, 0);

beforeEach(() => {
  disk = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => disk.get(key) ?? null,
    setItem(key: string, value: string) {
      if (full() - (disk.get(key)?.length ?? 0) + value.length > QUOTA) throw new DOMException("full");
      disk.set(key, value);
    },
    removeItem: (key: string) => disk.delete(key),
  });
});

const started = (doc: string) => EditorState.create({ doc, extensions: history() });
/** Each insert at the end as a step of its own. */
const typed = (state: EditorState, ...inserts: readonly string[]) =>
  inserts.reduce(
    (now, insert) =>
      now.update({ changes: { from: now.doc.length, insert }, annotations: isolateHistory.of("full") }).state,
    state,
  );
const all = (state: EditorState, insert: string) =>
  state.update({ changes: { from: 0, to: state.doc.length, insert }, annotations: isolateHistory.of("full") }).state;

function reopened(key: string, text: string): EditorState | null {
  const kept = keptUndo(key, text);
  return kept && EditorState.fromJSON(kept, { extensions: history() }, undoFields);
}
function does(state: EditorState, command: typeof undo): EditorState {
  let next = state;
  command({ state, dispatch: (transaction: Transaction) => (next = transaction.state) });
  return next;
}

describe("promise 2: the steps of undo", () => {
  it("are those before a restart, to and fro", () => {
    const before = does(typed(started("a"), "b", "c"), undo);
    keepUndo("k", before);
    const again = reopened("k", "ab") ?? started("");
    expect(does(again, redo).doc.toString()).toBe("abc");
    expect(does(does(again, undo), undo).doc.toString()).toBe("a");
  });

  it("do not fit another text of the same length, nor another draft", () => {
    keepUndo("k", typed(started("a"), "b"));
    expect([keptUndo("k", "ac"), keptUndo("other", "ab")]).toEqual([null, null]);
  });

  it("of a text of a mebibyte take what they changed, not the text", () => {
    keepUndo("k", typed(started("x".repeat(1_048_000)), "b"));
    expect(full()).toBeLessThan(1_000);
    const again = reopened("k", `${"x".repeat(1_048_000)}b`) ?? started("");
    expect(does(again, undo).doc.length).toBe(1_048_000);
  });

  it("that are too long together lose the oldest, and a step over a whole long text is kept", () => {
    const long = (letter: string) => letter.repeat(500_000);
    const state = ["b", "c", "d", "e"].reduce((now, letter) => all(now, long(letter)), started(long("a")));
    keepUndo("k", state);
    let again = reopened("k", long("e")) ?? started("");
    expect(undoDepth(again)).toBe(2);
    again = does(does(again, undo), undo);
    expect(again.doc.sliceString(0, 2)).toBe("cc");
  });

  it("of drafts opened long ago make room for those of today and for texts", () => {
    const text = "x".repeat(1_000_000);
    for (const key of ["1", "2", "3", "4", "2"]) keepUndo(key, all(started(text), key));
    expect(["1", "2", "3", "4"].map((key) => keptUndo(key, key) !== null)).toEqual([false, true, false, true]);
    expect(full()).toBeLessThan(2_500_000);
    forgetUndo();
    expect(full()).toBe(0);
  });

  it("that have no room at all are left out, and nothing else goes", () => {
    disk.set("text", "x".repeat(QUOTA - 300));
    keepUndo("k", all(started("y".repeat(1_000)), ""));
    expect(keptUndo("k", "")).toBeNull();
    expect(disk.get("text")?.length).toBe(QUOTA - 300);
  });
});
