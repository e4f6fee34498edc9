import fc from "fast-check";
import { expect, test } from "vitest";
import { applyEdits, editsInTurn, type TextEdit } from "../../src-shared/basics/index.ts";
import { inputs } from "../fuzz/effort.ts";

/** Edits of a text so long, apart from one another. */
const editsOf = (length: number) =>
  fc
    .array(fc.tuple(fc.nat({ max: length }), fc.nat({ max: 3 }), fc.constantFrom("", "x", "yy")), { maxLength: 4 })
    .map((all): readonly TextEdit[] => {
      let last = -1;
      return all
        .toSorted(([a], [b]) => a - b)
        .flatMap(([from, removed, insert]) => {
          if (from <= last) return [];
          last = Math.min(length, from + removed);
          return [{ range: { from, to: last }, insert }];
        });
    });

test("edits in turn do at once what they do one after the other, or are none where they meet", () => {
  const text = "abcdefghijklmnopqrst";
  let apart = 0;
  fc.assert(
    fc.property(
      editsOf(text.length).chain((first) =>
        editsOf(applyEdits(text, first).length).map((then) => [first, then] as const),
      ),
      ([first, then]) => {
        const both = editsInTurn(first, then);
        if (both === null) return;
        apart += then.length > 0 && first.length > 0 ? 1 : 0;
        expect(applyEdits(text, both)).toBe(applyEdits(applyEdits(text, first), then));
      },
    ),
    { seed: 20_261_125, numRuns: inputs(500) },
  );
  expect(apart).toBeGreaterThan(50);
  expect(
    editsInTurn([{ range: { from: 2, to: 4 }, insert: "xx" }], [{ range: { from: 3, to: 3 }, insert: "y" }]),
  ).toBeNull();
});
