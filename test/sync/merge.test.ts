import { describe, expect, test } from "vitest";
import { analyse, type WireFields, wireFields } from "../../src-shared/language/index.ts";
import { canonicalFields, merge } from "../../src-shared/sync/index.ts";

const FLOW = `
title: Loan
process:
  dsl-version: "0.3.0"
  stages:
    - approval:
        actions:
          - notify: { users: [carol], methods: { email: invitation } }
        expect: { approved-by: { users: [carol], documents: [contract] } }
    - signing:
        actions: []
        expect: { signed-by: { users: [alice, bob], documents: [contract] } }
    - archive:
        actions:
          - notify: { users: [alice, bob], kind: confirmation, methods: { email: done } }
        expect: {}
process_parameters:
  documents: { contract: "1001" }
  users:
    alice: { id_type: email, id: alice@example.test }
    bob: { id_type: email, id: bob@example.test }
    carol: { id_type: email, id: carol@example.test }
  messages:
    invitation: "Please sign.\\nThe contract is attached.\\nRegards"
    done: "All have signed"
`;

const read = (text: string) => {
  const { value, diagnostics } = analyse(text);
  expect(diagnostics.filter(({ rule }) => rule.startsWith("S"))).toEqual([]);
  return canonicalFields(wireFields(value));
};

type Edit = readonly [from: string, to: string];
const edited = (edits: readonly Edit[]): string =>
  edits.reduce((text, [from, to]) => {
    expect(text).toContain(from);
    return text.replace(from, to);
  }, FLOW);

/** Both sides' edits of the flow, merged. */
function mergeOf(mine: readonly Edit[], theirs: readonly Edit[]) {
  return merge({ base: read(FLOW), mine: read(edited(mine)), theirs: read(edited(theirs)) });
}

/** Merges without a conflict, to what all edits together say, whichever side made which. */
function both(mine: readonly Edit[], theirs: readonly Edit[], together: readonly Edit[] = [...mine, ...theirs]) {
  const expected = { fields: read(edited(together)), conflicts: [] };
  expect(mergeOf(mine, theirs)).toEqual(expected);
  expect(mergeOf(theirs, mine)).toEqual(expected);
}

const TITLE: Edit = ["title: Loan", "title: Loan of 2027"];
const SIGNERS = "signed-by: { users: [alice, bob], documents: [contract] }";

describe("Y4: what one side did is taken", () => {
  test("fields and members of maps", () => {
    both(
      [TITLE],
      [["title: Loan", "title: Loan\nduration: 30"]],
      [["title: Loan", "title: Loan of 2027\nduration: 30"]],
    );
    both(
      [["bob@example.test", "robert@example.test"]],
      [["{ id_type: email, id: carol", "{ phone_number: '+4670', id_type: email, id: carol"]],
    );
  });

  test("what both did alike is taken once", () => {
    both(
      [TITLE, ["[carol]", "[carol, bob]"]],
      [TITLE, ["[carol]", "[carol, bob]"]],
      [TITLE, ["[carol]", "[carol, bob]"]],
    );
  });

  test("users and documents are sets: both sides' additions and removals", () => {
    both(
      [[SIGNERS, SIGNERS.replace("bob", "bob, dan")]],
      [[SIGNERS, SIGNERS.replace("alice, ", "")]],
      [[SIGNERS, SIGNERS.replace("alice, bob", "bob, dan")]],
    );
    both(
      [[SIGNERS, SIGNERS.replace("bob", "bob, dan")]],
      [[SIGNERS, SIGNERS.replace("bob", "bob, eva")]],
      [[SIGNERS, SIGNERS.replace("bob", "bob, dan, eva")]],
    );
  });

  test("what stands twice in a set stays twice, and both sides come to the same order", () => {
    const users = (list: readonly string[]) => ({ users: list });
    const flow = read(FLOW);
    const withUsers = (list: readonly string[]) =>
      canonicalFields({ ...flow, process: { ...(flow.process as object), "automatic-reminders": [users(list)] } });
    const [base, twice, another] = [["bob"], ["bob", "bob"], ["bob", "alice"]].map(withUsers) as [
      WireFields,
      WireFields,
      WireFields,
    ];
    const one = merge({ base, mine: twice, theirs: another });
    expect(one).toEqual(merge({ base, mine: another, theirs: twice }));
    expect(one.fields.process).toMatchObject({ "automatic-reminders": [{ users: ["bob", "alice", "bob"] }] });
  });

  test("messages are merged by line", () => {
    both([["Please sign.", "Please sign at once."]], [["Regards", "Kind regards"]]);
  });

  test("actions by value, and inside one that both changed", () => {
    const confirm = "notify: { users: [alice, bob], kind: confirmation, methods: { email: done } }";
    both(
      [[confirm, confirm.replace("bob]", "bob, carol]")]],
      [[confirm, confirm.replace("email: done", "email: done, sms: done")]],
      [[confirm, "notify: { users: [alice, bob, carol], kind: confirmation, methods: { email: done, sms: done } }"]],
    );
    both(
      [["actions: []", "actions: [callback: { callback-name: a }]"]],
      [["actions: []", "actions: [callback: { callback-name: b }]"]],
      [["actions: []", "actions: [callback: { callback-name: a }, callback: { callback-name: b }]"]],
    );
  });
});

const STAGE = (name: string) => `    - ${name}:\n        actions: []\n        expect: {}\n`;
const BEFORE = (stage: string, name: string): Edit => [`    - ${stage}:\n`, `${STAGE(name)}    - ${stage}:\n`];

