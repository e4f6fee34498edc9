import { describe, expect, it } from "vitest";
import { Analyser, analyse } from "../../src-shared/language/index.ts";
import { sound } from "../fixtures/sound-flow.ts";

/** The S001 of a text, each as what it points at, from there to the line's end, and what it says. */
function reported(text: string): string[] {
  const found = analyse(text).diagnostics.filter(({ rule }) => rule === "S001");
  expect(new Analyser().analyse(text).diagnostics).toEqual(analyse(text).diagnostics);
  return found.map(({ range, message }) => `${text.slice(range.from).split("\n")[0]} | ${message}`);
}

describe("S001 of what is not closed points at its opening [S001]", () => {
  it.each([
    ["[", "a: 1\nusers: [alice, bob\nb: 2\n", ["[alice, bob | This `[` is not closed: add `]` where it ends."]],
    ["{", "a: { b: { c: 1 }\nd: 2\n", ["{ b: { c: 1 } | This `{` is not closed: add `}` where it ends."]],
    [
      "the inner one",
      "a: { users: [alice, documents: [c] }\nd: 2\n",
      ["[alice, documents: [c] } | This `[` is not closed: add `]` where it ends."],
    ],
    [
      "over lines",
      "a:\n  - x: [\n      one,\n      two\n  - y: 1\n",
      ["[ | This `[` is not closed: add `]` where it ends."],
    ],
    ['"', 'title: "Loan\nduration: 30\n', ['"Loan | The text that begins here has no closing `"`: add it.']],
    ["'", "title: 'It''s\nduration: 30\n", ["'It''s | The text that begins here has no closing `'`: add it."]],
    [
      "JSON",
      '{\n  "title": "Loan,\n  "duration": 30\n}\n',
      ['"Loan, | The text that begins here has no closing `"`: add it.'],
    ],
    [
      "JSON's brackets",
      '{\n  "stages": [ {"a": 1},\n  "duration": 30\n}\n',
      ['[ {"a": 1}, | This `[` is not closed: add `]` where it ends.'],
    ],
    [
      "two of them",
      "a: [1\nb: [2\n",
      ["[1 | This `[` is not closed: add `]` where it ends.", "[2 | This `[` is not closed: add `]` where it ends."],
    ],
  ])("%s", (_, text, wanted) => {
    expect(reported(text)).toEqual(wanted);
  });

  it.each([
    ["a quote in a closed text", 'a: "x \\" [ y"\nb: [1}\n', "[1}"],
    ["a bracket in a text", "a: it [ is\nb: {x: 1\n", "{x: 1"],
  ])("not %s", (_, text, place) => {
    expect(reported(text).map((line) => line.split(" | ")[0])).toEqual([place]);
  });

  it("says nothing of it where everything is closed", () => {
    expect(reported("a: [x]]\n").join()).not.toContain("not closed");
    expect(reported(sound)).toEqual([]);
  });

  it("in the midst of JSON, where every bracket behind it closes another", () => {
    const json = JSON.stringify(analyse(sound).value, null, 2);
    for (const [whole, wounded, opened] of [
      [/"users": \[\n\s*"carol"\n\s*\]/, '"users": [\n "carol"\n', '[\n "carol"'],
      [/"signing"/, '"signing', '"signing'],
    ] as const) {
      const text = json.replace(whole, wounded);
      expect(text).not.toBe(json);
      const [found, ...others] = analyse(text).diagnostics.filter(({ rule }) => rule === "S001");
      expect(others).toEqual([]);
      expect(text.slice(found?.range.from).startsWith(opened)).toBe(true);
      expect(found?.range.from).toBe(text.indexOf(wounded) + wounded.indexOf(opened));
    }
  });

  it("the rest of the flow is read all the same", () => {
    const text = sound.replace("documents: [contract] }", "documents: [contract }");
    expect(text).not.toBe(sound);
    const { diagnostics, outline } = analyse(text);
    expect(diagnostics.filter(({ rule }) => rule === "S001")).toHaveLength(1);
    expect(outline.stages.length).toBe(analyse(sound).outline.stages.length);
  });
});

describe("S007 is told once [S007]", () => {
  it("for all aliases that are over the budget", () => {
    const bomb = ["a: &a [x, x, x, x, x, x, x, x, x, x]"];
    for (const [name, below] of ["ba", "cb", "dc", "ed", "fe"].map((pair) => [...pair] as [string, string]))
      bomb.push(`${name}: &${name} [${Array.from({ length: 10 }, () => `*${below}`).join(", ")}]`);
    const found = analyse(`${bomb.join("\n")}\n`).diagnostics.filter(({ rule }) => rule === "S007");
    expect(found.map(({ message }) => message)).toEqual([expect.stringContaining("are not expanded")]);
  });

  it("for each value that holds itself", () => {
    const found = analyse("a: &a [*a, *a, *a]\nb: &b { x: *b, y: *b }\n").diagnostics.filter(
      ({ rule }) => rule === "S007",
    );
    expect(found.map(({ message }) => message.slice(0, 5))).toEqual(["`*a` ", "`*b` "]);
  });
});

describe("S005 of a text that says nothing [S005]", () => {
  it.each([
    ["", "The file is empty: write"],
    ["# only a comment\n", "The file is empty: write"],
    ["null", "The file says nothing but null: write"],
    ["~\n", "The file says nothing but null: write"],
  ])("%j", (text, message) => {
    expect(analyse(text).diagnostics).toMatchObject([{ rule: "S005", message: expect.stringContaining(message) }]);
  });
});
