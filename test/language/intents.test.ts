import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyEdits } from "../../src-shared/basics/index.ts";
import {
  Analyser,
  analyse,
  ImpossibleIntent,
  type Intent,
  intend,
  intendedValue,
  UneditableText,
} from "../../src-shared/language/index.ts";
import { anyFlow, anyIntent, laidOut } from "../fixtures/arbitrary-flow.ts";
import { changed, difference, rulesOf, sound } from "../fixtures/sound-flow.ts";
import { inputs } from "../fuzz/effort.ts";

function done(text: string, intent: Intent): string {
  return applyEdits(text, intend(text, intent));
}

describe("one change on the canvas or in a form is a change of few lines", () => {
  test.each<[string, Intent, string[]]>([
    [
      "a stage renamed",
      { intent: "renameStage", stage: 1, name: "carol: signs" },
      ["-    - second:", '+    - "carol: signs":'],
    ],
    [
      "a stage added in the middle",
      { intent: "addStage", at: 1, name: "pause" },
      ["+    - pause:", "+        actions: []", "+        expect: {}"],
    ],
    [
      "a stage deleted",
      { intent: "deleteStage", stage: 1 },
      [
        "-    - second:",
        "-        actions:",
        "-          - notify: { users: [carol], methods: { sms: hello } }",
        "-        expect:",
        "-          signed-by: { users: [carol], documents: [contract] }",
      ],
    ],
    [
      "a participant more signs",
      { intent: "setAct", stage: 1, verb: "sign", participant: "dora", document: "contract", on: true },
      [
        "-          signed-by: { users: [carol], documents: [contract] }",
        "+          signed-by: { users: [carol, dora], documents: [contract] }",
      ],
    ],
    [
      "the last participant no longer approves",
      { intent: "setAct", stage: 0, verb: "approve", participant: "carol", document: "contract", on: false },
      ["-          approved-by: { users: [carol], documents: [contract] }"],
    ],
    [
      "K of a group",
      {
        intent: "setGroup",
        stage: 0,
        verb: "sign",
        at: 0,
        value: { users: ["dora", "dina"], documents: ["contract"], count: 2 },
      },
      [
        "-          signed-by-group-of: { users: [dora, dina], documents: [contract], count: 1 }",
        "+          signed-by-group-of: { users: [dora, dina], documents: [contract], count: 2 }",
      ],
    ],
    [
      "a second group",
      {
        intent: "setGroup",
        stage: 0,
        verb: "sign",
        at: 1,
        value: { users: ["alice", "dina"], documents: ["contract"], count: 1 },
      },
      [
        "-          signed-by-group-of: { users: [dora, dina], documents: [contract], count: 1 }",
        "+          signed-by-group-of:",
        "+            - { users: [dora, dina], documents: [contract], count: 1 }",
        "+            - { users: [alice, dina], documents: [contract], count: 1 }",
      ],
    ],
    [
      "a notify for one more",
      {
        intent: "setAction",
        stage: 1,
        at: 0,
        value: { notify: { users: ["carol", "bob"], methods: { sms: "hello" } } },
      },
      [
        "-          - notify: { users: [carol], methods: { sms: hello } }",
        "+          - notify: { users: [carol, bob], methods: { sms: hello } }",
      ],
    ],
    [
      "a callback more",
      { intent: "addAction", stage: 1, at: 1, value: { callback: { "callback-name": "second-started" } } },
      ["+          - callback: { callback-name: second-started }"],
    ],
    [
      "an action removed",
      { intent: "removeAction", stage: 0, at: 1 },
      ["-          - callback: { callback-name: signing-started }"],
    ],
    [
      "another redirect",
      { intent: "setRedirect", stage: 0, value: { users: ["alice"], url: "https://example.test/thanks" } },
      [
        '-          redirect-to: { users: [alice], url: "https://example.test/done" }',
        '+          redirect-to: { users: [alice], url: "https://example.test/thanks" }',
      ],
    ],
    [
      "authentication for one",
      { intent: "setAuthentication", name: "alice", when: "auth_to_sign", value: { provider: "se_eid" } },
      [
        "-    alice: { id_type: email, id: alice@example.test }",
        "+    alice: { id_type: email, id: alice@example.test, auth_to_sign: { provider: se_eid } }",
      ],
    ],
    [
      "one field of an authentication",
      { intent: "setAuthenticationField", name: "bob", when: "auth_to_view", field: "max_failures", value: 2 },
      [
        "-      auth_to_view: { provider: dk_eid_new, max_failures: 0 }",
        "+      auth_to_view: { provider: dk_eid_new, max_failures: 2 }",
      ],
    ],
    [
      "the callback's address",
      { intent: "setCallbackField", field: "url", value: "http://127.0.0.1:9/other" },
      ['-  url: "http://127.0.0.1:9/hook"', '+  url: "http://127.0.0.1:9/other"'],
    ],
    [
      "the callback's password",
      { intent: "setCallbackField", field: "password_ref", value: "OTHER" },
      [
        "-  auth: { type: basic, username: hook, password_ref: HOOK }",
        "+  auth: { type: basic, username: hook, password_ref: OTHER }",
      ],
    ],
    [
      "the callback without authentication",
      { intent: "removeCallbackAuth" },
      ["-  auth: { type: basic, username: hook, password_ref: HOOK }"],
    ],
    [
      "a setting",
      { intent: "setSetting", setting: "accessible_duration", value: 30 },
      ["-  accessible_duration: 400", "+  accessible_duration: 30"],
    ],
    ["a field of the file taken away", { intent: "setField", field: "duration", value: null }, ["-duration: 30"]],
    ["a new message", { intent: "addMessage", name: "hi", value: "Hi" }, ["+    hi: Hi"]],
    [
      "a new participant",
      { intent: "addParticipant", name: "eva", value: { id_type: "email", id: "eva@example.test" } },
      ["+    eva: { id_type: email, id: eva@example.test }"],
    ],
    [
      "another delay of a reminder, once",
      { intent: "changeReminder", at: 0, daysDelay: 5, periodically: false },
      [
        "-      date: { type: relative, days_delay: 3, repeat: periodically }",
        "+      date: { type: relative, days_delay: 5 }",
      ],
    ],
    [
      "a reminder by SMS too",
      { intent: "changeReminder", at: 0, sms: "hello" },
      [
        "-      methods: { email: { message: invitation } }",
        "+      methods: { email: { message: invitation }, sms: { message: hello } }",
      ],
    ],
    [
      "another message of a reminder",
      { intent: "changeReminder", at: 0, email: "done" },
      ["-      methods: { email: { message: invitation } }", "+      methods: { email: { message: done } }"],
    ],
    [
      "a reminder for everybody, as they were invited",
      { intent: "changeReminder", at: 0, users: null, email: null },
      [
        "-    - users: [bob]",
        "-      methods: { email: { message: invitation } }",
        "-      date: { type: relative, days_delay: 3, repeat: periodically }",
        "+    - date: { type: relative, days_delay: 3, repeat: periodically }",
      ],
    ],
    [
      "a callback taken away",
      { intent: "setField", field: "title", value: "Loan 2" },
      ["-title: Loan", "+title: Loan 2"],
    ],
  ])("%s", (_what, intent, wanted) => {
    expect(difference(sound, done(sound, intent))).toEqual(wanted);
    const crlf = sound.replaceAll("\n", "\r\n");
    expect(done(crlf, intent)).toBe(done(sound, intent).replaceAll("\n", "\r\n"));
  });
});

