import { describe, expect, test } from "vitest";
import { lintReport } from "../../src-main/cli/reports/lint-report.ts";
import { applyEdits, limits, offsetAt, positionAt } from "../../src-shared/basics/index.ts";
import { analyse } from "../../src-shared/language/index.ts";
import { changed, fixed, listed, rulesOf, sound } from "../fixtures/sound-flow.ts";

const bare = sound.slice(sound.indexOf("  dsl-version"), sound.indexOf("process_parameters")).replace(/^ {2}/gm, "");

describe("what may be read", () => {
  test("S001: what a reader stumbles over twice is told once", () => {
    const { diagnostics } = analyse("a:\n  - b:\n      users: [[[elina, moa]\n    c: 1\n");
    const reported = diagnostics.map(({ rule, range, message }) => `${rule} ${range.from} ${message}`);
    expect(reported.length).toBeGreaterThan(0);
    expect(new Set(reported).size).toBe(reported.length);
  });

  test("JSON says the same as YAML", () => {
    const yaml = analyse(sound);
    const json = analyse(JSON.stringify(yaml.value, null, "\t"));
    expect(json.diagnostics.map(({ rule, pointer }) => [rule, pointer])).toEqual(
      yaml.diagnostics.map(({ rule, pointer }) => [rule, pointer]),
    );
    expect(json.draft).toEqual(yaml.draft);
  });

  test("a bare process leaves out what needs the rest of the draft", () => {
    const analysis = analyse(bare);
    expect(analysis.kind).toBe("process");
    expect(rulesOf(analysis)).toEqual([]);
    expect(analysis.draft).toBeNull();
    expect(analysis.process).toEqual(analyse(sound).process);
  });

  test("carriage returns and a byte-order mark change nothing but the places", () => {
    const text = `\ufeff${sound.replaceAll("\n", "\r\n")}`;
    const analysis = analyse(text);
    expect(rulesOf(analysis)).toEqual([]);
    expect(analysis.draft).toEqual(analyse(sound).draft);
    const alice = analysis.outline.participants[0];
    expect(text.slice(alice?.range.from, alice?.range.to)).toBe("alice: { id_type: email, id: alice@example.test }");
  });

  test("a list of groups is one condition each, and a message may be given by its name alone", () => {
    const group = "{ users: [dora, dina], documents: [contract], count: 1 }";
    const { process } = analyse(changed(group, `[${group}]`, ["{ sms: hello }", "{ sms: { message: hello } }"]));
    expect(process).toEqual(analyse(sound).process);
  });

  test("defaults are filled in", () => {
    const { draft } = analyse('process: { dsl-version: "0.2.0", stages: [s: { actions: [], expect: {} }] }');
    expect(draft).toMatchObject({
      title: "",
      duration: 90,
      callback: null,
      folderId: null,
      flowKind: "standard",
      process: { dslVersion: "0.2.0", allowRejections: true, automaticReminders: [] },
      parameters: { participants: [] },
      settings: { automaticDocumentRedirects: "last_action", accessibleDuration: 365, timeZone: null },
    });
  });

  test("names of Object.prototype and __proto__ are only names", () => {
    const text = changed(
      'documents: { contract: "1001" }',
      'documents: { __proto__: "1", constructor: "2", toString: "3", contract: "1001" }',
      ["users: [carol], documents: [contract]", "users: [carol], documents: [__proto__, constructor, toString]"],
    );
    const analysis = analyse(text);
    expect(rulesOf(analysis)).toEqual([]);
    expect(Object.keys(analysis.draft?.parameters.documents ?? {})).toEqual([
      "__proto__",
      "constructor",
      "toString",
      "contract",
    ]);
    expect(Object.getPrototypeOf(analysis.value)).toBeNull();
    expect(listed("process: { __proto__: 1, constructor: 2 }").filter((line) => line.includes("S003"))).toEqual([
      "1:12 S003 __proto__",
      "1:26 S003 constructor",
    ]);
  });

  test("anchors, aliases and merge keys are expanded, and what is wrong with them is said at the alias", () => {
    const text = changed(
      "signed-by: { users: [alice, bob], documents: [contract] }",
      "signed-by: &all { users: [alice, bob], documents: [contract] }",
      [
        "redirect-to: { users: [alice]",
        "approved-by-group-of: { <<: *all, users: [carol], count: 1 }\n          redirect-to: { users: [alice]",
      ],
    );
    expect(rulesOf(analyse(text))).toEqual(["E007"]);
    const wrong = listed(
      changed("count: 1", "count: &some many", [
        "redirect-to: { users: [alice]",
        "approved-by-group-of: { users: [dina], documents: [contract], count: *some }\n          redirect-to: { users: [alice]",
      ]),
    );
    expect(wrong).toEqual(["22:90 S004 many", "23:80 S004 *some"]);
  });
});

