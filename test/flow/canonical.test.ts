import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "../../src-shared/flow/index.ts";

/** The same spelling, computed the slow way. */
function spelledOut(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spelledOut).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, member]) => `${JSON.stringify(key)}:${spelledOut(member)}`).join(",")}}`;
}

const anyJson = fc.jsonValue({ stringUnit: "binary", maxDepth: 4 });

describe("the canonical spelling (law 3)", () => {
  test("is JSON, with its keys in code-unit order, of any text and number", () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        expect(canonicalJson(value)).toBe(spelledOut(value));
      }),
      { seed: 20_261_122, numRuns: 1_000 },
    );
  });

  test("escapes what JSON escapes, and nothing else", () => {
    for (let unit = 0; unit <= 0xff; unit += 1) {
      const text = `a${String.fromCharCode(unit)}b`;
      expect(canonicalJson({ [text]: text })).toBe(`{${JSON.stringify(text)}:${JSON.stringify(text)}}`);
    }
    for (const text of ["\ud800", "\udc00a", "\u2028", "😀", "line\n"]) {
      expect(canonicalJson(text)).toBe(JSON.stringify(text));
    }
  });

  test("leaves out what is undefined, and writes a negative zero as zero", () => {
    expect(canonicalJson({ b: undefined, a: -0, c: 1e21 })).toBe('{"a":0,"c":1e+21}');
  });

  test("names the place of what JSON cannot carry", () => {
    const at = (value: unknown) => () => canonicalJson(value);
    expect(at({ b: [1, { c: Number.NaN }], a: null })).toThrow('at "/b/1/c" stands a number');
    expect(at({ a: [undefined] })).toThrow('at "/a/0" stands a undefined');
    expect(at(1n)).toThrow('at "" stands a bigint');
    expect(at({ z: () => 1, k: { y: 2n } })).toThrow('at "/k/y" stands a bigint');
  });
});
