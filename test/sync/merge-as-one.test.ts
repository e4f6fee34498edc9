import { describe, expect, test } from "vitest";
import { analyse, objectOf, wireFields } from "../../src-shared/language/index.ts";
import { canonicalFields, merge } from "../../src-shared/sync/index.ts";

/** What one participant must prove, one reminder, one action and one group: the parts that these tests change. */
interface Parts {
  readonly group?: object;
  readonly reminder?: object;
  readonly action?: object;
  readonly auth?: object;
}

const people = ["alice", "bob", "carol", "dan", "eva"];
const GROUP = { users: ["alice", "bob", "carol"], documents: ["contract"], count: 2 };
const DATE = { type: "relative", days_delay: 3, repeat: "never" };
const REMINDER = { users: ["alice", "bob"], methods: { email: "first" }, date: DATE };
const NOTIFY = { users: ["alice", "bob"], methods: { email: "first" } };
const AUTH = { provider: "se_eid", max_failures: 5 };

function flow({ group = GROUP, reminder = REMINDER, action = { notify: NOTIFY }, auth = AUTH }: Parts) {
  const text = JSON.stringify({
    process: {
      "dsl-version": "0.3.0",
      stages: [{ signing: { actions: [action], expect: { "signed-by-group-of": group } } }],
      "automatic-reminders": [reminder],
    },
    process_parameters: {
      documents: { contract: "1001", annex: "1002" },
      users: Object.fromEntries(people.map((name) => [name, { id_type: "user_id", id: name, auth_to_sign: auth }])),
      messages: { first: "First", second: "Second" },
    },
  });
  return canonicalFields(wireFields(analyse(text).value));
}

function mergeOf(mine: Parts, theirs: Parts) {
  return merge({ base: flow({}), mine: flow(mine), theirs: flow(theirs) });
}

/** One conflict at a path, whichever side made which change; mine is proposed as a whole. */
function contradict(mine: Parts, theirs: Parts, path: string) {
  for (const [one, other] of [
    [mine, theirs],
    [theirs, mine],
  ] as const) {
    const { fields, conflicts } = mergeOf(one, other);
    expect(conflicts.map((conflict) => [conflict.kind, conflict.path.join("/")])).toEqual([["changed", path]]);
    expect(fields).toEqual(flow(one));
  }
}

/** No conflict, and one result from both sides. */
function agree(mine: Parts, theirs: Parts, together: Parts) {
  for (const [one, other] of [
    [mine, theirs],
    [theirs, mine],
  ] as const)
    expect(mergeOf(one, other)).toEqual({ fields: flow(together), conflicts: [] });
}

const group = (changes: object): Parts => ({ group: { ...GROUP, ...changes } });
const reminder = (changes: object): Parts => ({ reminder: { ...REMINDER, ...changes } });
const when = (changes: object): Parts => reminder({ date: { ...DATE, ...changes } });
const notify = (changes: object): Parts => ({ action: { notify: { ...NOTIFY, ...changes } } });

const GROUP_PATH = "process/stages/signing/expect/signed-by-group-of/1";
const REMINDER_PATH = "process/automatic-reminders/1";
const ACTION_PATH = "process/stages/signing/actions/1";