describe("what is refused", () => {
  const bomb = (levels: number): string =>
    `a0: &a0 [x, x]\n${Array.from({ length: levels }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at}, `.repeat(10)}]\n`).join("")}`;

  test.each([
    ["S007", "an alias bomb", bomb(30)],
    ["S007", "a merge bomb", `${bomb(4)}m: { <<: *a4 }`],
    [
      "S007",
      "small aliases that add up to too many values",
      `a: &a [${"x, ".repeat(1_000)}]\nb: [${"*a, ".repeat(10)}]\n`,
    ],
    ["S007", "small aliases that add up to too much text", `a: &a ${"x".repeat(2_000)}\nb: [${"*a, ".repeat(600)}]\n`],
    ["S007", "an alias inside its own value", "a: &a [*a]"],
    ["S001", "an alias of nothing", "process: *nothing"],
    ["S008", "10,000 levels of lists", "[".repeat(10_000)],
    ["S008", "10,000 levels of maps", "{a: ".repeat(10_000)],
    ["S008", "10,000 dashes", "- ".repeat(10_000)],
    ["S008", "1,000 indented levels", Array.from({ length: 1_000 }, (_, at) => `${" ".repeat(at)}a:\n`).join("")],
    ["S008", "more than 1 MiB", `title: ${"x".repeat(limits.bytes)}`],
    ["S008", "more than 1 MiB in UTF-8", `title: ${"é".repeat(limits.bytes / 2)}`],
    ["S001", "an open quote", 'title: "Loan'],
    ["S001", "two documents", "title: a\n---\ntitle: b\n"],
    ["S001", "a custom tag", "title: !secret x"],
    ["S001", "a map as a key", "? {a: 1}\n: 2\n"],
    ["S009", "a control character", "title: a\u0000b"],
    ["S009", "a lone carriage return", "title: a\rduration: 3\n"],
    ["S009", "half a character", "title: a\udc00b"],
  ])("%s: %s", (rule, _what, text) => {
    expect(rulesOf(analyse(text))).toContain(rule);
    expect(analyse(text).draft).toBeNull();
  });

  test("S007: aliases within the limits are expanded", () => {
    const text = `a: &a [${"x, ".repeat(1_000)}]\nb: [${"*a, ".repeat(9)}]\n`;
    expect(rulesOf(analyse(text))).not.toContain("S007");
    expect(analyse(text).value).toMatchObject({ b: { length: 9 } });
  });

  test("S008: over 1,000 stages, participants and documents", () => {
    const many = (count: number, line: (at: number) => string) =>
      Array.from({ length: count }, (_, at) => line(at)).join("");
    const text = (count: number) =>
      `process:\n  dsl-version: "0.3.0"\n  stages:\n${many(count, (at) => `    - s${at}: { actions: [], expect: {} }\n`)}` +
      `process_parameters:\n  users:\n${many(count, (at) => `    u${at}: { id_type: user_id, id: u${at} }\n`)}` +
      `  documents:\n${many(count, (at) => `    d${at}: "${at}"\n`)}`;
    const over = analyse(text(1_001)).diagnostics.filter(({ rule }) => rule === "S008");
    expect(over.map(({ pointer }) => pointer)).toEqual([
      "/process/stages",
      "/process_parameters/users",
      "/process_parameters/documents",
    ]);
    expect(rulesOf(analyse(text(1_000)))).not.toContain("S008");
  });

  test("S001: the parser's place is named and the rest is still read", () => {
    const text = changed("duration: 30", "duration: 30: 31");
    const analysis = analyse(text);
    const found = analysis.diagnostics.find(({ rule }) => rule === "S001");
    expect(positionAt(text, found?.range.from ?? -1).line).toBe(3);
    expect(analysis.outline.stages.map(({ name }) => name)).toEqual(["signing", "second", "archive"]);
  });

  test.each([
    ["a key without a colon", "duration: 30\ncallb\n"],
    ["a list that is not closed", "duration: [30\n"],
    ["a quote too many", "duration: 30'\nfolder_id: x'x'\n"],
    ["a key at a wrong column", "duration: 30\n   folder_id: x\n"],
  ])("while the author types %s, the outline stays", (_what, typed) => {
    const analysis = analyse(changed("duration: 30\n", typed));
    expect(analysis.outline.stages.map(({ name }) => name)).toEqual(["signing", "second", "archive"]);
    expect(analysis.outline.participants).toHaveLength(5);
  });

  test("an empty text lacks its process, and says so once", () => {
    for (const text of ["", "\n\n", "# only a comment\n", "null"]) expect(rulesOf(analyse(text))).toEqual(["S005"]);
  });

  test("a text that is a list or a word is S004", () => {
    for (const text of ["- a\n", "word", "7"]) expect(rulesOf(analyse(text))).toEqual(["S004"]);
  });
});

