import { describe, expect, test } from "vitest";
import { providers } from "../../src-shared/authentication/index.ts";
import { applyEdits, positionAt } from "../../src-shared/basics/index.ts";
import {
  analyse,
  bracketsAt,
  complete,
  definitionAt,
  exampleText,
  type Field,
  foldingRanges,
  format,
  hover,
  providerFieldNames,
  providerFields,
  rangeAround,
  referencesAt,
  rename,
  ruleCatalogue,
  type Shape,
} from "../../src-shared/language/index.ts";
import { checkShape, isShape } from "../../src-shared/language/schema/check.ts";
import { flowShape } from "../../src-shared/language/schema/grammar.ts";
import { fieldsOf } from "../../src-shared/language/schema/shape-at.ts";
import { parse } from "../../src-shared/language/syntax/parse.ts";
import { changed, sound } from "../fixtures/sound-flow.ts";

/** `‸` marks the offset; it is not part of the text. */
function at(marked: string): { readonly text: string; readonly offset: number } {
  const offset = marked.indexOf("‸");
  if (offset < 0) throw new Error("No ‸ in the text");
  return { text: marked.replace("‸", ""), offset };
}

function labels(marked: string): string[] {
  const { text, offset } = at(marked);
  return complete(text, offset).map(({ label }) => label);
}

/** The text after choosing an item, with the cursor marked. */
function chosen(marked: string, label: string): string {
  const { text, offset } = at(marked);
  const item = complete(text, offset).find((found) => found.label === label);
  if (item === undefined) throw new Error(`${label} is not offered`);
  const { range, insert, caret } = item;
  return `${text.slice(0, range.from)}${insert.slice(0, caret)}‸${insert.slice(caret)}${text.slice(range.to)}`;
}

