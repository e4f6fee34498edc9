import { describe, expect, test } from "vitest";
import { applyEdits, problemCount } from "../../src-shared/basics/index.ts";
import { describeChanges } from "../../src-shared/changes/index.ts";
import {
  Analyser,
  analyse,
  complete,
  foldingRanges,
  format,
  hover,
  referencesAt,
} from "../../src-shared/language/index.ts";

/** A quarter of what a text may be: enough for a square to take minutes. */
const full = (piece: string): string => piece.repeat(Math.floor(262_000 / new TextEncoder().encode(piece).length));

test("of one rule 1,000 places are reported, and how many more there are [S002, S003, R001]", () => {
  const names = (count: number) => Array.from({ length: count }, (_, at) => `n${at}`);
  const keys = names(1_500).map((name) => `${name}: 1\n`);
  const users = `process:\n  stages:\n    - a:\n        expect:\n          signed-by: { users: [${names(1_200).join(", ")}] }\n`;
  for (const [rule, text, more] of [
    ["S003", keys.join(""), 500],
    ["S002", `x:\n${keys.map((key) => `  ${key}  ${key}`).join("")}`, 500],
    ["R001", users, 200],
  ] as const) {
    const reported = analyse(text).diagnostics.filter((each) => each.rule === rule);
    expect(reported).toHaveLength(1_001);
    expect(reported.at(-1)).toMatchObject({
      message: expect.stringContaining(`And ${more} more of this rule`),
      fix: null,
    });
    expect(problemCount(reported)).toBe(1_000 + more);
  }
  expect(analyse(keys.slice(0, 1_000).join("")).diagnostics.filter(({ rule }) => rule === "S003")).toHaveLength(1_000);
});

/** Where work that grows with the square of the length would never end within the time that a test has. */
describe("texts of a quarter mebibyte are read and served in time that grows with their length", () => {
  test.each<[string, string]>([
    ["one line of letters", full("a")],
    ["one line of spaces", `a${full(" ")}`],
    ["a long key", `${full("a")}: 1`],
    ["one quoted text", `title: "${full("x")}"`],
    ["a quote that never ends", `title: "${full("x ")}`],
    ["quotes that are escaped", `title: "${full('\\\\\\"')}"`],
    ["brackets that never close", full("[")],
    ["braces in one line", `a: ${full("{a: ")}`],
    ["dashes in one line", full("- ")],
    ["colons in one line", full(": ")],
    ["a list of names", `a: [${full("b, ")}b]`],
    ["short lines of dashes", full("- a\n")],
    ["short lines that are no keys", `a: 1\n${full("b\n")}`],
    ["keys without values", full("a:\n")],
    ["comments", `a: 1\n${full("# x\n")}b: 2\n${"# y\n".repeat(10)}`],
    ["empty lines", `a: 1${full("\n")}`],
    ["lines of spaces", `a: 1\n${full("   \n")}`],
    ["stairs", Array.from({ length: 1_400 }, (_, at) => `${" ".repeat(at % 90)}a:\n`).join("")],
    ["tabs", full("\t")],
    ["tabs at line starts", full("\ta: 1\n")],
    ["carriage returns", full("a: 1\r")],
    ["anchors", full("- &a b\n")],
    ["merge keys", `x: &a {b: 1}\n${full("- <<: *a\n")}`],
    ["letters of three bytes", full("語")],
    ["a block text", `a: |\n${full("  x\n")}`],
    ["block texts", Array.from({ length: 9_000 }, (_, at) => `k${at}: |\n  x\n`).join("")],
    ["duplicate keys in stages", `stages:\n${full("  - a: {b: 1, b: 2}\n")}`],
    ["stages that are broken", `stages:\n${full("  - a: [b\n")}`],
  ])("%s", { timeout: 60_000 }, (_what, text) => {
    const analyser = new Analyser();
    const analysis = analyser.analyse(text);
    expect(Array.isArray(analysis.diagnostics)).toBe(true);
    const source = analyser.source(text);
    const middle = text.length >> 1;
    // At the end: long-lists.test.ts.
    complete(source, middle);
    hover(source, middle);
    referencesAt(source, middle);
    foldingRanges(source);
    applyEdits(text, format(source));
    describeChanges(analysis, analyse("title: x"));
  });
});

test("no message repeats a name or a value of the text in its whole length", () => {
  const long = "n".repeat(50_000);
  const digits = "1".repeat(50_000);
  const head = 'process:\n  dsl-version: "0.3.0"\n  stages:\n';
  const texts = [
    "!".repeat(1_000_000),
    `title: !${long} x\n`,
    `title: !<${long}> x\n`,
    `title: *${long}\n`,
    `%${long}\n---\ntitle: x\n`,
    `title: "\\${long}"\n`,
    `title: @${long}\n`,
    `${long}: 1\n${long}: 2\n`,
    `${long}: 1\n ${long}: 2\n`,
    `duration: ${long}\nflow_kind: ${long}\ncallback: { url: "ftp://${long}", ${long}: 1 }\n`,
    `duration: &${long} 1\nx: &${long} [*${long}]\n`,
    `process_settings: { time_zone: ${long} }\nprocess_parameters: { documents: { ${long}: ${long}, a: "${digits}", b: "${digits}" } }\n`,
    `process_parameters: { users: { ${long}: { id: ${long}, id_type: ${long}, auth_to_sign: { provider: ${long} } } } }\n`,
    `${head}    - ${long}: { actions: [{ ${long}: {} }], expect: { ${long}: {}, signed-by: { users: [${long}], documents: [${long}] } } }\n`,
    `${head}    - ${long}: {}\n      ${long}2: {}\n      ${long}3: {}\n`,
    `process: { dsl-version: ${long}, stages: [${long}] }\n`,
    `{"title": "x", ${long}: 1, "a": ${long}}`,
    `{"${long}": 1 "a": 2}`,
  ];
  const lengths = texts.map((text) => {
    const messages = analyse(text).diagnostics.flatMap(({ message, fix }) => [message, fix?.title ?? ""]);
    return Math.max(...messages.map((words) => words.length));
  });
  expect(
    lengths.map((length, at) => [texts[at]?.slice(0, 60), length]).filter(([, length]) => Number(length) > 600),
  ).toEqual([]);
});
