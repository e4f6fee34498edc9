import { history, undo } from "@codemirror/commands";
import { EditorState, type TransactionSpec } from "@codemirror/state";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  keepsWritten,
  nowWritten,
  offsetAt,
  shownAt,
  shownText,
  textOf,
} from "../../src-renderer/authoring/session/line-ends.ts";
import { type Intent, intend } from "../../src-shared/language/index.ts";
import { sound } from "../fixtures/sound-flow.ts";

const editorOf = (text: string) => EditorState.create({ doc: text, extensions: [keepsWritten(text), history()] });
const after = (state: EditorState, spec: TransactionSpec) => state.update(spec).state;

test("law 5: a cell in a text with CR LF is a change of one line's bytes", () => {
  const text = sound.replaceAll("\n", "\r\n");
  const cell: Intent = {
    intent: "setAct",
    stage: 1,
    verb: "sign",
    participant: "alice",
    document: "contract",
    on: true,
  };
  const state = editorOf(text);
  const edits = intend(text, cell);
  const changes = edits.map(({ range, insert }) => ({ ...shownAt(state, range), insert }));
  const written = textOf(after(state, { changes }));
  expect(written).toBe(text.replace("signed-by: { users: [carol]", "signed-by: { users: [carol, alice]"));
});

test("in a text of both line ends each line keeps its own, and a new one ends as its neighbour", () => {
  const state = editorOf("a\r\nb\nc\r\nd");
  expect(textOf(after(state, { changes: { from: 1, insert: "\nx" } }))).toBe("a\r\nx\r\nb\nc\r\nd");
  expect(textOf(after(state, { changes: { from: 3, insert: "\nx" } }))).toBe("a\r\nb\nx\nc\r\nd");
  expect(textOf(after(state, { changes: { from: 7, insert: "\nx" } }))).toBe("a\r\nb\nc\r\nd\r\nx");
  expect(textOf(after(state, { changes: { from: 0, to: 4 } }))).toBe("c\r\nd");
});

test("a change that is undone leaves the text as it was, byte for byte", () => {
  let state = editorOf("a\r\nb\r\nc\r\n");
  state = after(state, { changes: { from: 1, to: 4 } });
  expect(textOf(state)).toBe("ac\r\n");
  undo({
    state,
    dispatch: (transaction) => {
      state = transaction.state;
    },
  });
  expect(textOf(state)).toBe("a\r\nb\r\nc\r\n");
});

test("a text from elsewhere is written as it came, even where only its line ends differ", () => {
  expect(textOf(after(editorOf("a\r\nb"), { effects: nowWritten("a\nb") }))).toBe("a\nb");
});

test("any change of any text touches nothing beside it, and places go both ways", () => {
  const part = fc.constantFrom("a", "b: ", "\n", "\r\n", "\r", "é");
  const texts = fc.array(part, { maxLength: 20 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(texts, fc.nat(), fc.nat(), texts, (text, a, b, insert) => {
      const state = editorOf(text);
      expect(state.doc.toString()).toBe(shownText(text));
      const [from = 0, to = 0] = [a % (state.doc.length + 1), b % (state.doc.length + 1)].sort((x, y) => x - y);
      expect(shownAt(state, { from: offsetAt(state, from), to: offsetAt(state, to) })).toEqual({ from, to });
      const changed = after(state, { changes: { from, to, insert } });
      expect(shownText(textOf(changed))).toBe(changed.doc.toString());
      if (/\r(?!\n)/.test(text)) return;
      const written = textOf(changed);
      expect(written.startsWith(text.slice(0, offsetAt(state, from)))).toBe(true);
      expect(written.endsWith(text.slice(offsetAt(state, to)))).toBe(true);
    }),
    { seed: 1, numRuns: 2_000 },
  );
});