describe("completion", () => {
  test.each<[string, string, string[]]>([
    ["keys of the file", "‸", ["process", "title", "process_parameters"]],
    ["required keys of the process first", "process:\n  ‸", ["dsl-version", "stages", "allow-rejections"]],
    ["keys that are there are left out", 'process:\n  dsl-version: "0.3.0"\n  ‸', ["stages", "allow-rejections"]],
    ["keys of a stage", "process:\n  stages:\n    - signing:\n        ‸", ["actions", "expect"]],
    [
      "kinds of action",
      "process:\n  stages:\n    - signing:\n        actions:\n          - ‸",
      ["notify", "callback", "allow-viewing", "deny-viewing"],
    ],
    [
      "conditions",
      "process:\n  stages:\n    - signing:\n        actions: []\n        expect:\n          ‸",
      ["signed-by", "approved-by", "signed-by-group-of", "approved-by-group-of", "redirect-to"],
    ],
    ["names for a stage", "process:\n  stages:\n    - ‸", ["approval", "signing", "archive"]],
    ["versions, the newest first", "process:\n  dsl-version: ‸", ["0.3.0", "0.2.0", "0.1.0"]],
    ["versions in quotes", 'process:\n  dsl-version: "‸"', ["0.3.0", "0.2.0", "0.1.0"]],
    ["truth values", "process:\n  allow-rejections: ‸\n", ["true", "false"]],
    ["fixed values", "flow_kind: ‸", ["standard", "micro_api"]],
    ["settings", "process_settings:\n  automatic_document_redirects: ‸", ["last_action", "always", "never"]],
    ["date types", "process:\n  automatic-reminders:\n    - date: { type: ‸ }", ["relative"]],
    ["an item where a dash goes", "process:\n  stages:\n    - a: {}\n    ‸", ["-"]],
  ])("offers %s", (_what, marked, wanted) => {
    expect(labels(marked).slice(0, wanted.length)).toEqual(wanted);
  });

  test("names in scope: those given, then those only mentioned, without those listed already", () => {
    const inList = changed("signed-by: { users: [alice, bob], ", "signed-by: { users: [alice, ‸], ");
    expect(labels(inList)).toEqual(["bob", "carol", "dora", "dina"]);
    expect(
      labels(
        changed(
          "approved-by: { users: [carol], documents: [contract] }",
          "approved-by: { users: [carol], documents: [‸] }",
        ),
      ),
    ).toEqual(["contract"]);
    expect(labels(changed("methods: { sms: hello }", "methods: { sms: ‸ }"))).toEqual(["invitation", "hello", "done"]);
    expect(labels(changed("email: { message: invitation }\n", "email: { message: inv‸ }\n"))).toContain("invitation");
  });

  test("names that the process mentions and the parameters lack come first in the parameters", () => {
    const text = changed('carol: { id_type: phone_number, id: "+46701740606", email: carol@example.test }', "‸");
    expect(labels(text)[0]).toBe("carol");
  });

  test("providers, without those that only view where somebody signs, and the provider's own fields", () => {
    expect(labels(changed("auth_to_view: { provider: dk_eid_new,", "auth_to_view: { provider: ‸,"))).toContain(
      "dk_eid_new",
    );
    expect(labels(changed("auth_to_sign: { provider: sms_otp,", "auth_to_sign: { provider: ‸,"))).not.toContain(
      "dk_eid_new",
    );
    expect(labels(changed(", attempts_per_sms: 5, label: bob-sms }", ", ‸ }"))).toEqual(["attempts_per_sms", "label"]);
    const method =
      "process_parameters:\n  users:\n    a:\n      auth_to_view:\n        provider: idverify\n        method: ‸";
    expect(labels(method)).toEqual(["document", "document_and_photo", "document_and_video", "document_and_motion"]);
  });

  test("a stage's name leads the names of its callbacks", () => {
    expect(labels(changed("callback-name: signing-started", "callback-name: ‸"))[0]).toBe("signing-started");
  });

  test.each<[string, string, string, string]>([
    [
      "a process, of the version of today and with a stage to be named",
      "‸",
      "process",
      'process:\n  dsl-version: "0.3.0"\n  stages:\n    - ‸signing:\n        actions: []\n        expect: {}',
    ],
    ["a process in JSON", "{ ‸ }", "process", '{ "process": { "dsl-version": "0.3.0", "stages": [‸] } }'],
    ["a key with a list", "process:\n  ‸", "stages", "process:\n  stages:\n    - ‸"],
    [
      "a condition",
      "process:\n  stages:\n    - a:\n        actions: []\n        expect:\n          sig‸",
      "signed-by",
      "process:\n  stages:\n    - a:\n        actions: []\n        expect:\n          signed-by: { users: [‸], documents: [] }",
    ],
    [
      "a stage",
      "process:\n  stages:\n    - ‸",
      "signing",
      "process:\n  stages:\n    - signing:\n        actions:\n          - ‸\n        expect:\n          ",
    ],
    ["a key that has its colon", "dur‸: 30\n", "duration", "duration‸: 30\n"],
    ["a key in JSON", '{ "‸" }', "duration", '{ "duration": ‸ }'],
    [
      "a name in JSON",
      '{"process": {"stages": [{"a": {"expect": {"signed-by": {"users": ["‸"]}}}}]}, "process_parameters": {"users": {"eva": {}}}}',
      "eva",
      '{"process": {"stages": [{"a": {"expect": {"signed-by": {"users": ["eva"‸]}}}}]}, "process_parameters": {"users": {"eva": {}}}}',
    ],
    ["a value after the colon", "flow_kind:‸", "micro_api", "flow_kind: micro_api‸"],
    ["a version in quotes", 'process:\n  dsl-version: "0.‸"', "0.3.0", 'process:\n  dsl-version: "0.3.0"‸'],
  ])("writes %s", (_what, marked, label, wanted) => {
    expect(chosen(marked, label)).toBe(wanted);
  });

  test("works below a broken line, and says nothing in comments and block texts", () => {
    const broken = changed("title: Loan", "title: [Loan").replace(
      "signed-by: { users: [carol], ",
      "signed-by: { users: [‸], ",
    );
    expect(labels(broken)).toContain("alice");
    expect(labels("title: a # ‸")).toEqual([]);
    expect(labels("process_parameters:\n  messages:\n    a: |\n      Hello ‸")).toEqual([]);
  });
});

