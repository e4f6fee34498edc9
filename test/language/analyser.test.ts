import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Analyser, analyse, complete, hover } from "../../src-shared/language/index.ts";
import { sound } from "../fixtures/sound-flow.ts";
import { FUZZ_TIMEOUT, inputs } from "../fuzz/effort.ts";

const pieces = [
  "",
  "x",
  " ",
  "\n",
  "    ",
  "- ",
  ": ",
  ",",
  "[",
  "]",
  "{",
  "}",
  '"',
  "'",
  "#",
  "&a ",
  "*a",
  "|\n",
  "é",
  "\t",
  "\r\n",
  "users",
  "    - third:\n        actions: []\n        expect: {}\n",
  "      - notify: { users: [bob], methods: { email: done } }\n",
  "bob",
  "dsl-version",
  "1.5",
];

/** Cut out so many characters at a place, and put a piece there; or take back the last one. */
const keystroke = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  cut: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(3), fc.nat(120)),
  piece: fc.constantFrom(...pieces),
  undo: fc.boolean(),
});

describe("the analyser answers what analyse answers", () => {
  test.each([
    ["YAML", inputs(6), sound],
    ["YAML with CR LF", inputs(3), sound.replaceAll("\n", "\r\n")],
    ["JSON", inputs(3), JSON.stringify(analyse(sound).value, null, 2)],
  ])("over random edits of %s, %i times", { timeout: FUZZ_TIMEOUT }, (_what, numRuns, start) => {
    fc.assert(
      fc.property(fc.array(keystroke, { minLength: 1, maxLength: 12 }), (strokes) => {
        const analyser = new Analyser();
        let text = start;
        for (const { at, cut, piece, undo } of strokes) {
          const before = text;
          const from = Math.floor(at * text.length);
          text = text.slice(0, from) + piece + text.slice(from + cut);
          expect(analyser.analyse(text)).toEqual(analyse(text));
          if (undo) {
            text = before;
            expect(analyser.analyse(text)).toEqual(analyse(text));
          }
        }
      }),
      { seed: 31_415, numRuns },
    );
  });

  test("when stages move, come twice, or stand somewhere else all of a sudden", () => {
    const stage = (name: string) => `  - ${name}:\n      actions: []\n      expect: {}\n`;
    const [a, b] = [stage("a"), stage("b")];
    const head = 'dsl-version: "0.3.0"\nstages:\n';
    const texts = [
      head + a + b,
      head + b + a,
      head + a + a + b,
      head + a,
      `${head}${a}automatic-reminders:\n${b}`,
      `dsl-version: "0.3.0"\nautomatic-reminders:\n${a}${b}`,
      `x: 1\n${head}${a}${b}`,
      `process:\n${`${head}${a}`.replaceAll(/^/gm, "  ")}`,
      head + a + b,
    ];
    const analyser = new Analyser();
    for (const text of texts) expect(analyser.analyse(text)).toEqual(analyse(text));
  });

  test("what it answered stays as it was when later texts move the stages", () => {
    const analyser = new Analyser();
    const first = analyser.analyse(sound.replace("count: 1", "count: 9"));
    const copy = structuredClone(first);
    analyser.analyse(`# one line more\n${sound.replace("count: 1", "count: 9")}`);
    expect(first).toEqual(copy);
  });

  test("its source serves the editor's questions", () => {
    const analyser = new Analyser();
    analyser.analyse(sound);
    const offset = sound.indexOf("carol");
    expect(hover(analyser.source(sound), offset)).toEqual(hover(sound, offset));
    expect(complete(analyser.source(sound), offset)).toEqual(complete(sound, offset));
  });
});
