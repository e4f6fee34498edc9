import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyEdits } from "../../src-shared/basics/index.ts";
import { analyse, draftText, edit, UneditableText, wireFields, withMembers } from "../../src-shared/language/index.ts";
import { changed, difference, sound } from "../fixtures/sound-flow.ts";

type Path = readonly (string | number)[];

function edited(text: string, path: Path, value: unknown): string {
  return applyEdits(text, edit(text, path, value));
}

describe("a change of one value changes one line", () => {
  test.each<[string, Path, unknown, string[]]>([
    ["a number", ["duration"], 31, ["-duration: 30", "+duration: 31"]],
    [
      "a text in quotes",
      ["callback", "url"],
      "http://localhost/",
      ['-  url: "http://127.0.0.1:9/hook"', '+  url: "http://localhost/"'],
    ],
    ["a plain text that needs quotes", ["title"], "Loan: 2", ["-title: Loan", '+title: "Loan: 2"']],
    [
      "a truth value",
      ["process", "allow-rejections"],
      false,
      ["-  allow-rejections: true", "+  allow-rejections: false"],
    ],
    ["a new member", ["process_settings", "x"], [1], ["+  x: [1]"]],
    ["a new member at the end", ["folder_id"], "home", ["+folder_id: home"]],
    ["a member removed", ["duration"], undefined, ["-duration: 30"]],
    [
      "a member of many lines removed",
      ["process_parameters", "users", "bob"],
      undefined,
      [
        "-    bob:",
        "-      id_type: email",
        "-      id: bob@example.test",
        '-      phone_number: "+46701740605"',
        "-      auth_to_view: { provider: dk_eid_new, max_failures: 0 }",
        "-      auth_to_sign: { provider: sms_otp, max_failures: 3, attempts_per_sms: 5, label: bob-sms }",
      ],
    ],
    [
      "an item added to a list on one line",
      ["process", "stages", 0, "signing", "expect", "approved-by", "users", 1],
      "zoe",
      [
        "-          approved-by: { users: [carol], documents: [contract] }",
        "+          approved-by: { users: [carol, zoe], documents: [contract] }",
      ],
    ],
    [
      "an item removed from a list on one line",
      ["process", "stages", 0, "signing", "expect", "signed-by", "users", 0],
      undefined,
      [
        "-          signed-by: { users: [alice, bob], documents: [contract] }",
        "+          signed-by: { users: [bob], documents: [contract] }",
      ],
    ],
    [
      "the last item removed",
      ["process", "stages", 0, "signing", "expect", "approved-by", "users", 0],
      undefined,
      [
        "-          approved-by: { users: [carol], documents: [contract] }",
        "+          approved-by: { users: [], documents: [contract] }",
      ],
    ],
    [
      "a stage appended",
      ["process", "stages", 3],
      { pause: { actions: [], expect: {} } },
      ["+    - pause:", "+        actions: []", "+        expect: {}"],
    ],
    [
      "a stage removed",
      ["process", "stages", 1],
      undefined,
      [
        "-    - second:",
        "-        actions:",
        "-          - notify: { users: [carol], methods: { sms: hello } }",
        "-        expect:",
        "-          signed-by: { users: [carol], documents: [contract] }",
      ],
    ],
    [
      "a map filled that was empty",
      ["process", "stages", 2, "archive", "expect", "signed-by"],
      { users: ["bob"], documents: ["contract"] },
      ["-        expect: {}", "+        expect:", "+          signed-by: { users: [bob], documents: [contract] }"],
    ],
    [
      "a message of two lines",
      ["process_parameters", "messages", "hello"],
      "Hello\nworld\n",
      ["-    hello: Hello", "+    hello: |", "+      Hello", "+      world"],
    ],
  ])("%s", (_what, path, value, expected) => {
    const after = edited(sound, path, value);
    expect(difference(sound, after)).toEqual(expected);
    if (value !== undefined) expect(edit(after, path, value)).toEqual([]);
  });

  test("a whole process that differs in one place changes that place only", () => {
    const value = JSON.parse(JSON.stringify(wireFields(analyse(sound).value).process));
    value.stages[1].second.expect["signed-by"].users = ["carol", "zoe"];
    expect(difference(sound, edited(sound, ["process"], value))).toEqual([
      "-          signed-by: { users: [carol], documents: [contract] }",
      "+          signed-by: { users: [carol, zoe], documents: [contract] }",
    ]);
  });

  test("comments stay, beside and between what changes", () => {
    const text = "# top\ntitle: a # why\n# before\nduration: 3 # days\n# after\nfolder_id: x\n";
    expect(edited(text, ["duration"], 4)).toBe(text.replace("3", "4"));
    expect(edited(text, ["title"], "b c")).toBe(text.replace(": a", ": b c"));
    expect(edited(text, ["duration"], undefined)).toBe("# top\ntitle: a # why\n# before\n# after\nfolder_id: x\n");
    const list = "a:\n  - x # one\n  # two\n  - y # 2\n  - z\n";
    expect(edited(list, ["a", 1], undefined)).toBe("a:\n  - x # one\n  # two\n  - z\n");
    expect(edited(list, ["a", 3], "w")).toBe(`${list}  - w\n`);
  });

  test("a new map in a list is laid out as its siblings are: in braces or over lines, and one of one member as those", () => {
    const [one, two, other] = [{ never: "a" }, { finding: "X104", because: "b" }, { never: "c" }];
    const added = (items: string, value: unknown) => {
      const text = `list:\n${items}`;
      return edited(text, ["list", items.split("  - ").length - 1], value).slice(text.length);
    };
    expect(added("  - { never: z }\n", one)).toBe("  - { never: a }\n");
    expect(added("  - never: z\n", one)).toBe("  - never: a\n");
    expect(added("  - { finding: X1, because: y }\n  - name\n", one)).toBe("  - never: a\n");
    expect(added("  - { finding: X1, because: y }\n", two)).toBe("  - { finding: X104, because: b }\n");
    expect(added("  - finding: X1\n    because: y\n", two)).toBe("  - finding: X104\n    because: b\n");
    expect(added("  - never: z\n", two)).toBe("  - { finding: X104, because: b }\n");
    expect(added("  - before: [a, b]\n", { reach: { a: 1, b: 2 } })).toBe("  - reach: { a: 1, b: 2 }\n");
    expect(edited("", ["list"], [one, other])).toBe("list:\n  - never: a\n  - never: c\n");
  });

  test("CR LF texts stay CR LF", () => {
    const text = sound.replaceAll("\n", "\r\n");
    expect(edited(text, ["process_settings", "x"], { y: [{ z: 1 }] })).not.toMatch(/[^\r]\n/);
    expect(edited(text, ["duration"], undefined)).toBe(sound.replace("duration: 30\n", "").replaceAll("\n", "\r\n"));
  });

  test("each of 40,000 items of JSON over lines may change, and what spaces them is looked for once", () => {
    const listOf = (item: (at: number) => unknown) => {
      return { process: { list: Array.from({ length: 40_000 }, (_, at) => item(at)) } };
    };
    const texts = listOf((at) => `text ${at}`);
    const after = withMembers(
      JSON.stringify(
        listOf((at) => at),
        null,
        2,
      ),
      texts,
    );
    expect(after === JSON.stringify(texts, null, 2)).toBe(true);
  });

  test("JSON stays JSON, in its own layout", () => {
    const text = '{\n    "title": "a",\n    "list": [1, 2],\n    "empty": {}\n}\n';
    expect(edited(text, ["duration"], 3)).toBe(text.replace("{}\n", '{},\n    "duration": 3\n'));
    expect(edited(text, ["list", 2], { a: 1 })).toBe(text.replace("[1, 2]", '[1, 2, {"a": 1}]'));
    expect(edited(text, ["title"], undefined)).toBe(text.replace('"title": "a",\n    ', ""));
    expect(edited(text, ["empty", "b", "c"], 1)).toBe(
      text.replace("{}", '{\n        "b": {\n            "c": 1\n        }\n    }'),
    );
  });

  test("below an alias the alias gives way, and the anchor stays as it is", () => {
    const text = "a: &x { b: 1, c: 2 }\nd: *x\ne:\n  <<: *x\n  f: 3\n";
    expect(analyse(edited(text, ["d", "b"], 9)).value).toEqual({
      a: { b: 1, c: 2 },
      d: { b: 9, c: 2 },
      e: { b: 1, c: 2, f: 3 },
    });
    expect(edited(text, ["e", "b"], 9)).toBe(`${text}  b: 9\n`);
    expect(analyse(edited(text, ["e", "b"], undefined)).value).toEqual({
      a: { b: 1, c: 2 },
      d: { b: 1, c: 2 },
      e: { c: 2, f: 3 },
    });
  });

  test("a text that does not parse is not edited", () => {
    expect(() => edit(changed("title: Loan", 'title: "Loan'), ["title"], "x")).toThrow(UneditableText);
  });
});