describe("S009: tabs are all that is told of a text that they indent", () => {
  const head = 'title: x\nprocess:\n  dsl-version: "0.3.0"\n  stages:\n';
  test.each([
    ["every line", `${head.replaceAll("  ", "\t")}\t\t- a:\n\t\t\t\tactions: []\n\t\t\t\texpect: {}\n`],
    ["what a stage holds", `${head}    - a:\n\t\tactions: []\n\t\texpect: {}\n`],
    ["one key", `${head}    - a:\n        actions: []\n\texpect: {}\n`],
    [
      "a list",
      `${head}    - a:\n        actions:\n\t- notify: {}\n        expect: {}\nprocess_parameters:\n\tusers: {}\n`,
    ],
  ])("%s", (_what, text) => {
    expect(analyse(text).diagnostics.map(({ rule }) => rule)).toEqual(["S009"]);
    const { fix } = analyse(text).diagnostics[0] ?? {};
    expect(analyse(applyEdits(text, fix?.edits ?? [])).diagnostics.some(({ rule }) => rule === "S009")).toBe(false);
  });
});

describe("S009: its fix gives the text that was meant", () => {
  test.each([
    ["tabs", sound.replace(/^( +)/gm, (spaces) => "\t".repeat(spaces.length / 2))],
    ["non-breaking spaces", sound.replace(/^ {2}/gm, "\u00a0\u00a0")],
    ["control characters", changed("Please sign", "Please\u0007sign")],
    ["half a character", changed("Please sign", "Please\ud83dsign")],
    ["lone carriage returns", sound.replaceAll("\n", "\r")],
  ])("%s", (_what, text) => {
    const found = analyse(text).diagnostics.find(({ rule }) => rule === "S009");
    expect(found).toBeDefined();
    if (found) expect(fixed(text, found)).toBe(sound);
  });

  test("tabs in JSON and inside block texts are no fault", () => {
    expect(rulesOf(analyse(JSON.stringify(analyse(sound).value, null, "\t")))).toEqual([]);
    const text = changed("invitation: Please sign", "invitation: |\n      Please\n      \tsign");
    expect(rulesOf(analyse(text))).toEqual([]);
  });
});

