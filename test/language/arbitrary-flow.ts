import fc from "fast-check";
import { applyEdits, draftText, format, type Intent } from "../../src-shared/language/index.ts";

const people = ["alice", "bob", "carol", "no", "d: e"];
const papers = ["contract", "annex", "1.0"];
const letters = ["invitation", "done"];

const some = <T>(values: readonly T[]) => fc.subarray([...values], { minLength: 1 });
const message = fc.oneof(fc.constantFrom(...letters), fc.record({ message: fc.constantFrom(...letters) }));

const action = fc.oneof(
  fc.record({ notify: fc.record({ users: some(people), methods: fc.record({ email: message }) }) }),
  fc.record({
    notify: fc.record({
      users: some(people),
      kind: fc.constant("confirmation"),
      methods: fc.record({ email: message, sms: message }),
    }),
  }),
  fc.record({ callback: fc.record({ "callback-name": fc.constantFrom("started", "a: b") }) }),
  fc.record({ "allow-viewing": fc.record({ users: some(people), documents: some(papers) }) }),
);
const act = fc.record({ users: some(people), documents: some(papers) });
const group = fc.record({ users: some(people), documents: some(papers), count: fc.integer({ min: 1, max: 2 }) });
const expectation = fc.record(
  {
    "signed-by": act,
    "approved-by": act,
    "signed-by-group-of": fc.oneof(group, fc.array(group, { minLength: 1, maxLength: 3 })),
    "redirect-to": fc.record({ users: some(people), url: fc.constant("https://example.test/done") }),
  },
  { requiredKeys: [] },
);
const stage = fc.record({ actions: fc.array(action, { maxLength: 3 }), expect: expectation });
const reminder = fc.record(
  {
    users: some(people),
    methods: fc.record({ email: message }),
    date: fc.constant({ type: "relative", days_delay: 3 }),
  },
  { requiredKeys: ["date"] },
);

/** A flow that may well break rules, but no shape. */
export const anyFlow = fc.record({
  title: fc.constantFrom("Loan", "no", "a # b", "two\nlines"),
  duration: fc.integer({ min: 1, max: 365 }),
  stages: fc.array(stage, { minLength: 1, maxLength: 4 }),
  reminders: fc.array(reminder, { maxLength: 2 }),
});
export type AnyFlow = typeof anyFlow extends fc.Arbitrary<infer Flow> ? Flow : never;

/** The fields of a flow's file. */
export function fieldsOf(flow: AnyFlow) {
  return {
    title: flow.title,
    duration: flow.duration,
    process: {
      "dsl-version": "0.3.0",
      stages: flow.stages.map((value, at) => ({ [`stage ${at}`]: value })),
      ...(flow.reminders.length > 0 && { "automatic-reminders": flow.reminders }),
    },
    process_parameters: {
      documents: Object.fromEntries(papers.map((name, at) => [name, `100${at}`])),
      users: Object.fromEntries(
        people.map((name, at) => [
          name,
          { id_type: "user_id", id: `u${at}`, ...(at === 0 && { auth_to_sign: { provider: "idverify" } }) },
        ]),
      ),
      messages: Object.fromEntries(letters.map((name) => [name, `Text of ${name}`])),
    },
  };
}

/** 0: the house's YAML; 1: with comments and empty lines; 2: JSON; 3: JSON on one line. */
export function laidOut(flow: AnyFlow, layout: number): string {
  const fields = fieldsOf(flow);
  if (layout >= 2) return JSON.stringify(fields, null, layout === 2 ? 2 : 0);
  const yaml = draftText(fields);
  if (layout === 0) return yaml;
  const commented = yaml
    .split("\n")
    .map((line, at) =>
      line.trim() === "" || /^ {2}lines$/.test(line)
        ? line
        : line.startsWith("    - ")
          ? `\n    # about ${line.trim().replaceAll(/[^a-z0-9 ]/g, "")}\n${line}`
          : at % 4 === 3 && !/[|>]$|^\s*-\s|lines|: two$/.test(line)
            ? `${line} # about line ${at}`
            : line,
    )
    .join("\n");
  return applyEdits(commented, format(commented));
}

