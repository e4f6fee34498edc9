import fc from "fast-check";
import { expect, test } from "vitest";
import { laidMembers } from "../../src-shared/language/edit/narrow.ts";
import { quickBlock } from "../../src-shared/language/edit/quick-yaml.ts";
import { libraryBlock } from "../../src-shared/language/edit/render.ts";
import { anyFlow, fieldsOf } from "../fixtures/arbitrary-flow.ts";

const words = [
  "contract",
  "Please sign, today",
  "no",
  "1.0.0",
  "42",
  "a: b",
  "a #b",
  "a,b",
  "{a}",
  "a-",
  "a:",
  "Åsa",
  "expect",
];
const keys = [
  "users",
  "documents",
  "messages",
  "expect",
  "notify",
  "stage one",
  "0",
  "true",
  "d: e",
  "a,b",
  "__proto__",
];
const text = fc.oneof({ weight: 20, arbitrary: fc.constantFrom(...words) }, { weight: 1, arbitrary: fc.string() });
const scalar = fc.oneof(text, fc.integer(), fc.constantFrom(null, true, false, 0.5, -0, 1e21, "two\nlines", "end "));
const { collection } = fc.letrec<{ value: unknown; collection: unknown }>((tie) => ({
  value: fc.oneof({ maxDepth: 5 }, scalar, tie("collection")),
  collection: fc.oneof(
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.constantFrom(...keys), text), tie("value"), { maxKeys: 4 }),
  ),
}));
const style = fc.record({ indent: fc.constantFrom(2, 3, 4), indentLists: fc.boolean() });

/** How many of the values needed no library. */
function compared(values: fc.Arbitrary<unknown>, runs: number): number {
  let quick = 0;
  const one = (value: unknown, chosen: { indent: number; indentLists: boolean }) => {
    if (Object.keys(value as object).length === 0) return;
    const members = laidMembers(value as object);
    const found = quickBlock(value as object, members, chosen);
    if (found === null) return;
    quick += 1;
    expect(found).toBe(libraryBlock(value, members, chosen));
  };
  fc.assert(fc.property(values, style, one), { seed: 7, numRuns: runs });
  return quick;
}

test("what is written without the library is what the library writes", () => {
  expect(compared(collection, 3000)).toBeGreaterThan(600);
});

test("the process of most flows is written without the library", () => {
  expect(
    compared(
      anyFlow.map((flow) => fieldsOf(flow).process),
      300,
    ),
  ).toBeGreaterThan(150);
});