describe("places", () => {
  test("lines and columns count from 1, in every kind of line end", () => {
    const text = "a\r\nb\nc\rdé";
    expect(["a", "b", "c", "d", "é"].map((letter) => positionAt(text, text.indexOf(letter)))).toEqual([
      { line: 1, column: 1 },
      { line: 2, column: 1 },
      { line: 3, column: 1 },
      { line: 4, column: 1 },
      { line: 4, column: 2 },
    ]);
    for (let offset = 0; offset <= text.length; offset += 1)
      expect(offsetAt(text, positionAt(text, offset))).toBe(offset);
  });

  test("edits that overlap or leave the text are refused", () => {
    const edit = (from: number, to: number) => ({ range: { from, to }, insert: "x" });
    expect(() => applyEdits("abc", [edit(0, 2), edit(1, 3)])).toThrow(RangeError);
    expect(() => applyEdits("abc", [edit(0, 4)])).toThrow(RangeError);
    expect(applyEdits("abc", [edit(0, 1), edit(1, 1), edit(2, 3)])).toBe("xxbx");
  });

  test("the lint report has the shape that programs read", () => {
    const text = 'dsl-version: "0.3"\nstages: [s: { actions: [], expect: {} }]\n';
    const { diagnostics } = analyse(text);
    const report = lintReport([{ file: "a.flow.yaml", text, diagnostics }]);
    expect(report.files[0]?.diagnostics[0]).toEqual({
      rule: "V004",
      severity: "hint",
      message: '"0.3" is short for "0.3.0": write it out.',
      pointer: "/dsl-version",
      range: { start: { line: 1, column: 14 }, end: { line: 1, column: 19 } },
      fix: {
        title: 'Write "0.3.0"',
        edits: [{ range: { start: { line: 1, column: 14 }, end: { line: 1, column: 19 } }, insert: '"0.3.0"' }],
      },
    });
    expect(report.files[0]?.diagnostics[1]).not.toHaveProperty("fix");
  });

  test("pointers escape ~ and / as RFC 6901 says", () => {
    const { diagnostics } = analyse("process: { 'a/b~c': 1 }");
    expect(diagnostics.map(({ pointer }) => pointer)).toContain("/process/a~1b~0c");
  });
});

describe("what is broken takes nothing else along", () => {
  test.each<[string, string, string]>([
    ["a key without a colon", "        expect: {}", "        expect: {}\n        exp"],
    ["a bracket that is not closed", "[alice, bob], documents: [contract] }", "[alice, bob], documents: [contract }"],
    ["a quote that is not closed", "title: Loan", 'title: "Loan'],
    ["a line that stands in no column", "  stages:", "   strange: 1\n  stages:"],
    ["a stage that is indented too far", "    - second:", "      - second:"],
    ["two keys on one line", "duration: 30", "duration: 30 title: x"],
    ["an item without its map", "    - second:", "    - half: - x: [\n    - second:"],
  ])("%s", (_what, before, after) => {
    const text = changed(before, after);
    const { diagnostics, outline } = analyse(text);
    const errors = diagnostics.filter(({ rule }) => rule === "S001");
    const line = positionAt(text, text.indexOf(after) + after.search(/\S/)).line;
    expect(errors.length).toBeGreaterThan(0);
    for (const { range } of errors) expect(Math.abs(positionAt(text, range.from).line - line)).toBeLessThanOrEqual(9);
    const names = outline.stages.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["signing", "archive"]));
    expect(outline.participants.length).toBe(5);
    expect(outline.messages.length).toBe(3);
  });
});

describe("a draft whose process stands beside its other keys [S003]", () => {
  const value = analyse(sound).value as { readonly process: object };
  const { process, ...rest } = value;
  const flat = { ...rest, ...process };
  const head = sound.indexOf("process:\n");
  const tail = sound.indexOf("process_parameters:");
  const moved = sound.slice(head + "process:\n".length, tail).replace(/^ {2}/gm, "");
  const block = `${sound.slice(0, head)}# the process\n${moved}# people\n${sound.slice(tail)}`;

  test.each([
    ["YAML", block],
    ["YAML with CR LF", block.replaceAll("\n", "\r\n")],
    ["JSON", JSON.stringify(flat, null, 2)],
    ["JSON in one line", JSON.stringify(flat)],
  ])("%s: each key says how the text was read, and the fix makes it a draft", (_, text) => {
    const found = analyse(text).diagnostics.filter(({ rule }) => rule === "S003");
    expect(found.map(({ pointer }) => pointer).sort()).toEqual(
      Object.keys(rest)
        .map((key) => `/${key}`)
        .sort(),
    );
    for (const { message } of found)
      expect(message).toContain("is read as a bare process, since `stages` stands beside it");
    const after = analyse(applyEdits(text, found[0]?.fix?.edits ?? []));
    expect(rulesOf(after)).toEqual(rulesOf(analyse(sound)));
    expect(after.value).toEqual(value);
  });

  test("keys that stand apart are told without a fix", () => {
    const [found] = analyse("stages: []\ntitle: T\ndsl-version: '0.3.0'\n").diagnostics.filter(
      ({ rule }) => rule === "S003",
    );
    expect(found).toMatchObject({ message: expect.stringContaining("put the process below `process:`"), fix: null });
  });
});