/** One of the intents that fit the flow, chosen by a number. */
export function anyIntent(flow: AnyFlow, pick: number): Intent {
  let left = pick;
  const choose = <T>(values: readonly T[]): T => {
    const value = values[left % values.length];
    left = Math.floor(left / values.length) + 7 * (left % 1_000) + 3;
    if (value === undefined) throw new Error("nothing to choose from");
    return value;
  };
  const at = choose(flow.stages.map((_, index) => index));
  const to = choose(flow.stages.map((_, index) => index));
  const person = choose(people);
  const paper = choose(papers);
  const letter = choose(letters);
  const verb = choose(["sign", "approve"] as const);
  const users = choose([["alice"], ["alice", "no"], people]);
  const count = flow.stages[at]?.actions.length ?? 0;
  const notify = { notify: { users, methods: { sms: letter } } };
  const group = { users, documents: [paper], count: 1 };
  const withActions: Intent[] =
    count === 0
      ? []
      : [
          { intent: "removeAction", stage: at, at: count - 1 },
          { intent: "setAction", stage: at, at: 0, value: notify },
          { intent: "moveAction", stage: at, from: 0, to: count - 1 },
        ];
  const reminder = flow.reminders.length - 1;
  const withReminders: Intent[] =
    reminder < 0
      ? []
      : [
          { intent: "changeReminder", at: reminder, daysDelay: 9, periodically: choose([true, false]) },
          { intent: "changeReminder", at: reminder, email: letter, sms: null },
          { intent: "changeReminder", at: reminder, email: null, sms: null, users: choose([null, users]) },
          { intent: "setReminder", at: reminder, value: null },
        ];
  return choose<Intent>([
    ...withActions,
    ...withReminders,
    { intent: "addStage", at: choose([0, at, flow.stages.length]), name: "new: stage" },
    { intent: "moveStage", from: at, to },
    { intent: "moveStage", from: to, to: at },
    { intent: "duplicateStage", stage: at, name: "copy" },
    { intent: "deleteStage", stage: at },
    { intent: "renameStage", stage: at, name: choose(["x", "yes", "a: b", "it's"]) },
    { intent: "addParticipant", name: "eva", value: { id_type: "email", id: "eva@example.test" } },
    { intent: "addDocument", name: "deed", value: "./deed.pdf" },
    { intent: "addMessage", name: "long", value: "Dear all,\nplease sign.\n" },
    { intent: "setDocument", name: paper, value: "77" },
    { intent: "setMessage", name: letter, value: "New text: with # and 'quotes'" },
    { intent: "setParticipantField", name: person, field: "email", value: "x@example.test" },
    {
      intent: "setAuthentication",
      name: person,
      when: "auth_to_sign",
      value: { provider: "sms_otp", max_failures: 3 },
    },
    {
      intent: "setAuthenticationField",
      name: people[0] ?? "",
      when: "auth_to_sign",
      field: "allowed_document_countries",
      value: choose([["SWE", "NOR"], null]),
    },
    { intent: "remove", kind: "participant", name: person },
    { intent: "remove", kind: "document", name: paper },
    { intent: "remove", kind: "message", name: letter },
    { intent: "rename", kind: "participant", name: person, to: choose(["zoe", "on", "x - y: z"]) },
    { intent: "rename", kind: "document", name: paper, to: choose(["deed", "2.0"]) },
    { intent: "rename", kind: "message", name: letter, to: "hello" },
    { intent: "moveName", kind: "participant", name: person, to: choose([0, 1, 4]) },
    { intent: "moveName", kind: "document", name: paper, to: choose([0, 2]) },
    { intent: "moveName", kind: "message", name: letter, to: choose([0, 1]) },
    { intent: "setAct", stage: at, verb, participant: person, document: paper, on: true },
    { intent: "setAct", stage: at, verb, participant: person, document: paper, on: false },
    { intent: "setGroup", stage: at, verb: "approve", at: 0, value: group },
    { intent: "setRedirect", stage: at, value: { users, url: "https://example.test/x?a=1#b" } },
    { intent: "setRedirect", stage: at, value: null },
    { intent: "addAction", stage: at, at: choose([0, count]), value: notify },
    { intent: "setReminder", at: flow.reminders.length, value: { date: { type: "relative", days_delay: 5 } } },
    { intent: "setSetting", setting: "automatic_document_redirects", value: "never" },
    { intent: "setField", field: "title", value: choose(["New", "no", "a\nb"]) },
    { intent: "setField", field: "duration", value: null },
    { intent: "setProcessField", field: "allow-rejections", value: false },
    {
      intent: "setCallback",
      value: { url: "http://localhost/", auth: { type: "basic", username: "a", password_ref: "B" } },
    },
    { intent: "setCallbackField", field: "url", value: choose(["http://localhost/#a: b", "", null]) },
    { intent: "setCallbackField", field: "username", value: choose(["no", "a: b"]) },
    { intent: "setCallbackField", field: "password_ref", value: choose(["name", null]) },
    { intent: "removeCallbackAuth" },
  ]);
}
