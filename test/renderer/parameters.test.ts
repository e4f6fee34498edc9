import { describe, expect, test } from "vitest";
import { pointer } from "../../src-renderer/authoring/language/raw-value.ts";
import { codesOf, sameForAll, withProvider } from "../../src-renderer/authoring/model/authentication.ts";
import {
  contactProblems,
  contactsNeverValid,
  participantValue,
} from "../../src-renderer/authoring/model/new-participant.ts";
import { givenParticipants } from "../../src-renderer/authoring/model/participants.ts";
import { problemCounts, sectionOf } from "../../src-renderer/authoring/model/problems.ts";
import { type AuthenticationKey, analyse } from "../../src-shared/language/index.ts";

const view = (text: string) => {
  const { diagnostics, outline, value, kind, unreadable } = analyse(text);
  return { text, diagnostics, outline, kind, unreadable, value, editable: [], paths: [] };
};

const flow = `process:
  dsl-version: "0.3.0"
  stages:
    - signing:
        actions:
          - notify: { users: [a/b, carol], methods: { sms: hi } }
        expect:
          signed-by: { users: [a/b, dora], documents: [deed] }
process_parameters:
  documents: { deed: "1" }
  users:
    a/b: { id_type: email, id: one@example.test, auth_to_sign: { provider: sms_otp } }
    carol: { id_type: email, id: ONE@example.test, phone_number: "+46701740605" }
  messages: { hi: Hi }
`;

describe("problems stand where they can be mended", () => {
  const { diagnostics } = view(flow);
  const found = diagnostics.map((diagnostic) => [diagnostic.rule, sectionOf(diagnostic)]);

  test("P003 belongs to authentication, R005 and R001 to the participants", () => {
    expect(found).toContainEqual(["P003", "authentication"]);
    expect(found).toContainEqual(["R005", "participants"]);
    expect(found).toContainEqual(["R001", "participants"]);
  });

  test("hints are not counted", () => {
    const counted = [...problemCounts({ diagnostics }).values()].reduce((sum, count) => sum + count, 0);
    expect(counted).toBe(diagnostics.filter((each) => each.severity !== "hint" && sectionOf(each) !== null).length);
  });

  test("A002, R005: a participant is told of a missing address, and both of an identity that they share", () => {
    const people = givenParticipants(view(flow));
    const rules = people.map(({ name, problems }) => [name, problems.map(({ rule }) => rule)]);
    expect(rules).toEqual([
      ["a/b", expect.arrayContaining(["A002", "P003", "R005"])],
      ["carol", ["R005"]],
    ]);
    expect(people[0]?.stages).toEqual(["signing"]);
  });
});

describe("authentication", () => {
  test("another provider keeps what it knows too", () => {
    const before = { provider: "sms_otp", max_failures: 3, attempts_per_sms: 2, label: "x" };
    const changed = (when: AuthenticationKey) =>
      withProvider(before, "se_eid", { name: "asa", when }).map(
        (intent) => "field" in intent && [intent.field, intent.value],
      );
    expect(changed("auth_to_sign")).toEqual([
      ["provider", "se_eid"],
      ["attempts_per_sms", undefined],
    ]);
    expect(changed("auth_to_view")).toEqual([
      ["provider", "se_eid"],
      ["attempts_per_sms", undefined],
      ["label", undefined],
    ]);
  });

  test("what is one's own is given to nobody else", () => {
    const value = { provider: "se_eid", personal_number: "199001012385", label: "x", max_failures: 2 };
    expect(sameForAll(["bob"], "auth_to_sign", value)).toEqual([
      {
        intent: "setAuthentication",
        name: "bob",
        when: "auth_to_sign",
        value: { provider: "se_eid", max_failures: 2 },
      },
    ]);
  });

  test("countries are read however they are listed", () => {
    expect(codesOf(" swe, NOR;fin ")).toEqual(["SWE", "NOR", "FIN"]);
    expect(codesOf("  ")).toEqual([]);
  });
});

test("RFC 6901: a pointer escapes what would end its steps", () => {
  expect(pointer(["a/b", "c~d", 0])).toBe("/a~1b/c~0d/0");
});

describe("a new participant", () => {
  test("is told what is wrong with what is typed, and nothing while a field is empty", () => {
    const problems = (email: string, phone: string) => Object.values(contactProblems({ email, phone }));
    expect(problems("", "")).toEqual([null, null]);
    expect(problems("ada@example.test ", "+46 70-174 06 05")).toEqual([null, null]);
    expect(problems("ada@", "070 174 06 05")).toEqual(["newName.wrongEmail", "newName.wrongPhone"]);
    expect(problems("a b@example.test", "+46 call me")).toEqual(["newName.wrongEmail", "newName.wrongPhone"]);
  });

  test("is told before the end only what no more typing can put right", () => {
    const neverValid = (email: string, phone: string) => Object.values(contactsNeverValid({ email, phone }));
    for (const [email, phone] of [
      ["", ""],
      ["ada", "+"],
      ["ada@", "0"],
      ["ada@example", "00"],
      ["ada@example.test ", "+46 (70"],
    ] as const)
      expect(neverValid(email, phone), `${email} ${phone}`).toEqual([false, false]);
    for (const [email, phone] of [
      ["a b", "070"],
      ["ada@@", "+46 c"],
      ["@ada@example", "+0"],
    ] as const)
      expect(neverValid(email, phone), `${email} ${phone}`).toEqual([true, true]);
    expect(neverValid("", "+1234567890123456")).toEqual([false, true]);
  });

  test("interface 2.6: is known by the address, or by the number where there is no address", () => {
    expect(participantValue({ email: "ada@example.test", phone: "0046 (70) 1740605" })).toEqual({
      ...{ id_type: "email", id: "ada@example.test", phone_number: "+46701740605" },
    });
    expect(participantValue({ email: " ", phone: "+46 70 174 06 05" })).toEqual({
      ...{ id_type: "phone_number", id: "+46701740605" },
    });
    expect(participantValue({ email: "ada@example.test", phone: "" })).toEqual({
      ...{ id_type: "email", id: "ada@example.test" },
    });
  });
});