describe("moving and copying", () => {
  const text = `dsl-version: "0.3.0" # new
stages:
  # first things first
  - a:
      actions: []
      expect: {} # nothing
      # end of a

  # then this
  - b: { actions: [], expect: {} }

  - "c": {actions: [],   expect: {}}
# behind
`;

  test("a stage takes its comments along, and space between stages stays between them", () => {
    expect(done(text, { intent: "moveStage", from: 0, to: 2 })).toBe(`dsl-version: "0.3.0" # new
stages:
  # then this
  - b: { actions: [], expect: {} }

  - "c": {actions: [],   expect: {}}

  # first things first
  - a:
      actions: []
      expect: {} # nothing
      # end of a
# behind
`);
    expect(done(text, { intent: "moveStage", from: 2, to: 0 })).toBe(`dsl-version: "0.3.0" # new
stages:
  - "c": {actions: [],   expect: {}}

  # first things first
  - a:
      actions: []
      expect: {} # nothing
      # end of a

  # then this
  - b: { actions: [], expect: {} }
# behind
`);
  });

  test("there and back is the text as it was", () => {
    for (const [from, to] of [
      [0, 1],
      [0, 2],
      [1, 2],
      [2, 0],
      [1, 0],
    ] as const) {
      const there = done(text, { intent: "moveStage", from, to });
      expect(done(there, { intent: "moveStage", from: to, to: from })).toBe(text);
    }
  });

  test("the last stage of a text without a line end moves too", () => {
    const bare = text.replace("\n# behind\n", "");
    const moved = done(bare, { intent: "moveStage", from: 2, to: 0 });
    expect(Object.keys((analyse(moved).value as { stages: object[] }).stages[0] ?? {})).toEqual(["c"]);
    expect(analyse(done(bare, { intent: "moveStage", from: 0, to: 2 })).outline.stages.map(({ name }) => name)).toEqual(
      ["b", "c", "a"],
    );
  });

  test("a copy has the layout of its original, and its own name", () => {
    expect(done(text, { intent: "duplicateStage", stage: 0, name: "a 2" })).toBe(
      text.replace(
        "  # then this",
        "  - a 2:\n      actions: []\n      expect: {} # nothing\n      # end of a\n\n  # then this",
      ),
    );
    expect(done(text, { intent: "duplicateStage", stage: 2, name: "d" })).toContain(
      '  - "d": {actions: [],   expect: {}}\n# behind',
    );
  });

  test("a comment above a stage is its heading, with space below it, too", () => {
    const [one, two, three] = [
      "  - one: { actions: [], expect: {} }\n",
      "  # before two\n\n  - two: { actions: [], expect: {} }\n",
      "\n  # about three\n  # and more\n\n\n  - three: { actions: [], expect: {} }\n",
    ];
    const head = 'dsl-version: "0.3.0"\nstages:\n';
    const headed = head + one + two + three;
    expect(done(headed, { intent: "deleteStage", stage: 0 })).toBe(head + two + three);
    expect(done(headed, { intent: "deleteStage", stage: 1 })).toBe(head + one + three.slice(1));
    expect(done(headed, { intent: "deleteStage", stage: 2 })).toBe(head + one + two);
    expect(done(headed, { intent: "moveStage", from: 0, to: 1 })).toBe(head + two + one + three);
    expect(done(headed, { intent: "moveStage", from: 1, to: 0 })).toBe(head + two + one + three);
    expect(done(headed, { intent: "duplicateStage", stage: 0, name: "copy" })).toBe(
      head + one + one.replace("one", "copy") + two + three,
    );
    expect(done(headed, { intent: "addStage", at: 1, name: "new" })).toContain(`${one}  - new:`);
    expect(done(head + two, { intent: "addStage", at: 0, name: "new" })).toContain(`expect: {}\n${two}`);
  });

  test("a copy has no anchors, so that what is behind it still means the original", () => {
    const anchored = `dsl-version: "0.3.0"
stages:
  - &first one: # &no anchor
      actions:
        - notify: &who
            users: [&name alice, "&bob"]
            methods: { email: &mail hello }
        - notify: *who
      expect: &none {}
  - two:
      actions: [{ notify: *who }]
      expect: *none
`;
    const copied = done(anchored, { intent: "duplicateStage", stage: 0, name: "copy" });
    const [head = "", tail = ""] = anchored.split("  - two:");
    const notify = `        - notify: { users: [alice, "&bob"], methods: { email: hello } }\n`;
    expect(copied).toBe(`${head}  - copy:\n      actions:\n${notify}${notify}      expect: {}\n  - two:${tail}`);
  });

  test("in JSON too", () => {
    const json = `${JSON.stringify(analyse(text).value, null, 2)}\n`;
    const moved = done(json, { intent: "moveStage", from: 0, to: 2 });
    const { stages, ...rest } = JSON.parse(json);
    expect(moved).toBe(`${JSON.stringify({ ...rest, stages: [stages[1], stages[2], stages[0]] }, null, 2)}\n`);
  });
});