describe("hover", () => {
  test("explains a key with its version and an example", () => {
    const { text, offset } = at(sound.replace("automatic-reminders", "automatic-rem‸inders"));
    const found = hover(text, offset);
    expect(found).toMatchObject({ title: "automatic-reminders", since: "0.45.0" });
    expect(found?.body).toContain("while somebody is awaited");
    expect(found?.example).toContain("days_delay");
    expect(text.slice(found?.range.from, found?.range.to)).toBe("automatic-reminders");
  });

  test("explains each key of a whole flow: since when, or that it is ours, with an example", () => {
    const flow = sound.replace("duration: 30\n", "duration: 30\nflow_kind: standard\nfolder_id: home\n");
    const ours = ["flow_kind", "process_settings", "time_zone", "password_ref"];
    const names = new Set(["signing", "second", "archive", "alice", "bob", "carol", "dora", "dina", "contract"]);
    const messages = new Set(["invitation", "hello", "done"]);
    let asked = 0;
    for (const { 0: key, index } of flow.matchAll(/[\w-]+(?=:[ \n])/g)) {
      if (names.has(key) || messages.has(key)) continue;
      const found = hover(flow, index + 1);
      expect(found, key).toMatchObject({ title: key, example: expect.stringContaining(`${key}:`) });
      expect(found?.since ?? "ours", key).toMatch(ours.includes(key) ? /^ours$/ : /^0\.\d+\.0$/);
      asked += 1;
    }
    expect(asked).toBeGreaterThan(60);
    const expected = hover(flow, flow.indexOf("expect:"));
    expect(expected).toMatchObject({ title: "expect", since: "0.10.0" });
  });

  test("explains the fields of each provider", () => {
    for (const provider of providers) {
      for (const field of providerFieldNames(provider, "auth_to_sign")) {
        const text = `process_parameters:\n  users:\n    a:\n      auth_to_sign: { provider: ${provider}, ${field}: 1 }\n`;
        const found = hover(text, text.indexOf(`${field}:`) + 1);
        expect(found?.since, field).toMatch(/^0\./);
        const { root } = parse(found?.example ?? "");
        const value = root.kind === "map" ? root.entries.get(field) : undefined;
        const check = providerFields(provider, "auth_to_sign").get(field);
        expect(value && check?.accepts(value), field).toBe(true);
      }
    }
  });

  test("tells who and what a name is", () => {
    const { text, offset } = at(sound.replace("approved-by: { users: [carol]", "approved-by: { users: [ca‸rol]"));
    expect(hover(text, offset)).toMatchObject({
      title: "participant carol",
      body: expect.stringContaining("+46701740606"),
    });
  });

  test("explains a provider", () => {
    const { text, offset } = at(sound.replace("provider: sms_otp", "provider: sms‸_otp"));
    expect(hover(text, offset)).toMatchObject({ title: "sms_otp", since: "0.25.0" });
  });

  test("says nothing between things", () => {
    expect(hover(sound, 3)).toBeNull();
  });

  test("every key of the language has an example that fits it", () => {
    const wrong = [...fieldsBelow(flowShape, [])].filter(([path, field]) => {
      const { root, problems } = parse(field.example);
      const value = root.kind === "map" ? root.entries.get(path.at(-1) ?? "") : undefined;
      return value === undefined || problems.length > 0 || checkShape(value, field.shape).length > 0;
    });
    expect(wrong.map(([path]) => path.join("/"))).toEqual([]);
  });
});

/** Every key of the language, with the keys above it; `x` stands for a name. */
function* fieldsBelow(shape: Shape, path: readonly string[]): Generator<readonly [readonly string[], Field]> {
  if (shape.kind === "list") yield* fieldsBelow(shape.item, path);
  if (shape.kind === "record") yield* fieldsBelow(shape.value, [...path, "x"]);
  if (shape.kind === "either") yield* fieldsBelow(shape.object, path);
  if (shape.kind === "single" && isShape(shape.value)) yield* fieldsBelow(shape.value, [...path, "x"]);
  for (const [key, field] of Object.entries(fieldsOf(shape))) {
    if (shape.kind === "either") continue;
    yield [[...path, key], field];
    yield* fieldsBelow(field.shape, [...path, key]);
  }
}

