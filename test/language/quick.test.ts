import { describe, expect, test } from "vitest";
import { analyse } from "../../src-shared/language/index.ts";
import { libraryRead } from "../../src-shared/language/syntax/parse.ts";
import { quickRead } from "../../src-shared/language/syntax/quick.ts";
import type { Node } from "../../src-shared/language/syntax/tree.ts";
import { mutated } from "../fuzz/mutate.ts";
import { meaningCases } from "./cases-meaning.ts";
import { textCases } from "./cases-text.ts";
import { sound } from "./fixture.ts";

/** Everything that a tree says, without its cycles. */
function told(node: Node): unknown {
  const { range, key, keyRange, shared } = node;
  const place = { range, key, keyRange, shared };
  if (node.kind === "map")
    return { ...place, flow: node.flow, entries: [...node.entries].map(([name, value]) => [name, told(value)]) };
  if (node.kind === "list") return { ...place, flow: node.flow, items: node.items.map(told) };
  return node.kind === "scalar" ? { ...place, value: node.value, style: node.style, source: node.source } : place;
}

/** null: left to the library. */
function agree(text: string): boolean | null {
  const quick = quickRead(text);
  if (quick === null) return null;
  const full = libraryRead(text);
  expect({ text, errors: full.errors.map(({ message }) => message), problems: full.problems }).toEqual({
    text,
    errors: [],
    problems: [],
  });
  expect({ text, tree: told(quick.root) }).toEqual({ text, tree: told(full.root) });
  return true;
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
      expect(agree(text)).toBe(true);
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
  ])("%j", (text) => {
    agree(text);
  });

  test("every example of a rule", () => {
    const texts = [...textCases, ...meaningCases].map(({ text }) => text.replace("«", "").replace("»", ""));
    expect(texts.map(agree).filter((agreed) => agreed === true).length).toBeGreaterThan(texts.length / 2);
  });

  test("mutated texts", () => {
    let quick = 0;
    for (let seed = 10_000; seed < 12_000; seed += 1) if (agree(mutated(seed)) === true) quick += 1;
    expect(quick).toBeGreaterThan(100);
  });
});
