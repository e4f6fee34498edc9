import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyEdits } from "../../src-shared/basics/index.ts";
import { analyse, type Intent, intend, intendedValue } from "../../src-shared/language/index.ts";
import { type AnyFlow, anyFlow, anyIntent, fieldsOf } from "../fixtures/arbitrary-flow.ts";
import { difference } from "../fixtures/sound-flow.ts";
import { FUZZ_TIMEOUT, inputs } from "../fuzz/effort.ts";
import { Decorator } from "./decorated.ts";
import { AllowedLines, touchedLines } from "./touched.ts";

interface Attempt {
  readonly text: string;
  readonly intent: Intent;
}

/** Those whose text moves as a whole, or changes wherever a name stands. */
const moving: readonly string[] = ["moveStage", "moveAction", "duplicateStage", "renameStage", "rename", "moveName"];

/** A change says what was intended, and touches only the lines of what changes and of the aliases to it. */
function check({ text, intent }: Attempt): void {
  const before = analyse(text).value;
  const after = intendedValue(before, intent);
  const edits = intend(text, intent);
  const edited = applyEdits(text, edits);
  expect(analyse(edited).value).toEqual(after);
  const { touched, gone } = new AllowedLines(text, before, after);
  const lines = text.split("\n");
  const shared = (line: number): boolean => /\*a\d|<</.test(lines[line] ?? "");
  const taken = intent.intent === "deleteStage" || intent.intent === "removeAction";
  if (!moving.includes(intent.intent) && !taken)
    expect(touchedLines(text, edits).filter((line) => !touched.has(line) && !shared(line))).toEqual([]);
  const comments = (of: string) => of.match(/#c\d+;/g) ?? [];
  const kept = new Set(comments(edited));
  const lost = comments(text).filter((comment) => !kept.has(comment));
  const mayGo = new Set([...gone].flatMap((line) => comments(lines[line] ?? "")));
  expect(lost.filter((comment) => !mayGo.has(comment) && !taken)).toEqual([]);
  if (text.includes("\r\n")) expect(edited).not.toMatch(/[^\r]\n/);
  if (/^\{\n\t/.test(text)) {
    expect(edited).not.toMatch(/^\t* /m);
    JSON.parse(edited);
  }
}

/** Attempts that failed once. */
const kept = join(import.meta.dirname, "../fuzz/regressions");

function keptAttempts(): readonly { readonly name: string; readonly attempt: Attempt }[] {
  return readdirSync(kept)
    .filter((name) => name.startsWith("edit-"))
    .map((name) => ({ name, attempt: JSON.parse(readFileSync(join(kept, name), "utf8")) as Attempt }));
}

/** A flow written in some way, and an intent that fits it. */
function attemptOf(seed: number, flow: AnyFlow): Attempt {
  const fields = fieldsOf(flow);
  const json = seed % 6 === 0;
  const text = json ? JSON.stringify(fields, null, seed % 4 === 0 ? "\t" : 4) : new Decorator(seed).text(fields);
  return { text, intent: anyIntent(flow, seed * 7_919) };
}

describe("any intent on any flow, however it is written", () => {
  test.each(keptAttempts())("regression $name", ({ attempt }) => check(attempt));

  test("is a change of its own place", { timeout: FUZZ_TIMEOUT }, () => {
    const failures: string[] = [];
    const flows = fc.sample(anyFlow, { seed: 414, numRuns: inputs(80) });
    for (const [seed, flow] of flows.entries()) {
      const attempt = attemptOf(seed, flow);
      expect(analyse(attempt.text).value).toEqual(fieldsOf(flow));
      try {
        check(attempt);
      } catch (error) {
        mkdirSync(kept, { recursive: true });
        writeFileSync(join(kept, `edit-${seed}.json`), `${JSON.stringify(attempt)}\n`);
        failures.push(`${seed} ${attempt.intent.intent}: ${error instanceof Error ? error.message : String(error)}`);
        if (failures.length >= 5) break;
      }
    }
    expect(failures).toEqual([]);
  });
});

const anchored = `process_parameters:
  users:
    alice: &a # the first
      id_type: email # kind
      id: alice@x # mail
      phone_number: "+46" # phone
    bob: # second
      <<: *a # as alice
      id: bob@x # his own
    carol: *a # same
  documents: {} # none yet
process:
  dsl-version: "0.3.0"
  stages:
    - one:
        actions: []
        expect:
          signed-by: { users: &g [alice, bob], documents: [contract] } # all
          approved-by-group-of: # group
            users: *g # who
            documents: [contract]
            count: 1 # k
`;

const spread = `process_parameters: {
    users: {
        alice: {
            id_type: email, # kind
            id: a@x # mail
        }, # first
        bob: { id_type: email, id: b@x },
    }, # people
    documents: {
        # none
    },
    messages: { a: x,
                b: y }
}
`;

const letters = `process_parameters:
  messages:
    a: >- # folded
      Dear all,
      please sign the contract
      until tomorrow.

      Yours
    b: |
      Dear all
        x
      y
    c: plain # beside
  users:
    # ours
    alice: { id: a } # gone
`;

const field = (name: string, field: "id" | "email" | "phone_number", value: string | null): Intent => ({
  intent: "setParticipantField",
  name,
  field,
  value,
});
const message = (name: string, value: string): Intent => ({ intent: "setMessage", name, value });
const eva: Intent = { intent: "addParticipant", name: "eva", value: { id_type: "email", id: "e@x" } };
const deed: Intent = { intent: "addDocument", name: "deed", value: "./deed.pdf" };

describe("what is shared, spread over lines or folded is edited where it stands", () => {
  test.each<[string, string, Intent, string[]]>([
    [
      "at an anchor, and who has it by an alias keeps what it said",
      anchored.replace("      id: bob@x # his own\n", ""),
      field("carol", "id", "c@x"),
      ["-    carol: *a # same", '+    carol: { id_type: email, id: c@x, phone_number: "+46" } # same'],
    ],
    [
      "at an anchor itself",
      anchored.replace("    carol: *a # same\n", ""),
      field("alice", "id", "al@y"),
      ["-      id: alice@x # mail", "+      id: al@y # mail"],
    ],
    ["beside a merge key", anchored, field("bob", "phone_number", "+47"), ['+      phone_number: "+47"']],
    [
      "what a merge key brings is taken away",
      anchored,
      field("bob", "phone_number", null),
      [
        "-    bob: # second",
        "-      <<: *a # as alice",
        "-      id: bob@x # his own",
        "+    bob: { id: bob@x, id_type: email } # his own",
      ],
    ],
    [
      "a second group beside an anchored list",
      anchored,
      {
        intent: "setGroup",
        stage: 0,
        verb: "approve",
        at: 1,
        value: { users: ["bob"], documents: ["contract"], count: 1 },
      },
      [
        "-            users: *g # who",
        "-            documents: [contract]",
        "-            count: 1 # k",
        "+            - users: *g # who",
        "+              documents: [contract]",
        "+              count: 1 # k",
        "+            - { users: [bob], documents: [contract], count: 1 }",
      ],
    ],
    [
      "empty braces open",
      anchored,
      deed,
      ["-  documents: {} # none yet", "+  documents: # none yet", "+    deed: ./deed.pdf"],
    ],
    [
      "one more between braces on lines of their own",
      spread,
      field("alice", "email", "z@x"),
      ["-            id: a@x # mail", "+            id: a@x, # mail", "+            email: z@x"],
    ],
    [
      "the last of them goes",
      spread,
      field("alice", "id", null),
      ["-            id_type: email, # kind", "-            id: a@x # mail", "+            id_type: email # kind"],
    ],
    ["a comma at the end stays the style", spread, eva, ["+        eva: { id_type: email, id: e@x },"]],
    ["braces around a comment", spread, deed, ["+        deed: ./deed.pdf"]],
    [
      "one word of a folded text",
      letters,
      message("a", "Dear all, please sign that contract until tomorrow.\nYours"),
      ["-      please sign the contract", "+      please sign that contract"],
    ],
    ["a literal text without its last line end", letters, message("b", "Dear all\n  x\nz\n"), ["-      y", "+      z"]],
    [
      "a text of two lines beside a comment",
      letters,
      message("c", "one\ntwo"),
      ["-    c: plain # beside", "+    c: |- # beside", "+      one", "+      two"],
    ],
    [
      "the last one goes and the comment above it stays",
      letters,
      { intent: "remove", kind: "participant", name: "alice" },
      ["-  users:", "-    # ours", "-    alice: { id: a } # gone", "+  users: {}", "+    # ours"],
    ],
  ])("%s", (_what, text, intent, wanted) => {
    const after = applyEdits(text, intend(text, intent));
    expect(difference(text, after)).toEqual(wanted);
    expect(analyse(after).value).toEqual(intendedValue(analyse(text).value, intent));
  });

  test("comments stay with the stage that they are about", () => {
    const text = anchored.replace("    - one:", "    # about one\n    - one:").concat("        # end of one\n");
    const two = "    - two:\n        actions: []\n        expect: {}\n";
    const first = applyEdits(text, intend(text, { intent: "addStage", at: 0, name: "two" }));
    expect(first).toBe(text.replace("    # about one", () => `${two}    # about one`));
    const last = applyEdits(text, intend(text, { intent: "addStage", at: 1, name: "two" }));
    expect(last).toBe(text + two);
  });

  test.each(["\t", "   ", "    "])("JSON keeps its indentation: %j", (unit) => {
    const value = { process_parameters: { users: { alice: { id: "a" } }, documents: {} } };
    const text = JSON.stringify(value, null, unit);
    for (const intent of [deed, eva, field("alice", "email", "z")]) {
      const after = applyEdits(text, intend(text, intent));
      expect(after).toBe(JSON.stringify(intendedValue(value, intent), null, unit));
    }
  });
});

describe("the order of names, and a process by itself", () => {
  const move = (name: string, to: number): Intent => ({ intent: "moveName", kind: "participant", name, to });

  test("a name moves with its lines and comments, and moves back", () => {
    const text = "process_parameters:\n  users:\n    # a\n    a: { id: a } # 1\n\n    b:\n      id: b # 2\n    c: {}\n";
    const moved = applyEdits(text, intend(text, move("a", 2)));
    expect(moved).toBe(
      "process_parameters:\n  users:\n    b:\n      id: b # 2\n    c: {}\n\n    # a\n    a: { id: a } # 1\n",
    );
    expect(
      analyse(applyEdits(moved, intend(moved, move("a", 0)))).outline.participants.map(({ name }) => name),
    ).toEqual(["a", "b", "c"]);
    expect(intend(text, move("a", 0))).toEqual([]);
  });

  test("one that others refer to moves too, and they say what they said", () => {
    const after = applyEdits(anchored, intend(anchored, move("alice", 2)));
    expect(analyse(after).value).toEqual(analyse(anchored).value);
    expect(analyse(after).outline.participants.map(({ name }) => name)).toEqual(["bob", "carol", "alice"]);
    expect(after).toContain('    carol: { id_type: email, id: alice@x, phone_number: "+46" } # same\n    alice: &a ');
  });

  test("a name moves with its comments where some keys are explicit", () => {
    const text =
      "process_parameters:\n  users:\n    # a\n    ? a # 0\n    : { id: a } # 1\n    # b\n    b: { id: b } # 2\n";
    const moved = applyEdits(text, intend(text, move("a", 1)));
    expect(moved).toBe(
      "process_parameters:\n  users:\n    # b\n    b: { id: b } # 2\n    # a\n    ? a # 0\n    : { id: a } # 1\n",
    );
    expect(applyEdits(moved, intend(moved, move("b", 1)))).toBe(text);
  });

  test("names whose lines cannot be moved with their comments stay where they are, and the author gets a message", () => {
    const text =
      "# head\nx: &x { c: { id: c } }\nprocess_parameters:\n  users:\n    <<: *x # shared\n    # a\n    a: { id: a }\n    b: { id: b }\n";
    expect(() => intend(text, move("b", 0))).toThrow(/comments/);
    const plain = text.replaceAll(/ *# (?:a|shared)\n/g, "\n");
    expect(analyse(applyEdits(plain, intend(plain, move("b", 0)))).outline.participants[0]?.name).toBe("b");
  });

  test("a bare process is put under its key, with its comments and layout", () => {
    const wrap: Intent = { intent: "wrapProcess" };
    const bare = '# head\n\ndsl-version: "0.3.0" # v\nstages:\n\n  # x\n  - a: { actions: [], expect: {} }\n';
    expect(applyEdits(bare, intend(bare, wrap))).toBe(
      '# head\n\nprocess:\n  dsl-version: "0.3.0" # v\n  stages:\n\n    # x\n    - a: { actions: [], expect: {} }\n',
    );
    const value = { "dsl-version": "0.3.0", stages: [{ a: {} }] };
    for (const unit of ["\t", "  ", ""]) {
      const json = JSON.stringify(value, null, unit);
      expect(applyEdits(json, intend(json, wrap))).toBe(JSON.stringify({ process: value }, null, unit));
    }
    expect(() => intend(anchored, wrap)).toThrow(/a draft already/);
  });
});
