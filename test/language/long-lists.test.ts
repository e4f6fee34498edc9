import { describe, expect, test } from "vitest";
import { lintReport } from "../../src-main/cli/reports/lint-report.ts";
import { sarifLog } from "../../src-main/cli/reports/sarif.ts";
import { applyEdits } from "../../src-shared/basics/index.ts";
import { describeChanges } from "../../src-shared/changes/index.ts";
import {
  Analyser,
  analyse,
  complete,
  draftText,
  edit,
  foldingRanges,
  format,
  hover,
  ImpossibleIntent,
  type Intent,
  intend,
  rangeAround,
  referencesAt,
  rename,
  UneditableText,
  wireFields,
  withMembers,
} from "../../src-shared/language/index.ts";

/**
 * More items than a call takes arguments: what hands a list on as arguments throws a RangeError here. The stack is
 * an eighth of Node's own for it (vitest.config.ts), which stands for 131,072 items on that.
 */
const MANY = 16_384;
const many = (piece: (at: number) => string, separator: string): string =>
  Array.from({ length: MANY }, (_, at) => piece(at)).join(separator);
const short = (at: number): string => at.toString(36);

const yaml = (users: string): string =>
  `process:\n  dsl-version: "0.3.0"\n  stages:\n    - a:\n        actions: []\n        expect:\n          signed-by:\n            users: ${users}\n            documents: [d]\n`;
const json = (users: string): string =>
  `{"process":{"dsl-version":"0.3.0","stages":[{"a":{"actions":[],"expect":{"signed-by":{"users":${users},"documents":["d"]}}}}]}}`;

const TEXTS: readonly (readonly [string, string])[] = [
  ["one name in a flow list of YAML", yaml(`[${many(() => "a", ",")}]`)],
  ["one name in a list of lines", yaml(`\n${many(() => "- a", "\n").replaceAll("-", " -")}`)],
  ["one name in JSON", json(`[${many(() => '"a"', ",")}]`)],
  ["names of their own", yaml(`[${many(short, ",")}]`)],
  ["numbers in JSON", json(`[${many(() => "1", ",")}]`)],
  ["empty lists", yaml(`[${many(() => "[]", ",")}]`)],
  ["keys in a flow map", `process_parameters: { messages: {${many(short, ",")}} }\n`],
  ["keys in lines", `x:\n${many((at) => ` ${short(at)}:`, "\n")}\n`],
  ["aliases", `x: &a b\ny: [${many(() => "*a", ",")}]\n`],
  ["lines of one message", `title: x\nprocess_parameters:\n  messages:\n    m: |\n${many(() => "     x", "\n")}\n`],
  ["comments", `title: x\n${many(() => "#", "\n")}\ntitel: y\n`],
  ["commas", `a: [${many(() => "", ",")}]\n`],
  ["brackets that do not fit", `a: ${many(() => "]", "")}\n`],
];

/** Each intent reads the text again: some texts are enough. */
const EDITED: ReadonlySet<string> = new Set([
  "one name in a flow list of YAML",
  "one name in JSON",
  "lines of one message",
]);
const INTENTS: readonly Intent[] = [
  { intent: "setField", field: "title", value: "New" },
  { intent: "addParticipant", name: "new", value: { id_type: "email", id: "a@example.test" } },
  { intent: "remove", kind: "participant", name: "a" },
  { intent: "remove", kind: "message", name: "m" },
  { intent: "duplicateStage", stage: 0, name: "b" },
  { intent: "addStage", at: 0, name: "c" },
  { intent: "deleteStage", stage: 0 },
  { intent: "setAct", stage: 0, verb: "sign", participant: "a", document: "d", on: false },
  { intent: "setMessage", name: "m", value: many(() => "x", "\n") },
  { intent: "addMessage", name: "n", value: many(() => "x", "\n") },
];

function intended(text: string, intent: Intent): void {
  try {
    intend(text, intent);
  } catch (error) {
    if (!(error instanceof ImpossibleIntent || error instanceof UneditableText)) throw error;
  }
}

test("a call takes fewer arguments than the lists have items", () => {
  expect(() => Math.max(...Array.from({ length: MANY }, () => 1))).toThrow(RangeError);
});

describe("a list of more items than a call takes arguments is read, told and edited, and keeps its text", () => {
  test.each(TEXTS)("%s", { timeout: 120_000 }, (what, text) => {
    expect(Buffer.byteLength(text)).toBeLessThan(1024 * 1024);
    const analyser = new Analyser();
    const analysis = analyser.analyse(text);
    const source = analyser.source(text);
    lintReport([{ file: "a.flow.yaml", text, diagnostics: analysis.diagnostics }]);
    sarifLog([{ file: "a.flow.yaml", text, diagnostics: analysis.diagnostics }], "1.0.0");
    const middle = text.length >> 1;
    for (const at of [middle, text.indexOf("d]"), text.length]) {
      hover(source, at);
      referencesAt(source, at);
      rename(source, at, "other");
    }
    // In the middle of long texts: long-texts.test.ts.
    complete(source, text.length);
    rangeAround(source, { from: middle, to: middle });
    foldingRanges(source);
    const formatted = applyEdits(text, format(source));
    // A difference of so many items would be printed in full.
    expect(JSON.stringify(analyse(formatted).value) === JSON.stringify(analysis.value)).toBe(true);
    describeChanges(analysis, analyse("title: x"));
    // One more key stroke, as the editor has it.
    analyser.analyse(`${text} `);
    if (analysis.diagnostics.some(({ rule }) => rule.startsWith("S00") && rule !== "S003")) return;
    const rest = (value: unknown) => JSON.stringify({ ...(value as object), title: null });
    expect(rest(analyse(withMembers(text, { title: "New" })).value) === rest(analysis.value)).toBe(true);
    applyEdits(text, edit(text, ["title"], "New"));
    draftText(wireFields(analysis.value));
    if (EDITED.has(what)) for (const intent of INTENTS) intended(text, intent);
  });
});
