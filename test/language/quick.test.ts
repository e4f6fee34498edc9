import { describe, expect, test } from "vitest";
import { analyse } from "../../src-shared/language/index.ts";
import { libraryRead, readIsland } from "../../src-shared/language/syntax/parse.ts";
import { quickRead } from "../../src-shared/language/syntax/quick.ts";
import type { Node } from "../../src-shared/language/syntax/tree.ts";
import { sound } from "../fixtures/sound-flow.ts";
import { inputs } from "../fuzz/effort.ts";
import { mutated } from "../fuzz/mutate.ts";
import { meaningCases } from "./cases-meaning.ts";
import { textCases } from "./cases-text.ts";

/** Everything that a tree says, without its cycles. */
function reported(node: Node): unknown {
  const { range, key, keyRange, shared } = node;
  const place = { range, key, keyRange, shared };
  if (node.kind === "map")
    return { ...place, flow: node.flow, entries: [...node.entries].map(([name, value]) => [name, reported(value)]) };
  if (node.kind === "list") return { ...place, flow: node.flow, items: node.items.map(reported) };
  return node.kind === "scalar" ? { ...place, value: node.value, style: node.style, source: node.source } : place;
}

/** What the quick reader does with a text: reads what the library reads, leaves it to the library, or finds it wrong. */
function agree(text: string): "read" | "left" | "wrong" {
  const quick = quickRead(text, { readIsland });
  if (quick === null) return "left";
  const full = libraryRead(text);
  const sound = full.errors.length === 0 && full.problems.length === 0;
  expect({ text, sound: quick.problems.length === 0 }).toEqual({ text, sound });
  if (!sound) return "wrong";
  expect({ text, tree: reported(quick.root), blocks: quick.blocks }).toEqual({
    text,
    tree: reported(full.root),
    blocks: full.blocks,
  });
  return "read";
}

describe("the quick reader reads what the library reads, or leaves it to the library", () => {
  test("the sound flow, in YAML and in JSON, is read quickly", () => {
    const value = analyse(sound).value;
    for (const text of [
      sound,
      sound.replaceAll("\n", "\r\n"),
      `\ufeff${sound}`,
      JSON.stringify(value, null, 2),
      JSON.stringify(value, null, 4),
    ]) {
      expect(agree(text)).toBe("read");
    }
  });

  test.each([
    "a: b\n",
    "a:\n- b\n- c\nd: e\n",
    "a:\n  - b\n  -   c: 1\n      d: 2\n",
    "- - a\n  - b\n- c\n",
    "a: [ b, [c, {d: e}] , ]\n",
    "a: {b: c, 'd': \"e\"} # f\n",
    "a: b # c\n# d\n\ne: f",
    "a: b c: d\n",
    "a:\n  b\n",
    "a: b\n  c\n",
    "a: b\n c: d\n",
    "a: 'it''s'\n",
    "a: ''\n",
    'a: ""\n',
    "a: b#c\n",
    "a: b:c\n",
    "a: [b:c]\n",
    "a: http://x/y?z=1\n",
    "a: 0.3\n",
    "a: 007\n",
    "a: True\n",
    "a: no\n",
    "a: null\n",
    "a:\n",
    "a: [\n b\n]\n",
    "a: [\nb]\n",
    "a: {b: c\n }\n",
    '{\n"a": 1\n}\n',
    "{}",
    "[]",
    "{a: 1} b",
    "a",
    "",
    "a: b\na: c\n",
    "a: -1\nb: - c\n",
    "- a\nb: c\n",
    "a:\n  - b\n c: d\n",
    "a: b\n---\nc: d\n",
    "é: ü\n",
    "1: 2\n",
    "a : b\n",
    "a: b  \n",
    "a: [b c, d e]\n",
    "a: {b : c}\n",
    "a: {b:c}\n",
    '{"a":1}',
    "a: ,\n",
    "a: b, c\n",
    "a: x]y\n",
    "- a: b\n  c: d\n-  e: f\n   g: h\n",
    "-\n  a: b\n",
    "-\n- a\n",
    "a: {}\nb: []\n",
    "a: [b]c\n",
    'a: "b"c\n',
    "a: 'b' #c\n",
    "a: 'b'#c\n",
    "a: [b, #c\n  d]\n",
    "a: b\u0085c\n",
    "a: b\u2028c\n",
    "a: /x\n",
    "yes: no\n",
    "null: 1\n",
    "...\n",
    "a: b\n...\n",
    "a: 12345678901234567890\n",
    "a: b\n\n\n",
    "  a: b\n  c: d\n",
    "  a: b\n c: d\n",
    "a:\nb: 1\n",
    "a: # c\nb: 1\n",
    "a:\n  # c\nb:\n",
    "a:",
    "-\n-\n- \n",
    "a:\n  -\n  - # c\n  - b\n",
    "a: |\n  b\n  c\n\nd: e\n",
    "a:\n  - b: >-\n      c\n      - d\n    e: 1\n  - f\n",
    "a: |\n b\n# c\nd: e\n",
    "a: b\n  c\nd: e\n",
    "a:\n  b\n  c\nd: e\n",
    'a: "b\n  c"\nd: 1.5\n',
    'a: "\\u00e9\\n\\"x\\""\n',
    'a: "\\ud83d\\ude00\\/"\n',
    "a: \"\\x41\"\nb: 'c''d'\n",
    "a: [b,\n  c\n  ]\nd: e\n",
    "a: [b,\n  c\n]\nd: e\n",
    "a: &x b\nc: *x\n",
    "a: b\nc\nd: e\n",
    "a: [b\nc: d\n",
    "a:\n  - b: 1\n    c\n    d: 2\n  - e: 1\n",
    "a: b: c\nd: e\n",
    "a: 2001-01-01\nb: 0x1f\nc: .5\n",
    "? a\n: b\nc: d\n",
    "a: b\na: c\nd: {e: 1, e: 2}\n",
    "a: !!str 1\n",
    "a: 'b\n\n  c'\n",
    "a:\n- b:\n  - c\n  d:\n",
  ])("%j", (text) => {
    agree(text);
  });

  test("every example of a rule", () => {
    const texts = [...textCases, ...meaningCases].map(({ text }) => text.replace("«", "").replace("»", ""));
    expect(texts.map(agree).filter((agreed) => agreed === "read").length).toBeGreaterThan(texts.length / 2);
  });

  test("mutated texts", () => {
    const count = { read: 0, left: 0, wrong: 0 };
    for (let seed = 10_000; seed < 10_000 + inputs(400); seed += 1) count[agree(mutated(seed))] += 1;
    expect(count.read).toBeGreaterThan(inputs(30));
    expect(count.wrong).toBeGreaterThan(inputs(40));
  });
});