describe("removing and renaming", () => {
  test("a participant goes with everything that would be left without anybody", () => {
    const after = done(sound, { intent: "remove", kind: "participant", name: "carol" });
    expect(after).not.toContain("carol");
    expect(rulesOf(analyse(after)).filter((rule) => rule !== "R004" && rule !== "F007")).toEqual([]);
    expect(after).toContain("# A loan, with its rules");
  });

  test("a group shrinks with its members, never below what it can give", () => {
    const text = changed("count: 1", "count: 2");
    const after = done(text, { intent: "remove", kind: "participant", name: "dina" });
    expect(after).toContain("signed-by-group-of: { users: [dora], documents: [contract], count: 1 }");
  });

  test("a message goes with the way that sent it, and with a notify that has no other", () => {
    const after = done(sound, { intent: "remove", kind: "message", name: "hello" });
    expect(after).not.toContain("hello");
    expect(analyse(after).outline.stages[1]?.actions).toEqual([]);
  });

  test("a rename keeps every other byte", () => {
    const after = done(sound, { intent: "rename", kind: "participant", name: "dora", to: "eva" });
    expect(after).toBe(sound.replaceAll("dora", "eva").replace("eva@example.test", "dora@example.test"));
  });
});

describe("what cannot be done is refused, and says why", () => {
  test.each<[string, string, Intent, RegExp]>([
    ["a stage that is not there", sound, { intent: "deleteStage", stage: 3 }, /no stage 4/],
    ["a name that is taken", sound, { intent: "addStage", at: 0, name: "second" }, /`second` already/],
    [
      "a participant that is not there",
      sound,
      { intent: "remove", kind: "participant", name: "zoe" },
      /no participant `zoe`/,
    ],
    [
      "a name with a control character [N004]",
      sound,
      { intent: "rename", kind: "participant", name: "alice", to: "a\u0007b" },
      /The new name has control characters/,
    ],
    [
      "a stage of more than 200 characters [N004]",
      sound,
      { intent: "renameStage", stage: 0, name: "n".repeat(201) },
      /The new name is over 200 characters/,
    ],
    [
      "a draft's field in a bare process",
      'dsl-version: "0.3.0"\nstages: []\n',
      { intent: "setField", field: "title", value: "x" },
      /bare process/,
    ],
    [
      "a stage that cannot be read",
      "process:\n  stages:\n    - just a text\n",
      { intent: "setRedirect", stage: 0, value: null },
      /not readable/,
    ],
  ])("%s", (_what, text, intent, says) => {
    expect(() => intend(text, intent)).toThrow(ImpossibleIntent);
    expect(() => intend(text, intent)).toThrow(says);
  });

  test("a text that does not parse", () => {
    expect(() => intend("a: [", { intent: "deleteStage", stage: 0 })).toThrow(UneditableText);
  });

  test("a kind of name that there is not is the caller's mistake, and no sentence about the flow", () => {
    const intent: Intent = JSON.parse('{ "intent": "remove", "kind": "al", "name": "alice" }');
    expect(() => intendedValue({ process: {} }, intent)).toThrow(RangeError);
  });
});

