import { expect, test } from "vitest";
import { applyEdits } from "../../src-shared/basics/index.ts";
import { check, type FindingId } from "../../src-shared/foresight/index.ts";

const COUNCIL = `title: Council
process:
  dsl-version: "0.3.0"
  stages:
    - signing:
        actions:
          - notify: { users: [alice, bob, carol], methods: { email: { message: invitation } } }
        expect:
          signed-by-group-of: { users: [alice, bob, carol], documents: [contract], count: 2 }
    - end:
        actions:
          - notify: { users: [alice], kind: confirmation, methods: { email: { message: done } } }
        expect: {}
process_parameters:
  documents: { contract: ./contract.pdf }
  users:
    alice: { id_type: email, id: alice@example.test }
    bob: { id_type: email, id: bob@example.test }
    carol: { id_type: email, id: carol@example.test }
  messages: { invitation: Please sign, done: Here you are }
duration: 30
`;

const found = (text: string, id: FindingId) => check(text).findings.filter((finding) => finding.id === id);

test("X104 and X105: members of a group to whom the same happens are told of together, and mended in one step", () => {
  const [lapsed, copies] = [found(COUNCIL, "X104"), found(COUNCIL, "X105")];
  const sentences = [...lapsed, ...copies].map(({ message }) => message);
  expect(sentences).toEqual([
    "`bob`, `carol` are invited, may no longer be needed in stage `signing`, and are never told.",
    "`bob`, `carol` act on `contract` and never get the final copy.",
  ]);
  expect(copies[0]?.participants).toEqual(["bob", "carol"]);
  expect(copies[0]?.fix?.title).toBe("Add `bob`, `carol` to the confirmation in stage `end`");
  const fixed = applyEdits(COUNCIL, copies[0]?.fix?.edits ?? []);
  expect([...found(fixed, "X104"), ...found(fixed, "X105")]).toEqual([]);
});

test("X104: a finding about several people is accepted once each of them is", () => {
  const accepting = (...accept: string[]) => check(COUNCIL, { expectations: { text: `accept: [${accept.join()}]` } });
  const accepted = (...accept: string[]) =>
    accepting(...accept).findings.filter(({ id, accepted: because }) => id === "X104" && because !== null).length;
  const of = (who: string) => `{ finding: X104, of: ${who}, because: by phone }`;
  expect([accepted(of("bob")), accepted(of("bob"), of("carol"))]).toEqual([0, 1]);
  expect(accepted("{ finding: X104, because: by phone }")).toBe(1);
  expect(accepting(of("bob")).expectationProblems).toEqual([]);
  expect([accepted(of("[bob]")), accepted(of("[carol, bob]"))]).toEqual([0, 1]);
  expect(accepting(of("[bob, carol]")).expectationProblems).toEqual([]);
  expect(accepting(of("[bob, carol, contract]")).expectationProblems).toMatchObject([
    { rule: "X203", severity: "warning", message: expect.stringContaining("about contract: leave that out") },
  ]);
});

test("X110: a reminder that comes too late is mended by a later time-out, where there can be one", () => {
  const late = (days: number) =>
    COUNCIL.replace(
      "process_parameters:",
      `  automatic-reminders:\n    - methods: { email: { message: invitation } }\n      date: { type: relative, days_delay: ${days} }\nprocess_parameters:`,
    );
  const [finding] = found(late(30), "X110");
  expect(finding?.fix?.title).toBe("Lengthen `duration` to 31 days");
  const fixed = applyEdits(late(30), finding?.fix?.edits ?? []);
  expect(fixed).toContain("duration: 31");
  expect(found(fixed, "X110")).toEqual([]);
  expect(found(late(365), "X110")).toMatchObject([{ fix: null }]);
});

test("X105: a flow without a confirmation says so, once", () => {
  const bare = COUNCIL.replace(", kind: confirmation", "");
  expect(found(bare, "X105")).toMatchObject([
    {
      severity: "hint",
      message: "Nobody gets the final copy: the flow sends no confirmation.",
      replaces: "F005",
    },
  ]);
});

test("X106 and X109: sentences fit one person, and a group of which one is needed", () => {
  const group = (users: string, count: number) => `{ users: [${users}], documents: [contract], count: ${count} }`;
  const deal = COUNCIL.replace(
    /signed-by-group-of: .*/,
    `signed-by-group-of: [${group("alice, bob", 1)}, ${group("bob, carol", 1)}]`,
  );
  const sentences = (text: string, id: FindingId) => found(text, id).map(({ message }) => message);
  expect(sentences(deal, "X109")[0]).toContain("The first of `alice`, `bob` to act decides who else is needed");
  expect(sentences(deal, "X106")[0]).toContain("Each of `alice`, `bob` can end the flow by declining");
  const alone = COUNCIL.replace(
    /signed-by-group-of: .*/,
    `signed-by: ${group("alice", 1).replace(", count: 1", "")}\n          signed-by-group-of: ${group("alice, bob", 1)}`,
  );
  expect(sentences(alone, "X106")[0]).toContain("`bob` can end the flow by declining, though 1 of 2");
});
