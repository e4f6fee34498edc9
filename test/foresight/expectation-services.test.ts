import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { applyEdits } from "../../src-shared/basics/index.ts";
import { toItsEnd } from "../../src-shared/basics/to-its-end.ts";
import {
  check,
  completeExpectations,
  decidingExpectations,
  type ExpectationsChange,
  editExpectations,
  expectationsIn,
  hoverExpectations,
  namesOf,
  suggesting,
} from "../../src-shared/foresight/index.ts";
import { analyse } from "../../src-shared/language/index.ts";
import { EXAMPLES } from "../harness/workspace.ts";

const textOf = (file: string) => readFileSync(join(EXAMPLES, file), "utf8");
const LOAN = textOf("loan/loan.flow.yaml");
const EXPECTED = textOf("loan/loan.expect.yaml");
const draftOf = (text: string) => {
  const { draft } = analyse(text);
  if (draft === null) throw new Error("The flow has errors.");
  return draft;
};
const names = namesOf(draftOf(LOAN));
/** Completes or explains at the mark. */
const at = (marked: string) => [marked.replace("|", ""), marked.indexOf("|")] as const;
const changed = (text: string, change: ExpectationsChange) => applyEdits(text, editExpectations(text, change));

describe("X201: the text of a flow's expectations in an editor", () => {
  test("completes keys, kinds, happenings and people of the flow", () => {
    const offered = (marked: string) => completeExpectations(...at(marked), names).map(({ label }) => label);
    expect(offered("|")).toEqual(["flow", "assume", "expect", "accept"]);
    expect(offered("expect:\n  - |")).toContain("before");
    expect(offered("expect:\n  - never: bor|")).toContain("borrower sees guarantee");
    expect(offered("expect:\n  - always:\n      when: completed\n      that:\n        - |")).toContain(
      "guarantor signed guarantee",
    );
    expect(offered("expect:\n  - possible: { reach: completed, without: [|] }")).toEqual(names.participants);
    expect(offered("expect:\n  - at-most: { 3: |")).toContain("email to guarantor");
    expect(offered("expect:\n  - at-most:\n      3: em|")).toContain("message to borrower");
    expect(offered("accept:\n  - finding: |")).toContain("X104");
    expect(offered("accept:\n  - of: |")).toEqual([...names.participants, ...names.documents]);
    expect(offered("accept:\n  - of: [|]")).toEqual([...names.participants, ...names.documents]);
  });

  test("explains a key", () => {
    expect(hoverExpectations(...at("expect:\n  - nev|er: completed\n"), names)).toMatchObject({
      title: "never",
      body: "No run shows it.",
    });
  });

  test("reads each expectation with its place, and says what is wrong with the rest", () => {
    const read = expectationsIn("expect:\n  - never: completed\n  - never: nobody signs loan\n", names);
    expect(read.expect.map(({ expectation }) => expectation)).toEqual([
      { kind: "never", what: { kind: "ends", status: "completed" } },
      null,
    ]);
    expect(read.problems.map(({ rule }) => rule)).toEqual(["X201"]);
    expect(expectationsIn(" \n", names)).toMatchObject({ expect: [], problems: [] });
  });
});