describe("definitions, references and renaming", () => {
  const line = (text: string, offset: number): number => positionAt(text, offset).line;

  test("a name leads to where it is given, and to every mention", () => {
    const { text, offset } = at(sound.replace("approved-by: { users: [carol]", "approved-by: { users: [car‸ol]"));
    expect(text.slice(definitionAt(text, offset)?.from).startsWith("carol: { id_type")).toBe(true);
    const places = referencesAt(text, offset);
    expect(places.map(({ range }) => text.slice(range.from, range.to))).toEqual([
      "carol",
      "carol",
      "carol",
      "carol",
      "carol",
    ]);
    expect(places.filter(({ definition }) => definition).length).toBe(1);
  });

  test.each<[string, string, string, string]>([
    ["a participant", "approved-by: { users: [ca‸rol]", "carla", "carol"],
    ["a document", 'documents: { con‸tract: "1001" }', "deed", "contract"],
    ["a message", "sms: hel‸lo", "hi", "hello"],
    ["a stage", "- sec‸ond:", "two", "second"],
  ])("renames %s everywhere and nothing else", (_what, marked, name, old) => {
    const unmarked = marked.replace("‸", "");
    const { text, offset } = at(sound.replace(unmarked, marked));
    const result = rename(text, offset, name);
    if (!result.ok) throw new Error(result.message);
    const after = applyEdits(text, result.edits);
    expect(analyse(after).diagnostics.map(({ rule }) => rule)).toEqual(["F008"]);
    const changedLines = after.split("\n").filter((now, index) => now !== text.split("\n")[index]);
    for (const now of changedLines) expect(now).toContain(name);
    expect(after.split("\n").length).toBe(text.split("\n").length);
    expect(new RegExp(`\\b${old}\\b(?!@)`).test(after)).toBe(false);
    expect(changedLines.length).toBe(new Set(result.edits.map(({ range }) => line(text, range.from))).size);
  });

  test("keeps each place's quotes, and adds them where a name needs them", () => {
    const text = changed("users: [bob]\n", "users: ['bob']\n", ["    bob:\n", '    "bob":\n']);
    const result = rename(text, text.indexOf('"bob"') + 2, "no: 'b'");
    if (!result.ok) throw new Error(result.message);
    const after = applyEdits(text, result.edits);
    expect(after).toContain("users: ['no: ''b''']");
    expect(after).toContain("    \"no: 'b'\":");
    expect(after).toContain("users: [alice, \"no: 'b'\", dora, dina]");
    expect(analyse(after).diagnostics.map(({ rule }) => rule)).toEqual(["F008"]);
  });

  test.each<[string, string, string, string]>([
    ["another's name", sound, "alice", "taken"],
    ["an empty name", sound, " ", "bad name"],
    ["a name with a line end", sound, "a\nb", "bad name"],
    ["a text that does not parse", changed("duration: 30", "duration: [30"), "bert", "unreadable"],
  ])("refuses %s", (_what, text, name, reason) => {
    expect(rename(text, text.indexOf("    bob:") + 5, name)).toMatchObject({ ok: false, reason });
  });

  test("refuses where nothing stands, and where an alias hides a name", () => {
    expect(rename(sound, 0, "x")).toMatchObject({ ok: false, reason: "nothing here" });
    const text = `x-all: &all [bob]\n${changed("users: [bob]\n", "users: *all\n")}`;
    expect(rename(text, text.indexOf("    bob:") + 5, "bert")).toMatchObject({ ok: false, reason: "alias" });
  });

  test("renames through an anchor that the process itself holds", () => {
    const text = changed(
      "users: [alice, bob], documents: [contract] }\n",
      "users: &signers [alice, bob], documents: [contract] }\n",
      ["users: [bob]\n", "users: *signers\n"],
    );
    const result = rename(text, text.indexOf("    bob:") + 5, "bert");
    if (!result.ok) throw new Error(result.message);
    expect(analyse(applyEdits(text, result.edits)).diagnostics.map(({ rule }) => rule)).toEqual(["F008"]);
  });
});