const strings = fc.oneof(
  fc.constantFrom(
    "a",
    "no",
    "1",
    "1.0",
    "0.3.0",
    "a: b",
    "- a",
    "#c",
    "é",
    "x\ny",
    "x\n",
    "\n",
    " a",
    "a ",
    "~",
    "<<",
    "*a",
    "&b",
    "!x",
    "%",
  ),
  fc.constantFrom(
    "__proto__",
    "constructor",
    "'q'",
    '"d"',
    "a\tb",
    "\u0001",
    "\u0085",
    "\u00a0",
    "\u2028",
    "\ufeff",
    "😀",
    "\ud800",
    "k".repeat(1_100),
  ),
  fc.string({ unit: "binary", maxLength: 6 }),
);

const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    strings,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.array(fc.tuple(strings, tie("value")), { maxLength: 4 }).map((entries) => {
      const object: Record<string, unknown> = Object.create(null);
      for (const [key, value] of entries) object[key] = value;
      return object;
    }),
  ),
})).value;

describe("fields and text", () => {
  test("the sound flow's fields make a text that gives them back", () => {
    const fields = wireFields(analyse(sound).value);
    const text = draftText(fields);
    expect(wireFields(analyse(text).value)).toEqual(fields);
    expect(analyse(text).draft).toEqual(analyse(sound).draft);
    expect(text).toContain('  dsl-version: "0.3.0"\n');
    expect(text).toContain("signed-by: { users: [carol], documents: [contract] }\n");
  });

  test("the fields of a bare process are its process alone", () => {
    const value = { "dsl-version": "0.3.0", stages: [] };
    const none = {
      title: null,
      process_parameters: null,
      process_settings: null,
      duration: null,
      callback: null,
      folder_id: null,
      flow_kind: null,
    };
    expect(wireFields(value)).toEqual({ ...none, process: value });
    expect(wireFields(undefined)).toEqual({ ...none, process: null });
  });

  test("a message of 100,000 line ends is written and read back: no expression takes the square of its length", () => {
    const messages = { long: `x${"\n ".repeat(100_000)}x`, empty: "x\n \n", ended: "x\n" };
    const { value } = analyse(draftText({ process_parameters: { messages } }));
    expect(wireFields(value).process_parameters).toEqual({ messages });
  });

  test("any JSON written into a draft's text is read back the same, and the text is sound YAML", () => {
    fc.assert(
      fc.property(json, (process) => {
        const analysis = analyse(draftText({ process, title: "t" }));
        expect(analysis.diagnostics.filter(({ rule }) => ["S001", "S002", "S007", "S009"].includes(rule))).toEqual([]);
        expect(wireFields(analysis.value).process).toEqual(process);
      }),
      { seed: 1, numRuns: 1_000 },
    );
  });

  test("several members at once come out as one after the other, in what they say and in the lines they leave", () => {
    const members = { title: "Lease", duration: undefined, callback: { url: "http://localhost/" }, folder_id: "7" };
    const apart = Object.entries(members).reduce((text, [name, value]) => edited(text, [name], value), sound);
    expect(withMembers(sound, members)).toBe(apart);
    expect(withMembers(sound, {})).toBe(sound);
    const deep = "a:\n  b: {x: ./x.pdf, 'y': ./y.pdf} # two\n  c: &z ./z.pdf\n";
    expect(withMembers(deep, { x: "1", y: "2" }, ["a", "b"])).toBe(
      edited(edited(deep, ["a", "b", "x"], "1"), ["a", "b", "y"], "2"),
    );
    expect(withMembers("# Ours\n", { title: "Loan", duration: 7 })).toBe("# Ours\ntitle: Loan\nduration: 7\n");
    expect(edited("# Ours", ["title"], "Loan")).toBe("# Ours\ntitle: Loan\n");
    expect(() => withMembers("title: [Loan\n", members)).toThrow(UneditableText);
    fc.assert(
      fc.property(json, json, json, fc.constantFrom("yaml", "json"), (from, process, process_parameters, kind) => {
        const fields = { title: "t", process: from, process_settings: from };
        const text = kind === "yaml" ? draftText(fields) : JSON.stringify(fields);
        if (analyse(text).diagnostics.some(({ rule }) => ["S001", "S009"].includes(rule))) return;
        const after = analyse(withMembers(text, { process, process_parameters, process_settings: undefined }));
        expect(wireFields(after.value)).toEqual({ ...wireFields({}), title: "t", process, process_parameters });
      }),
      { seed: 3, numRuns: 500 },
    );
  });

  test("any JSON may take the place of any other, in YAML and in JSON", () => {
    fc.assert(
      fc.property(json, json, fc.constantFrom("yaml", "pretty", "compact"), (from, to, kind) => {
        const text =
          kind === "yaml"
            ? draftText({ title: "t", process: from })
            : JSON.stringify({ title: "t", process: from }, null, kind === "pretty" ? 2 : 0);
        if (analyse(text).diagnostics.some(({ rule }) => ["S001", "S009"].includes(rule))) return;
        const after = analyse(edited(text, ["process"], to));
        expect(wireFields(after.value)).toEqual({ ...wireFields({}), title: "t", process: to });
      }),
      { seed: 2, numRuns: 1_000 },
    );
  });
});
