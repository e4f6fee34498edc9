import { expect, test } from "vitest";
import { changedWords } from "../../src-renderer/syncing/conflict/changed-words.ts";

const marked = (text: string, others: readonly string[]) =>
  changedWords(text, others)
    .filter(({ changed }) => changed)
    .map(({ text: words }) => words.trim());

test("Y6: the words of a text that another has not are marked, and none is lost", () => {
  expect(marked("please sign it within two weeks", ["please sign this within two weeks"])).toEqual(["it"]);
  const text = "a  b\n c d";
  expect(
    changedWords(text, ["a b c e"])
      .map((piece) => piece.text)
      .join(""),
  ).toBe(text);
});

test("Y6: a text of one word over and over, as a service may send it, is compared at once", () => {
  expect(marked(`${"x ".repeat(20_000)}here`, ["x ".repeat(20_001)])).toEqual(["here"]);
});