describe("format", () => {
  const formatted = (text: string): string => applyEdits(text, format(text));

  test("brings indentation and spaces into form, and keeps comments, quotes and lines", () => {
    const text = `# head\ntitle:   'Loan'   # what it is\nprocess:\n    dsl-version: "0.3.0"\n    stages:\n    -   signing: # first\n            actions: [ ]\n\n\n            # who\n            expect:   {signed-by: {users: [ a,b ], documents: [c]}}\n`;
    expect(formatted(text)).toBe(
      `# head\ntitle: 'Loan'   # what it is\nprocess:\n  dsl-version: "0.3.0"\n  stages:\n    - signing: # first\n        actions: []\n\n        # who\n        expect: { signed-by: { users: [a, b], documents: [c] } }\n`,
    );
  });

  test("leaves texts in form alone", () => {
    for (const text of [sound, sound.replaceAll("\n", "\r\n"), `\ufeff${sound}`, "", "a: [b\n"])
      expect(format(text)).toEqual([]);
  });

  test("is idempotent and changes no value, over the examples of all rules", () => {
    for (const { passes, fails } of ruleCatalogue.filter(({ id }) => id !== "S008")) {
      for (const example of [passes, fails]) {
        const text = exampleText(example).replaceAll("  ", "    ").replaceAll("{ ", "{").replaceAll(", ", ",  ");
        const once = formatted(text);
        expect(formatted(once)).toBe(once);
        expect(analyse(once).value).toEqual(analyse(text).value);
      }
    }
  });

  test("JSON is formatted as JSON", () => {
    const json = JSON.stringify(analyse(sound).value);
    expect(formatted(json)).toBe(`${JSON.stringify(JSON.parse(json), null, 2)}\n`);
  });
});

test("folding ranges begin at line ends and lie within each other or apart", () => {
  const ranges = foldingRanges(sound);
  expect(ranges.length).toBeGreaterThan(10);
  for (const { from, to } of ranges) expect([sound[from], to <= sound.length]).toEqual(["\n", true]);
  const first = ranges.find(({ from }) => sound.slice(0, from).endsWith("- signing:"));
  expect(sound.slice(0, first?.to).endsWith('url: "https://example.test/done" }')).toBe(true);
});

describe("pieces of the text", () => {
  /** Each piece around the mark, the smallest first. */
  function pieces(marked: string): readonly string[] {
    const { text, offset } = at(marked);
    const found: string[] = [];
    let range = { from: offset, to: offset };
    for (let next = rangeAround(text, range); next !== null; next = rangeAround(text, range)) {
      range = next;
      found.push(text.slice(range.from, range.to));
    }
    return found;
  }

  test("a range widens to the value, the member and what holds it", () => {
    const list = "[alice, bob]";
    const whole = `a:\n  - users: ${list} # "]"\n    kind: x`;
    const item = whole.slice(whole.indexOf("users"));
    const widened = ["bob", list, `users: ${list}`, item, whole.slice(whole.indexOf("- ")), whole];
    expect(pieces(`${whole.replace("bob", "b‸ob")}\n`)).toEqual(widened);
    expect(pieces("{ 'a}': [\"‸]\", 1] }")).toEqual(['"]"', '["]", 1]', "'a}': [\"]\", 1]", "{ 'a}': [\"]\", 1] }"]);
    expect(pieces("x: &a { k: 1 }\nlon‸g: *a\n")).toEqual(["long", "long: *a", "x: &a { k: 1 }\nlong: *a"]);
    expect(pieces("‸")).toEqual([]);
  });

  test.each([
    ['users: [a, "b]", c]‸ # ]', '[a, "b]", c]'],
    ["users: ‸[a, 'b]', c]", "[a, 'b]', c]"],
    ["users: [‸{ k: ']' }]", "[{ k: ']' }]"],
    ["users: [ ‸{ k: '}' } ]", "{ k: '}' }"],
    ['{"a": "[",\n "b": [1, "]"]‸}', '[1, "]"]'],
    ['{‸"a": "}"}', '{"a": "}"}'],
    ["a: 'x]‸'", null],
    ["a: x # [‸ ]", null],
    ["a: x [‸ ]", null],
    ["a: |\n  [x]‸\n", null],
    ["a: [x‸", null],
  ])("beside a bracket stands its pair, and none in a string, a comment or a text: %s", (marked, expected) => {
    const { text, offset } = at(marked);
    const found = bracketsAt(text, offset);
    expect(found && text.slice(found.from, found.to)).toBe(expected);
  });
});
