import { expect, test } from "vitest";
import { analyse } from "../../src-shared/language/index.ts";
import { recipientsOf } from "../../src-shared/sync/index.ts";

interface Given {
  /** Lines of each stage's `actions` in turn. */
  readonly first?: string;
  readonly second?: string;
  /** The items of `automatic-reminders`. */
  readonly reminders: string;
}

const EVERY_DAY = "date: { type: relative, days_delay: 1, repeat: periodically }";

/** To whom a flow is sent in which carol acts first, then alice and one of bob and phone. */
function sentTo({ first = "", second = "", reminders }: Given) {
  const { draft, diagnostics } = analyse(`title: Small
process:
  dsl-version: "0.3.0"
  automatic-reminders: [${reminders}]
  stages:
    - one:
        actions: [${first}]
        expect: { signed-by: { users: [carol], documents: [contract] } }
    - two:
        actions: [${second}]
        expect:
          signed-by: { users: [alice], documents: [contract] }
          approved-by-group-of: { users: [bob, phone], documents: [contract], count: 1 }
process_parameters:
  documents: { contract: "1001" }
  messages: { hello: Hello }
  users:
    alice: { id_type: email, id: alice@example.test, phone_number: "+46700000001" }
    bob: { id_type: email, id: bob@example.test, phone_number: "+46700000002" }
    phone: { id_type: phone_number, id: "+46700000003" }
    carol: { id_type: email, id: carol@example.test, phone_number: "+46700000004" }
`);
  if (draft === null) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return recipientsOf(draft);
}

const notify = (users: string, method = "email") =>
  `notify: { users: [${users}], methods: { ${method}: { message: hello } } }`;

test("C1, Y10: who is never invited and gets reminders is a recipient: by e-mail where it is known, else by SMS", () => {
  expect(sentTo({ second: `{ ${notify("alice")} }`, reminders: `{ ${EVERY_DAY} }` })).toEqual([
    { name: "alice", email: "alice@example.test", phone: null },
    { name: "bob", email: "bob@example.test", phone: null },
    { name: "phone", email: null, phone: "+46700000003" },
    { name: "carol", email: "carol@example.test", phone: null },
  ]);
});

test("C1, Y10: who acts before the first invitation is reminded by e-mail until then, and as invited from then on", () => {
  expect(
    sentTo({
      second: `{ ${notify("alice, carol", "sms")} }`,
      reminders: `{ users: [alice, carol], ${EVERY_DAY} }`,
    }),
  ).toEqual([
    { name: "alice", email: null, phone: "+46700000001" },
    { name: "carol", email: "carol@example.test", phone: "+46700000004" },
  ]);
});

test("C1, Y10: a reminder for others, and one with methods of its own, reach nobody else", () => {
  expect(sentTo({ reminders: `{ users: [carol], ${EVERY_DAY} }` })).toEqual([
    { name: "carol", email: "carol@example.test", phone: null },
  ]);
  const own = `users: [bob], methods: { sms: { message: hello } }`;
  expect(sentTo({ reminders: `{ ${own}, ${EVERY_DAY} }` })).toEqual([
    { name: "bob", email: null, phone: "+46700000002" },
  ]);
});
