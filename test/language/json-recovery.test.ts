import { describe, expect, it } from "vitest";
import { applyEdits } from "../../src-shared/basics/index.ts";
import { limits } from "../../src-shared/basics/limits.ts";
import { analyse } from "../../src-shared/language/index.ts";
import { recoveredRead } from "../../src-shared/language/syntax/json-recovery.ts";
import { libraryRead, Work } from "../../src-shared/language/syntax/parse.ts";
import { quickRead } from "../../src-shared/language/syntax/quick.ts";
import { sound } from "../fixtures/sound-flow.ts";

const value = analyse(sound).value as object;
const pretty = JSON.stringify(value, null, 2);
const plain = JSON.stringify(value);
const stages = analyse(sound).outline.stages.length;

/** Problems of a text, each with the place and the message, and the number of stages that are read. */
function reported(text: string): { readonly slips: readonly string[]; readonly stages: number } {
  const { diagnostics, outline } = analyse(text);
  const slips = diagnostics.filter(({ rule }) => rule === "S001");
  return {
    slips: slips.map(({ range, message }) => `${text.slice(range.from, range.from + 8)} | ${message.split(":")[0]}`),
    stages: outline.stages.length,
  };
}

describe("one slip in JSON is reported where it is, and all the rest is read [S001]", () => {
  it.each<[string, string, string, string | RegExp, string, string]>([
    ["a missing comma", "both", "users", /("users"\s*:\s*\[[^\]]*\]),/, "$1", '" | A comma is missing before this'],
    ["a missing colon", "both", "expect", /("expect"):\s*/, "$1 ", "{ | A colon is missing here"],
    ["an open text as a key", "both", "expect", /"expect"/, '"expect', '"expect | The text that begins here has no'],
    ["an open list", "pretty", "users", /("users": \[[^\]]*)\]/, "$1", "[ | This `[` is not closed"],
    ["an open list", "plain", "users", /("users":\[[^\]]*)\]/, "$1", "[ | This `[` is not closed"],
    ["a closing brace too many", "pretty", "expect", /("expect": \{)/, "}, $1", "} | This `}` closes"],
  ])("%s, %s", (_what, where, _key, found, wounded, wanted) => {
    for (const text of where === "both" ? [pretty, plain] : [where === "pretty" ? pretty : plain]) {
      const broken = text.replace(found, wounded);
      expect(broken).not.toBe(text);
      const { slips, stages: read } = reported(broken);
      expect(slips).toHaveLength(1);
      const [place, message] = wanted.split(" | ") as [string, string];
      expect(slips[0]?.startsWith(place)).toBe(true);
      expect(slips[0]).toContain(message);
      if (!wanted.startsWith("}")) expect(read).toBe(stages);
    }
  });

  it("a closing brace that is missing anywhere in one line takes no stage along", () => {
    const ends = [...plain].flatMap((sign, at) => (sign === "}" ? [at] : []));
    const read = ends.map((at) => reported(plain.slice(0, at) + plain.slice(at + 1)).stages);
    expect(read).toEqual(ends.map(() => stages));
  });

  it("an open brace inside others is told itself, not the one around it", () => {
    const broken = '{\n  "a": {\n    "b": {\n      "c": 1\n    ,\n    "d": 2\n  },\n  "e": 3\n}\n';
    const found = recoveredRead(broken);
    expect(found?.errors.map(({ range }) => range?.from)).toEqual([broken.indexOf('{\n      "c"')]);
  });
});

describe("what JSON borrows from JavaScript is reported, with the fix that takes it out [S001]", () => {
  it.each<[string, string, string]>([
    ["trailing commas", pretty.replace(/\n(\s*)[\]}]/g, (end) => `,${end}`), "JSON has no trailing commas"],
    ["trailing commas in one line", plain.replace(/\]/g, ",]"), "JSON has no trailing commas"],
    [
      "comments",
      pretty.replace("{", "{ // mine\n/* of\n two lines */").replace(/$/, "\n// end"),
      "JSON has no comments",
    ],
    [
      "comments of YAML",
      pretty.replace("{", "{ # mine").replace(/,\n/, ", # his, ]\n# own\n").replace(/$/, "\n  # end"),
      "JSON has no comments",
    ],
    ["a comment first", `// first\n${pretty}`, "JSON has no comments"],
  ])("%s", (_what, text, wanted) => {
    const { diagnostics, outline } = analyse(text);
    const [slip, ...others] = diagnostics.filter(({ severity }) => severity === "error");
    expect(others).toEqual([]);
    expect(slip).toMatchObject({ rule: "S001", message: expect.stringContaining(wanted) });
    expect(outline.stages).toHaveLength(stages);
    expect(JSON.parse(applyEdits(text, slip?.fix?.edits ?? []))).toEqual(JSON.parse(plain));
  });

  it("an address is no comment, nor is anything in a text, and YAML in braces keeps its commas and comments", () => {
    for (const text of [
      plain.replace("Loan", "a, ] // b /* c # d"),
      "{ # c\n title: T, process: { stages: [a,], }, }",
    ]) {
      expect(analyse(text).diagnostics.filter(({ rule }) => rule === "S001")).toEqual([]);
    }
  });

  it("compact JSON is read by the quick reader, not by the library", () => {
    expect(quickRead(plain, { readIsland: () => null })?.nodes).toBe(libraryRead(plain).nodes);
  });
});

/** Linear congruences are random enough for places in a text. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * below);
  };
}

describe("what the reader calls broken is broken to the library too [S001]", () => {
  const small = { a: { b: [1, "x", null], c: "y, z" }, d: [{ e: "" }, []], "f g": true };
  const texts = [JSON.stringify(small, null, 2), JSON.stringify(small), `{a: {b: [1, x]}, c: 'd', "e": f g}\n`];

  it.each([1, 2, 3])("seed %i", (seed) => {
    const random = randomOf(seed);
    const signs = '{}[],:"\n a1#';
    let broken = 0;
    for (let round = 0; round < 1_000; round += 1) {
      let text = texts[round % texts.length] ?? "";
      for (let times = random(3); times >= 0; times -= 1) {
        const at = random(text.length);
        text =
          random(2) === 0
            ? text.slice(0, at) + text.slice(at + 1)
            : text.slice(0, at) + signs[random(signs.length)] + text.slice(at);
      }
      if (!/^[{[]/.test(text) || recoveredRead(text) === null) continue;
      broken += 1;
      const { errors, problems } = libraryRead(text);
      expect({ text, broken: errors.length + problems.length > 0 }).toEqual({ text, broken: true });
    }
    expect(broken).toBeGreaterThan(200);
  });
});

describe("the library's work is bounded, whatever the text [S008]", () => {
  const full = (piece: string): string => piece.repeat(Math.floor(limits.bytes / piece.length));

  it.each(["[", "{", '{"a":', "- ", "? ", ": "])("a mebibyte of %j is noticed to be too deep at once", (piece) => {
    const work = new Work();
    const { problems } = libraryRead(full(piece), work);
    expect(problems.map(({ rule }) => rule)).toEqual(["S008"]);
    expect(limits.lexemes - work.left).toBeLessThan(2_000);
  });

  it("more than it takes is not read to its end", () => {
    const work = new Work();
    const { problems } = libraryRead(full("&a *a\n"), work);
    expect(problems.map(({ rule }) => rule)).toEqual(["S008"]);
    expect(work.left).toBe(-1);
  });

  it("100,000 wrong keys are not told one by one", () => {
    const text = Array.from({ length: 100_000 }, (_, at) => `k${at}: 1\n`).join("");
    expect(analyse(text).diagnostics.length).toBeLessThan(1_100);
  });
});