describe("Y4: how many of a group sign counts its people: both come from one side", () => {
  test("people of one side and the number of the other are a conflict of the group", () => {
    contradict(group({ users: [...GROUP.users, "dan"] }), group({ count: 3 }), GROUP_PATH);
    contradict(group({ users: ["dan", "eva", "alice"] }), group({ count: 1 }), GROUP_PATH);
  });

  test("and so is one number that each side chose for other people", () => {
    contradict(
      group({ users: [...GROUP.users, "dan"], count: 3 }),
      group({ users: [...GROUP.users, "eva"], count: 3 }),
      GROUP_PATH,
    );
  });

  test("two groups with nobody in common are two groups, not one of all", () => {
    contradict(group({ users: ["dan"], count: 1 }), group({ users: ["eva"], count: 1 }), GROUP_PATH);
    contradict(group({ users: ["dan", "eva"] }), group({ documents: ["contract", "annex"] }), GROUP_PATH);
  });

  test("people whom both sides added, and a number that nobody changed, are merged", () => {
    const both = [...GROUP.users, "dan", "eva"];
    agree(group({ users: [...GROUP.users, "dan"] }), group({ users: [...GROUP.users, "eva"] }), group({ users: both }));
  });

  test("what one side did to people and number stays together, with the documents of the other", () => {
    const wide = { users: [...GROUP.users, "dan"], count: 3 };
    const papers = { documents: ["contract", "annex"] };
    agree(group(wide), group(papers), group({ ...wide, ...papers }));
    agree(group(wide), group({ count: 3 }), group(wide));
    agree(group(wide), group({ users: wide.users }), group(wide));
  });

  test("another order of the same people is no other people", () => {
    const turned = group({ users: ["carol", "bob", "alice"] });
    agree(turned, group({ count: 3 }), group({ users: ["carol", "bob", "alice"], count: 3 }));
  });

  test("the number alone, changed in two ways, is a conflict of the number", () => {
    const { conflicts } = mergeOf(group({ count: 1 }), group({ count: 3 }));
    expect(conflicts).toMatchObject([{ path: [...GROUP_PATH.split("/"), "count"], mine: 1, theirs: 3 }]);
  });
});

describe("Y4: a reminder says whom, how and when", () => {
  test("the days of one side and the repetition of the other are a conflict of the date", () => {
    contradict(when({ days_delay: 10 }), when({ repeat: "periodically" }), `${REMINDER_PATH}/date`);
  });

  test("reminders to nobody in common are two reminders", () => {
    contradict(reminder({ users: ["dan"] }), when({ days_delay: 10 }), REMINDER_PATH);
    contradict(reminder({ users: ["dan"] }), reminder({ users: ["eva"], methods: { email: "second" } }), REMINDER_PATH);
  });

  test("whom one side added is reminded as the other side says", () => {
    const more = { users: ["alice", "bob", "carol"] };
    agree(
      reminder(more),
      when({ days_delay: 10, repeat: "periodically" }),
      reminder({ ...more, date: { ...DATE, days_delay: 10, repeat: "periodically" } }),
    );
    agree(
      reminder(more),
      reminder({ methods: { email: "second" } }),
      reminder({ ...more, methods: { email: "second" } }),
    );
  });
});

describe("Y4: actions, and what a participant must prove", () => {
  test("invitations to nobody in common are two invitations", () => {
    contradict(notify({ users: ["dan"] }), notify({ methods: { email: "second" } }), ACTION_PATH);
  });

  test("an invitation is merged where both sides kept somebody", () => {
    const more = { users: ["alice", "bob", "carol"] };
    agree(notify(more), notify({ methods: { sms: "first" } }), notify({ ...more, methods: { sms: "first" } }));
  });

  test("two providers are one conflict, with what belongs to each", () => {
    const code = { provider: "sms_otp", max_failures: 5, attempts_per_sms: 3 };
    const paper = { provider: "idverify", max_failures: 5, method: "document_and_photo" };
    const { fields, conflicts } = mergeOf({ auth: code }, { auth: paper });
    const users = people.map((name) => `process_parameters/users/${name}/auth_to_sign`);
    expect(conflicts.map(({ path }) => path.join("/"))).toEqual(users);
    expect(fields).toEqual(flow({ auth: code }));
    expect(objectOf(objectOf(conflicts[0]?.theirs)).method).toBe("document_and_photo");
  });

  test("attempts of one side and the provider of the other are merged", () => {
    const code = { provider: "ftn", max_failures: 5 };
    agree({ auth: code }, { auth: { ...AUTH, max_failures: 3 } }, { auth: { ...code, max_failures: 3 } });
  });
});
