import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyEdits } from "../../src-shared/basics/index.ts";
import { describeChanges } from "../../src-shared/changes/index.ts";
import { analyse, format, type Intent, intend } from "../../src-shared/language/index.ts";
import { anyFlow, anyIntent, laidOut } from "../fixtures/arbitrary-flow.ts";
import { changed, sound } from "../fixtures/sound-flow.ts";
import { inputs } from "../fuzz/effort.ts";

function reported(before: string, after: string): string[] {
  return describeChanges(analyse(before), analyse(after)).map(({ text }) => text);
}

const by = (intent: Intent): string => applyEdits(sound, intend(sound, intent));

describe("changes are told in sentences", () => {
  test.each<[string, string, string[]]>([
    [
      "an approver more",
      changed("approved-by: { users: [carol]", "approved-by: { users: [carol, bob]"),
      ["Stage “signing”: bob added as approver of contract"],
    ],
    [
      "a signer less",
      changed("signed-by: { users: [alice, bob]", "signed-by: { users: [alice]"),
      ["Stage “signing”: bob no longer signer of contract"],
    ],
    ["another K", changed("count: 1", "count: 2"), ["Stage “signing”: 1 → 2 out of dora, dina as signers of contract"]],
    ["a stage renamed", changed("- second:", "- third:"), ["Stage “second” renamed “third”"]],
    ["a stage moved", by({ intent: "moveStage", from: 2, to: 0 }), ["Stage “archive” moved from place 3 to 1"]],
    ["a stage removed", by({ intent: "deleteStage", stage: 1 }), ["Stage “second” removed"]],
    ["a stage added", by({ intent: "addStage", at: 1, name: "pause" }), ["Stage “pause” added"]],
    [
      "a callback action less",
      by({ intent: "removeAction", stage: 0, at: 1 }),
      ["Stage “signing”: callback signing-started removed"],
    ],
    ["another redirect", changed("/done", "/end"), ["Stage “signing”: alice redirected to https://example.test/end"]],
    ["another duration", changed("duration: 30", "duration: 45"), ["duration: 30 → 45"]],
    ["a duration less", changed("duration: 30\n", ""), ["duration removed (was 30)"]],
    ["a setting", changed("redirects: always", "redirects: never"), ["automatic_document_redirects: always → never"]],
    [
      "another callback",
      changed("127.0.0.1:9", "127.0.0.1:8"),
      ["callback url: http://127.0.0.1:9/hook → http://127.0.0.1:8/hook"],
    ],
    [
      "a callback with a password, which is not repeated",
      changed("username: hook, password_ref: HOOK", "username: a, password: top-secret"),
      [
        "callback auth username: hook → a",
        "callback auth password_ref removed (was HOOK)",
        "Callback: the password changed",
      ],
    ],
    [
      "another reminder",
      changed("days_delay: 3", "days_delay: 5"),
      ["Reminder (bob by email after 3 days, again and again): days_delay 3 → 5"],
    ],
    [
      "a reminder to others by another way, once",
      changed(
        "    - users: [bob]\n      methods: { email: { message: invitation } }\n      date: { type: relative, days_delay: 3, repeat: periodically }",
        "    - methods: { sms: invitation }\n      date: { type: relative, days_delay: 3, repeat: never }",
      ),
      [
        "Reminder (bob by email after 3 days, again and again): users bob → everybody who is awaited",
        "Reminder (bob by email after 3 days, again and again): methods email invitation → sms invitation",
        "Reminder (bob by email after 3 days, again and again): repeat periodically → never",
      ],
    ],
    [
      "a reminder that has nothing in common with the one before",
      changed(
        "    - users: [bob]\n      methods: { email: { message: invitation } }\n      date: { type: relative, days_delay: 3, ",
        "    - users: [carol]\n      methods: { sms: invitation }\n      date: { type: relative, days_delay: 8, ",
      ),
      [
        "Reminder removed: bob by email after 3 days, again and again",
        "Reminder added: carol by sms after 8 days, again and again",
      ],
    ],
    [
      "`repeat: never` where nothing stood, which says the same",
      changed("days_delay: 3, repeat: periodically", "days_delay: 3"),
      ["Reminder (bob by email after 3 days, again and again): repeat periodically → never"],
    ],
    [
      "an authentication",
      changed("provider: dk_eid_new,", "provider: ftn,"),
      ["Participant bob: auth_to_view provider dk_eid_new → ftn"],
    ],
    [
      "an authentication less",
      changed("auth_to_view: { provider: dk_eid_new, max_failures: 0 }", ""),
      ["Participant bob: auth_to_view provider dk_eid_new, max_failures 0 → nothing"],
    ],
    ["a document's identifier", changed('"1001"', '"1002"'), ["Document contract: 1001 → 1002"]],
    ["a message's text", changed("hello: Hello", "hello: Hi"), ["Message hello: Hello → Hi"]],
    [
      "a participant renamed",
      by({ intent: "rename", kind: "participant", name: "dina", to: "eva" }),
      ["Participant dina renamed eva"],
    ],
  ])("%s", (_what, after, wanted) => {
    expect(reported(sound, after)).toEqual(wanted);
  });

  const long = "Please sign the agreement that we talked about on the phone, and send it back to us as soon as you can";
  test.each<[string, string, string, string]>([
    [
      "a word at the end",
      `${long}, Ada`,
      `${long}, Bo`,
      "Message hello: … us as soon as you can, Ada → … us as soon as you can, Bo",
    ],
    ["a tail", long, `${long}!`, "Message hello: …to us as soon as you can → …to us as soon as you can!"],
    ["a space alone", "two words", "two  words", 'Message hello: "two words" → "two  words"'],
    [
      "a word at the beginning",
      long,
      long.replace("Please", "Kindly"),
      "Message hello: Please sign the agreement that we talked about on the phone, and send it back t… → Kindly sign the agreement that we talked about on the phone, and send it back t…",
    ],
  ])("long values are told from where they part: %s", (_what, before, after, wanted) => {
    const by = (text: string): string => changed("hello: Hello", `hello: ${JSON.stringify(text)}`);
    expect(reported(by(before), by(after))).toEqual([wanted]);
  });

  test("a change of a field deep in a long authentication names the field", () => {
    const types = "allowed_document_types: [national_identity_card, driving_licence, passport, residence_permit]";
    const by = (label: string): string =>
      changed(
        "auth_to_sign: { provider: sms_otp, max_failures: 3, attempts_per_sms: 5, label: bob-sms }",
        `auth_to_sign: { provider: idverify, ${types}, label: ${label} }`,
      );
    expect(reported(by("a"), by("b"))).toEqual(["Participant bob: auth_to_sign label a → b"]);
  });

  test("each comes with a key and values, for translation", () => {
    const [first] = describeChanges(
      analyse(sound),
      analyse(changed("approved-by: { users: [carol]", "approved-by: { users: [carol, bob]")),
    );
    expect(first).toEqual({
      key: "act.added",
      values: { stage: "signing", role: "approver", participant: "bob", document: "contract" },
      text: "Stage “signing”: bob added as approver of contract",
    });
  });

  test("a flow's first version tells what it holds, and of no list", () => {
    const blank = 'title: Loan\nprocess:\n  dsl-version: "0.3.0"\n  stages: []\n';
    expect(reported("", blank)).toEqual(["title set to Loan", "dsl-version set to 0.3.0"]);
    const first = reported("", sound);
    expect(first).toContain("Stage “signing” added");
    expect(first.join("\n")).not.toContain("list of stages");
    expect(reported(sound, changed("- second:", "- word\n    - second:"))).toEqual(["The list of stages changed"]);
  });

  // Every sentence of the language without its words: what is left was not said, or is the author's.
  const wordless = new Proxy<Record<string, string>>(
    {},
    {
      getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true }),
      get: (_, pattern) => (String(pattern).match(/\{\d+\}/g) ?? []).join(" "),
    },
  );

  test.each<[string, string, string]>([
    ["all that a flow holds, new", "", sound],
    ["all that a flow holds, gone", sound, ""],
    [
      "a participant and a stage that cannot be read",
      sound,
      sound.replace("bob: {", "bob: [").replace("expect:", "x:"),
    ],
    ["another kind of file", sound, 'dsl-version: "0.3.0"\nstages: []\n'],
    ["a confirmation and viewing", changed("kind: confirmation", "kind: standard"), sound],
    ["another callback", sound, changed("127.0.0.1:9", "127.0.0.1:8")],
    [
      "a reminder to all",
      sound,
      changed("- users: [bob]\n      methods: { email: { message: invitation } }\n      date", "- date"),
    ],
  ])("no part of a sentence stays English: %s", (_what, before, after) => {
    const words = (text: string): readonly string[] => text.match(/\p{L}+/gu) ?? [];
    const own = new Set([
      ...words(before),
      ...words(after),
      ...words(JSON.stringify([analyse(before).value, analyse(after).value])),
    ]);
    const changes = describeChanges(analyse(before), analyse(after), wordless);
    expect(changes.length).toBeGreaterThan(0);
    for (const { key, values } of changes) {
      const { role: _role, ...parts } = values;
      expect([key, ...words(Object.values(parts).join(" ")).filter((word) => !own.has(word))]).toEqual([key]);
    }
  });

  test("another layout or spelling says nothing", () => {
    const same = changed(
      "sms: hello",
      "sms: { message: hello }",
      ["users: [bob]\n", "users:\n        - bob\n"],
      ["users: [alice, bob], documents", "users: [bob, alice], documents"],
    );
    expect(reported(sound, same)).toEqual([]);
    expect(reported(sound, applyEdits(sound, format(sound)))).toEqual([]);
    expect(reported(sound, JSON.stringify(analyse(sound).value))).toEqual([]);
  });
});

test("whatever is changed is reported, and nothing else", { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(anyFlow, fc.nat(), (flow, pick) => {
      const before = laidOut(flow, 0);
      expect(reported(before, laidOut(flow, 3))).toEqual([]);
      const intent = anyIntent(flow, pick);
      const after = applyEdits(before, intend(before, intent));
      // The order of names is no part of a value.
      const same = isDeepStrictEqual(analyse(before).value, analyse(after).value);
      // Redirects and conditions of nobody aside, a change of the value is a change of the flow.
      expect([intent, reported(before, after).length > 0]).toEqual([intent, !same]);
    }),
    { seed: 4_242, numRuns: inputs(80) },
  );
});