describe("what a form changes in the text of expectations", () => {
  test("every kind is written so that it is read as the same, into an empty text too", () => {
    let text = "";
    const { expect: all } = expectationsIn(EXPECTED, names);
    for (const { expectation } of all)
      if (expectation) text = changed(text, { change: "expect", index: null, expectation });
    expect(expectationsIn(text, names)).toMatchObject({
      expect: all.map(({ expectation }) => ({ expectation })),
      problems: [],
    });
  });

  test("comments and everything else stay; the last one that goes leaves an empty list", () => {
    const never = { kind: "never", what: { kind: "ends", status: "failed" } } as const;
    const one = changed(EXPECTED, { change: "expect", index: 3, expectation: never });
    expect(one).toBe(EXPECTED.replace("never: borrower sees guarantee", "never: failed"));
    const less = changed(EXPECTED, { change: "remove", from: "expect", index: 3 });
    expect(less).toBe(EXPECTED.replace("  - never: borrower sees guarantee\n", ""));
    expect(changed("expect:\n  - never: failed\n", { change: "remove", from: "expect", index: 0 })).toMatch(
      /^expect: ?\[\]/,
    );
  });

  test("a new one is written as its siblings are, without braces", () => {
    const never = { kind: "never", what: { kind: "ends", status: "failed" } } as const;
    const add = { change: "expect", index: null, expectation: never } as const;
    const text = "expect:\n  - never: completed\n";
    expect(changed(text, add)).toBe(`${text}  - never: failed\n`);
    expect(changed("", add)).toBe("expect:\n  - never: failed\n");
  });

  test("a finding is accepted with its reason, and the acceptance is removed", () => {
    const acceptance = { finding: "X103", of: ["borrower"], because: "we unlock by phone: always" } as const;
    const accepted = changed(EXPECTED, { change: "accept", acceptance });
    expect(expectationsIn(accepted, names).accept).toMatchObject([{ index: 0, ...acceptance }]);
    const { findings } = check(LOAN, { expectations: { text: accepted } });
    const found = findings.filter(({ id, participants }) => id === "X103" && participants.includes("borrower"));
    expect(found.map((one) => one.accepted)).toEqual(found.map(() => acceptance.because));
    expect(found).not.toEqual([]);
    const again = changed(accepted, { change: "remove", from: "accept", index: 0 });
    expect(expectationsIn(again, names).accept).toEqual([]);
    expect(accepted).toContain("of: borrower");
    const several = changed(accepted, {
      change: "accept",
      acceptance: { ...acceptance, of: ["borrower", "guarantor"] },
    });
    expect(several).toContain("of: [borrower, guarantor]");
    expect(expectationsIn(several, names).accept[1]?.of).toEqual(["borrower", "guarantor"]);
  });
});

test("X202, X203: expectations are decided alone as the whole check decides them, with acceptances of nothing", () => {
  const text = `${EXPECTED}accept: [{ finding: X111, because: none }]\n`;
  const alone = toItsEnd(decidingExpectations(LOAN, text));
  const whole = check(LOAN, { expectations: { text } });
  expect(alone?.expectations).toEqual(whole.expectations);
  expect(alone?.unused.map(({ rule, pointer }) => [rule, pointer])).toEqual([["X203", "/accept/0"]]);
  expect(toItsEnd(decidingExpectations("title: broken\n", text))).toBeNull();
});

describe("suggestions", () => {
  test.each(["loan", "board", "nda", "employment"])(
    "three or more for the example %s, one of a kind, each of which holds",
    (name) => {
      const flow = textOf(`${name}/${name}.flow.yaml`);
      const suggestions = toItsEnd(suggesting(draftOf(flow)));
      let text = "";
      for (const expectation of suggestions) text = changed(text, { change: "expect", index: null, expectation });
      const { expectations } = check(flow, { expectations: { text } });
      expect(expectations.map(({ verdict, untested }) => [verdict, untested])).toEqual(
        suggestions.map(() => ["holds", false]),
      );
      expect(suggestions.length).toBeGreaterThanOrEqual(3);
      expect(new Set(suggestions.map(({ kind }) => kind)).size).toBe(suggestions.length);
    },
  );

  test("of a flow in which nobody acts: what there is", () => {
    const flow = `title: T\nprocess:\n  dsl-version: "0.3.0"\n  stages:\n    - only: { actions: [], expect: {} }\nprocess_parameters: { users: {}, documents: {}, messages: {} }\n`;
    expect(toItsEnd(suggesting(draftOf(flow))).map(({ kind }) => kind)).toEqual(["always", "before", "within"]);
  });

  test("of a flow that needs none of its people, and ends soon: what a form begins with holds", () => {
    const flow = `title: T
duration: 2
process:
  dsl-version: "0.3.0"
  stages:
    - only:
        actions: [notify: { users: [ada, bo], methods: { email: hello, sms: hello } }]
        expect: { signed-by-group-of: { users: [ada, bo], documents: [deed], count: 1 } }
process_parameters:
  users:
    ada: { id_type: email, id: ada@example.test, phone_number: "+46701740605" }
    bo: { id_type: email, id: bo@example.test, phone_number: "+46701740605" }
  documents: { deed: ./deed.pdf }
  messages: { hello: Please sign }
`;
    const kinds = toItsEnd(suggesting(draftOf(flow))).map(({ kind }) => kind);
    expect(kinds).toEqual(["always", "before", "possible", "never", "at-most", "within"]);
  });
});
