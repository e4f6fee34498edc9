import { Text } from "@codemirror/state";
import { classHighlighter } from "@lezer/highlight";
import { expect, test } from "vitest";
import { coloursIn, isDeep } from "../../src-renderer/authoring/editor/flow-colours.ts";
import { COLOURFUL } from "./colourful-text.ts";

test.each([
  ["a thousand brackets and one", "[".repeat(1_001), true],
  ["a mix of both kinds", '{"a":['.repeat(501), true],
  ["dashes in one line", `${"- ".repeat(1_000)}x`, true],
  ["a thousand brackets, closed one by one", "[x]".repeat(5_000), false],
  ["more closed than opened", `${"]".repeat(5_000)}[`, false],
  ["a list of many", "- x\n".repeat(5_000), false],
])("%s", (_what, text, deep) => {
  expect(isDeep(text)).toBe(deep);
});

const TEXT = Text.of(COLOURFUL.split("\n"));

/** Of each character of some lines, its colour as it is read with these lines in sight. */
function colours([first, last]: readonly [number, number], sight: readonly [number, number]): readonly string[] {
  const range = ([one, other]: readonly [number, number]) => ({ from: TEXT.line(one).from, to: TEXT.line(other).to });
  const { from, to } = range([first, last]);
  const styles = new Array<string>(to - from).fill("");
  for (const found of coloursIn(TEXT, [range(sight)], classHighlighter))
    for (let at = Math.max(from, found.from); at < Math.min(to, found.to); at += 1) styles[at - from] = found.style;
  return styles;
}

test("What is in sight has the colours that it has in the whole text", () => {
  expect(new Set(colours([1, TEXT.lines], [1, TEXT.lines])).size).toBeGreaterThan(5);
  for (let line = 1; line + 3 <= TEXT.lines; line += 1) {
    const lines = [line, line + 3] as const;
    expect(colours(lines, lines), `lines ${line} to ${line + 3}`).toEqual(colours(lines, [1, TEXT.lines]));
  }
});

test("Ranges with something folded between them are read as one text", () => {
  const found = coloursIn(
    TEXT,
    [
      { from: TEXT.line(5).from, to: TEXT.line(5).to },
      { from: TEXT.line(7).to, to: TEXT.line(8).to },
    ],
    classHighlighter,
  );
  const keys = found.filter(({ style }) => style.includes("tok-propertyName"));
  expect(keys.map(({ from, to }) => TEXT.sliceString(from, to))).toEqual(["stage-0", "stage-1"]);
});

test("A text too deep to be coloured, and an empty one, have none", () => {
  expect(coloursIn(Text.of(["[".repeat(2_000)]), [{ from: 0, to: 2_000 }], classHighlighter)).toEqual([]);
  expect(coloursIn(Text.empty, [{ from: 0, to: 0 }], classHighlighter)).toEqual([]);
});

test("A line deep in a long text in lines is read under the key that the text stands under", () => {
  const text = Text.of(["messages:", "  long: |", ...Array.from({ length: 80 }, (_each, at) => `    line: ${at}`)]);
  const { from, to } = text.line(80);
  const found = coloursIn(text, [{ from, to }], classHighlighter);
  expect(found.filter(({ style }) => style.includes("tok-propertyName"))).toEqual([]);
});