describe("any intent on any flow, YAML or JSON", () => {
  test("the text says exactly what was intended, and lines that nothing changes on stay", { timeout: 60_000 }, () => {
    const keeping = new Analyser();
    fc.assert(
      fc.property(anyFlow, fc.nat(3), fc.nat(), (flow, layout, pick) => {
        const text = laidOut(flow, layout);
        const before = analyse(text).value;
        const intent = anyIntent(flow, pick);
        const edits = intend(text, intent);
        const after = applyEdits(text, edits);
        expect(analyse(after).value).toEqual(intendedValue(before, intent));
        // Where nothing is taken away, no comment goes either.
        const comments = (of: string) => of.split("\n").filter((line) => line.includes("# about ")).length;
        if (layout === 1 && takesNothing(intent)) expect(comments(after)).toBeGreaterThanOrEqual(comments(text));
        for (const line of untouched(text, edits)) expect(after.split("\n")).toContain(line);
        // One that keeps what it read, as the app does, plans the same, whatever it read before.
        expect(intend(text, intent, keeping)).toEqual(edits);
      }),
      { seed: 20_261, numRuns: inputs(50) },
    );
  });

  test("a cell of the matrix changes and no other does", { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(3), fc.nat(2), fc.boolean()), { minLength: 1, maxLength: 20 }),
        (toggles) => {
          let text = 'dsl-version: "0.3.0"\nstages:\n  - a:\n      actions: []\n      expect: {}\n';
          const wanted = new Set<string>();
          for (const [user, paper, on] of toggles) {
            const [participant, document] = [`u${user}`, `d${paper}`];
            wanted[on ? "add" : "delete"](`${participant} ${document}`);
            text = done(text, { intent: "setAct", stage: 0, verb: "sign", participant, document, on });
            expect(boundCells(text)).toEqual(wanted);
          }
        },
      ),
      { seed: 77, numRuns: inputs(40) },
    );
  });
});

/** Lines of the old text that no edit touches. */
function untouched(
  text: string,
  edits: readonly { readonly range: { readonly from: number; readonly to: number } }[],
): string[] {
  let at = 0;
  return text.split("\n").filter((line) => {
    const [from, to] = [at, at + line.length];
    at = to + 1;
    return edits.every(({ range }) => range.to < from || range.from > to);
  });
}

/** Who must do what in the first stage. */
function boundCells(text: string): Set<string> {
  const found = new Set<string>();
  for (const { users, documents, count } of analyse(text).process?.stages[0]?.conditions ?? []) {
    expect(count === null || count === users.length).toBe(true);
    for (const name of users) for (const paper of documents) found.add(`${name} ${paper}`);
  }
  return found;
}

function takesNothing(intent: Intent): boolean {
  if (intent.intent === "setAct") return intent.on;
  if (intent.intent === "setReminder") return intent.value !== null;
  if (intent.intent === "changeReminder") return intent.email !== null && intent.users !== null;
  const taking = ["deleteStage", "remove", "removeAction", "setAction", "setRedirect", "setField"];
  return !taking.includes(intent.intent);
}
