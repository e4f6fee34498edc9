import { yamlLanguage } from "@codemirror/lang-yaml";
import { getIndentation, IndentContext } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import { flowIndent, wholeState } from "../../src-renderer/authoring/editor/flow-indent.ts";
import { COLOURFUL } from "./colourful-text.ts";

/** The column of a new line after a break at a place: where nothing is known of it, that of the line before. */
function broken(doc: string, place: number, extensions: typeof flowIndent): number {
  const state = wholeState(EditorState.create({ doc, extensions }));
  const between = ["{}", "[]"].includes(doc.slice(place - 1, place + 1));
  const known = getIndentation(new IndentContext(state, { simulateBreak: place, simulateDoubleBreak: between }), place);
  return known ?? state.doc.lineAt(place).text.search(/\S|$/);
}

test("A new line begins where it would if all of the text were read, and not below the comment of a line", () => {
  const lines = COLOURFUL.split("\n");
  for (const [at, line] of lines.entries()) {
    const before = (last: string) => [...lines.slice(0, at), last].join("\n");
    const after = ["", ...lines.slice(at + 1)].join("\n");
    const bare = line.replace(/ # step \d+$/, "");
    const expected = broken(before(bare) + after, before(bare).length, yamlLanguage.extension);
    const found = broken(before(line) + after, before(line).length, flowIndent);
    expect(found, `after line ${at + 1}: ${line}`).toBe(expected);
  }
});

test("Within empty brackets a new line stands further in, and a bracket that closes stands as its line does", () => {
  const text = "a:\n  - notify: {}";
  expect(broken(text, text.length - 1, flowIndent)).toBe(4);
  const closing = EditorState.create({ doc: "a:\n  - notify: {\n        }", extensions: flowIndent });
  expect(getIndentation(closing, closing.doc.line(3).from)).toBe(2);
});

test("A line that is there stays where it is, and one that is too deep to be read is not read", () => {
  const written = EditorState.create({ doc: "a:\n    b: c", extensions: flowIndent });
  expect(getIndentation(written, written.doc.line(2).from)).toBeNull();
  const deep = "[".repeat(2_000);
  expect(broken(deep, deep.length, flowIndent)).toBe(0);
});

/** The column to which a last line `- ` goes once it is typed; null where it stays. */
function dashed(text: string): number | null {
  const state = EditorState.create({ doc: text, extensions: flowIndent });
  return getIndentation(state, state.doc.lineAt(text.length).from);
}

test("A dash that begins below the value of a key goes to the list that it can continue", () => {
  const steps = "scenarios:\n  - scenario: A\n    steps:\n";
  expect(dashed(`${steps}      - expect: completed\n        - `)).toBe(6);
  expect(dashed(`${steps}      - wait: 3 days # to hear of it\n\n        - `)).toBe(6);
  expect(dashed("expect:\n  - always: { when: completed, that: [a signed b] }\n    - ")).toBe(2);
  const notify = "stages:\n  - s:\n      actions:\n        - notify:\n            users: [a]\n            methods:\n";
  expect(dashed(`${notify}              email: { message: m }\n              - `)).toBe(8);
  expect(dashed("a: b\n- ")).toBeNull();
});

test("A dash at the beginning of a line goes to the list above it, which ends there otherwise", () => {
  const steps = "scenarios:\n  - scenario: A\n    steps:\n      - a signs b\n";
  expect(dashed(`${steps}- `)).toBe(6);
  expect(dashed(`${steps}\n- `)).toBe(6);
  expect(dashed(`${steps}      - wait: 3 days\n- `)).toBe(6);
  expect(dashed("expect:\n  - always:\n      when: completed\n- ")).toBe(2);
  expect(dashed("- a\n- ")).toBeNull();
  expect(dashed("scenarios:\n- ")).toBeNull();
  expect(dashed('a:\n  - b: "c\n- ')).toBeNull();
  expect(dashed("m:\n  a: |\n    - b\n- ")).toBeNull();
  expect(dashed("users:\n  ada: 1\n- ")).toBeNull();
});

test("A dash stays where a list can begin, where one goes on, and within a text of several lines", () => {
  expect(dashed("scenarios:\n  - scenario: A\n    steps:\n      - ")).toBeNull();
  expect(dashed("scenarios:\n  - scenario: A\n    steps:\n      - a signs b\n      - ")).toBeNull();
  expect(dashed("messages:\n  m: |\n    Hello,\n    Re: your loan\n    - ")).toBeNull();
  expect(dashed("a:\n  - b: |\n      - ")).toBeNull();
  expect(dashed("a:\n  - b:\n      c: d\n  - ")).toBeNull();
  expect(dashed('a:\n  - b: "c: d\n      e: f\n      - ')).toBeNull();
});