describe("Y4: stages by name, their order by what each side moved", () => {
  test("stages added at different places", () => {
    both([BEFORE("approval", "first")], [BEFORE("archive", "late")]);
  });

  test("a stage moved here and changed there", () => {
    const archive = FLOW.slice(FLOW.indexOf("    - archive:"), FLOW.indexOf("process_parameters"));
    const moved: readonly Edit[] = [
      [archive, ""],
      ["    - approval:\n", `${archive}    - approval:\n`],
    ];
    both(moved, [["email: done }", "email: invitation }"]]);
  });

  test("two stages added at one place are in, and their order is a conflict", () => {
    const { fields, conflicts } = mergeOf([BEFORE("archive", "a")], [BEFORE("archive", "b")]);
    expect(conflicts).toMatchObject([{ kind: "order", path: ["process", "stages"] }]);
    expect(fields).toEqual(read(edited([BEFORE("archive", "a"), BEFORE("archive", "b")])));
  });

  test("renamed here and changed there", () => {
    both([["- signing:", "- signatures:"]], [[SIGNERS, SIGNERS.replace("bob", "bob, carol")]]);
  });
});

describe("Y4: a participant, document or message renamed on one side", () => {
  const renamed: readonly Edit[] = [
    ["    bob: {", "    robert: {"],
    [SIGNERS, SIGNERS.replace("bob", "robert")],
    ["users: [alice, bob], kind", "users: [alice, robert], kind"],
  ];
  test("keeps what the other side did to it, also where it mentions it anew", () => {
    both(
      renamed,
      [["users: [carol], methods", "users: [carol, bob], methods"]],
      [...renamed, ["users: [carol], methods", "users: [carol, robert], methods"]],
    );
    both(
      renamed,
      [["id: bob@example.test", "id: bob@example.test, phone_number: '+4670'"]],
      [...renamed, ["id: bob@example.test", "id: bob@example.test, phone_number: '+4670'"]],
    );
  });

  test("renamed otherwise there: a conflict that names both", () => {
    const other = renamed.map(([from, to]): Edit => [from, to.replace("robert", "bobby")]);
    const { fields, conflicts } = mergeOf(renamed, other);
    const path = ["process_parameters", "users", "bob"];
    expect(conflicts).toEqual([{ path, kind: "renamed", base: "bob", mine: "robert", theirs: "bobby" }]);
    expect(fields).toEqual(read(edited(renamed)));
  });
});

describe("Y4: the rest is a conflict with its path and the three versions", () => {
  test("one value changed in two ways", () => {
    const { conflicts, fields } = mergeOf([TITLE], [["title: Loan", "title: Credit"]]);
    expect(conflicts).toEqual([
      { path: ["title"], kind: "changed", base: "Loan", mine: "Loan of 2027", theirs: "Credit" },
    ]);
    expect(fields.title).toBe("Loan of 2027");
  });

  test("removed here, changed there: what was changed is proposed", () => {
    const stage = FLOW.slice(FLOW.indexOf("    - approval:"), FLOW.indexOf("    - signing:"));
    const changed: Edit = ["approved-by: { users: [carol]", "approved-by: { users: [carol, bob]"];
    const { fields, conflicts } = mergeOf([[stage, ""]], [changed]);
    expect(conflicts).toMatchObject([{ path: ["process", "stages", "approval"], kind: "removed", mine: undefined }]);
    expect(fields).toEqual(read(edited([changed])));
  });

  test("one line of a message", () => {
    const { conflicts } = mergeOf([["Regards", "Kind regards"]], [["Regards", "Best regards"]]);
    expect(conflicts).toMatchObject([{ path: ["process_parameters", "messages", "invitation"], kind: "changed" }]);
  });

  test("actions of which one became another kind: one conflict, of all that both changed together", () => {
    const two: Edit = ["actions: []", "actions: [callback: { callback-name: a }, callback: { callback-name: b }]"];
    const base = read(edited([two]));
    const side = (name: string, second: string) =>
      read(edited([["actions: []", `actions: [callback: { callback-name: ${name} }, ${second}]`]]));
    const mine = side("mine", "callback: { callback-name: c }");
    const theirs = side("theirs", "notify: { users: [bob], methods: { email: done } }");
    const { conflicts } = merge({ base, mine, theirs });
    expect(conflicts).toMatchObject([{ kind: "changed", path: ["process", "stages", "signing", "actions"] }]);
  });

  test("one channel's message, by the place of its action", () => {
    const { conflicts } = mergeOf([["email: done }", "email: a }"]], [["email: done }", "email: b }"]]);
    expect(conflicts).toMatchObject([
      {
        path: ["process", "stages", "archive", "actions", "1", "notify", "methods", "email", "message"],
        kind: "changed",
      },
    ]);
  });

  test("a message of equal lines, and equal actions: a service that sends thousands holds nobody up", () => {
    const lines = (count: number, last: string): Edit => [
      '"Please sign.\\nThe contract is attached.\\nRegards"',
      JSON.stringify(`${"\n".repeat(count)}${last}`),
    ];
    const actions = (count: number, last: string): Edit => [
      "actions: []",
      `actions: [${"callback: { callback-name: a }, ".repeat(count)}callback: { callback-name: ${last} }]`,
    ];
    const side = (count: number, last: string) => read(edited([lines(count, last), actions(3 * count, last)]));
    const { conflicts } = merge({
      base: side(1_500, "base"),
      mine: side(1_499, "mine"),
      theirs: side(1_501, "theirs"),
    });
    expect(conflicts.map(({ path }) => path.slice(0, 3))).toEqual([
      ["process", "stages", "signing"],
      ["process_parameters", "messages", "invitation"],
    ]);
  });
});
