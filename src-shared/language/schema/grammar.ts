import { documentRedirects, idTypes } from "../model/process.ts";
import {
  boolean,
  checkedByRule,
  type Field,
  field,
  filledList,
  filledText,
  integer,
  list,
  mention,
  type ObjectShape,
  object,
  offering,
  oneOf,
  record,
  required,
  type Shape,
  text,
} from "./shapes.ts";

/** The shape of flow files and bare processes [interface 2.6]. */

const participants = filledList(mention("participant"));
const users = required(participants, "Names of participants, as in the parameters.", "users: [alice, bob]");
const documents = required(
  filledList(mention("document")),
  "Names of documents, as in the parameters.",
  "documents: [contract]",
);

const message: Shape = {
  kind: "either",
  text: mention("message"),
  list: checkedByRule,
  object: object({
    message: required(mention("message"), "The name of a message of the parameters.", "message: invitation"),
  }),
};

const methodFields = {
  email: field(message, "Send an e-mail with this message.", "email: { message: invitation }"),
  sms: field(message, "Send an SMS with this message.", "sms: { message: invitation-sms }"),
  "email-link-only": field(
    boolean,
    "Confirmations only: the e-mail carries the access link and no documents.",
    "email-link-only: true",
    { since: "0.46.0" },
  ),
} satisfies Record<string, Field>;

const notify = object({
  users: required(participants, "Who is notified.", "users: [alice, bob]"),
  kind: field(
    oneOf("standard", "confirmation"),
    "standard (default) invites, confirmation sends the result.",
    "kind: confirmation",
  ),
  methods: required(object(methodFields), "How: email, sms or both.", "methods: { email: invitation }"),
});

const viewing = object({ users, documents });

const customCallback = object({
  "callback-name": required(filledText, "The name that the callback carries.", "callback-name: signing-started"),
});

const actions = {
  notify: field(
    notify,
    "Sends a message with an access link to participants.",
    "notify: { users: [alice], methods: { email: invitation, sms: invitation-sms } }",
  ),
  callback: field(
    customCallback,
    "Posts a custom callback to the draft's callback url.",
    "callback: { callback-name: signing-started }",
    { since: "0.21.0" },
  ),
  "allow-viewing": field(
    viewing,
    "Lets participants see documents (micro_api flows only).",
    "allow-viewing: { users: [carol], documents: [annex] }",
    { since: "0.18.0" },
  ),
  "deny-viewing": field(
    viewing,
    "Stops participants from seeing documents (micro_api flows only).",
    "deny-viewing: { users: [carol], documents: [annex] }",
    { since: "0.18.0" },
  ),
} satisfies Record<string, Field>;

const act = object({ users, documents });
const group = object({
  users,
  documents,
  count: required(integer, "How many of the users are needed.", "count: 2"),
});
const groups: Shape = { kind: "either", text: checkedByRule, list: filledList(group), object: group };

const redirect = object({
  users,
  url: required(text, "Where the participant goes after their last act.", 'url: "https://example.test/done"'),
});

const expect = object({
  "signed-by": field(
    act,
    "Every user signs every document.",
    "signed-by: { users: [alice, bob], documents: [contract] }",
  ),
  "approved-by": field(
    act,
    "Every user approves every document.",
    "approved-by: { users: [carol], documents: [contract] }",
  ),
  "signed-by-group-of": field(
    groups,
    "At least `count` of the users sign every document.",
    "signed-by-group-of: { users: [dora, dina, dan], documents: [contract], count: 2 }",
    { since: "0.15.0" },
  ),
  "approved-by-group-of": field(
    groups,
    "At least `count` of the users approve every document.",
    "approved-by-group-of: { users: [erik, eva], documents: [contract], count: 1 }",
    { since: "0.15.0" },
  ),
  "redirect-to": field(
    redirect,
    "Sends participants on to a web page once they have done their part of the stage.",
    'redirect-to: { users: [alice], url: "https://example.test/done" }',
    { since: "0.17.0" },
  ),
});

const stage = object({
  actions: required(
    list({ kind: "single", what: "action", value: actions }),
    "Run once, in order, when the stage is entered; may be empty.",
    "actions:\n  - notify: { users: [alice], methods: { email: invitation } }",
  ),
  expect: required(
    expect,
    "What must hold before the next stage; `{}` holds at once.",
    "expect:\n  signed-by: { users: [alice, bob], documents: [contract] }",
  ),
});

const reminderDate = object({
  type: required(
    { ...text, offers: () => ["relative"] },
    "`relative`: days from the moment when the participant's actions became pending.",
    "type: relative",
  ),
  days_delay: required(checkedByRule, "Days to wait, at least 1.", "days_delay: 3"),
  repeat: field(
    oneOf("never", "periodically"),
    "never (default) or periodically (dsl-version 0.3.0).",
    "repeat: periodically",
    { since: "0.48.0" },
  ),
});

const reminder = object({
  users: field(participants, "Whom to remind; omitted: everybody with pending actions.", "users: [alice, bob]"),
  methods: field(
    object(methodFields),
    "How; omitted: the way of the participant's last invitation.",
    "methods: { email: invitation }",
  ),
  date: required(reminderDate, "When.", "date: { type: relative, days_delay: 3 }"),
});

export const processShape = object({
  "dsl-version": required(text, "Version of the language: 0.1.0, 0.2.0 or 0.3.0.", 'dsl-version: "0.3.0"'),
  "allow-rejections": field(
    boolean,
    "false: participants cannot reject the whole flow. Default true.",
    "allow-rejections: false",
    { since: "0.33.0" },
  ),
  stages: required(
    filledList({ kind: "single", what: "stage", value: stage }),
    "The stages, in order.",
    "stages:\n  - signing:\n      actions: []\n      expect:\n        signed-by: { users: [alice], documents: [contract] }",
  ),
  "automatic-reminders": field(
    list(reminder),
    "Messages that go out by themselves while somebody is awaited.",
    "automatic-reminders:\n  - date: { type: relative, days_delay: 3, repeat: periodically }\n    methods: { email: reminder }",
    { since: "0.45.0" },
  ),
});

/** Which other fields may stand here depends on the provider: P001. */
const authentication = object(
  { provider: required(text, "The authentication provider.", "provider: sms_otp") },
  { open: true },
);

const participant = object({
  id_type: required(oneOf(...idTypes), "What `id` is.", "id_type: email"),
  id: required(filledText, "Identifies the participant.", "id: alice@example.test"),
  email: field(filledText, "Where mail goes if `id` is not an e-mail address.", "email: alice@example.test", {
    nullable: true,
  }),
  phone_number: field(filledText, "Where SMS go if `id` is not a phone number.", 'phone_number: "+46701740605"', {
    nullable: true,
  }),
  auth_to_view: field(
    authentication,
    "Authentication before viewing while the flow runs.",
    "auth_to_view: { provider: se_eid }",
    { nullable: true },
  ),
  auth_to_view_archived: field(
    authentication,
    "Authentication before viewing after the flow has ended.",
    "auth_to_view_archived: { provider: ftn }",
    { nullable: true },
  ),
  auth_to_sign: field(
    authentication,
    "Authentication before signing or approving.",
    "auth_to_sign: { provider: sms_otp, max_failures: 3 }",
    { nullable: true },
  ),
});

const parameters = object({
  documents: field(
    record("document", text),
    "Document names to identifiers; in a file also relative paths.",
    "documents:\n  contract: ./contract.pdf",
    { nullable: true },
  ),
  users: field(
    record("participant", participant),
    "Participant names to participants.",
    "users:\n  alice: { id_type: email, id: alice@example.test }",
    { nullable: true },
  ),
  messages: field(
    record("message", text),
    "Message names to texts.",
    "messages:\n  invitation: Please sign the contract",
    {
      nullable: true,
    },
  ),
});

const settings = object({
  automatic_document_redirects: field(
    offering(() => documentRedirects),
    "last_action (default), always or never.",
    "automatic_document_redirects: always",
    { nullable: true, since: "0.39.0" },
  ),
  accessible_duration: field(
    checkedByRule,
    "Days after the end during which participants may open their pages: 1 to 3650, default 365.",
    "accessible_duration: 365",
    { nullable: true, since: "0.40.0" },
  ),
  time_zone: field(
    { ...filledText, offers: () => Intl.supportedValuesOf("timeZone") },
    "IANA name; 'the same time' of periodic reminders is meant there.",
    "time_zone: Europe/Stockholm",
    { nullable: true, ours: true },
  ),
});

const callback = object({
  url: required(text, "Where callbacks are posted.", "url: http://localhost:8080/hook"),
  version: field({ kind: "constant", value: 1 }, "Version of the event bodies: 1.", "version: 1"),
  auth: field(
    object(
      {
        type: required(oneOf("basic"), "basic: user name and password.", "type: basic"),
        username: required(text, "User name.", "username: hook"),
        password_ref: field(filledText, "Name of a password in the secret store.", "password_ref: HOOK", {
          ours: true,
        }),
      },
      {
        notes: {
          password: "A password does not belong in a file: keep it in the secret store and write `password_ref: NAME`.",
        },
      },
    ),
    "Basic authentication of the callbacks.",
    "auth: { type: basic, username: hook, password_ref: HOOK }",
    { nullable: true, since: "0.19.0" },
  ),
});

/** The keys of a flow file, in the order of the wire. */
export const flowFields = {
  title: field(text, "What people call this flow.", "title: Loan agreement", { nullable: true }),
  process: required(
    processShape,
    "The process: stages, actions, conditions.",
    'process:\n  dsl-version: "0.3.0"\n  stages:\n    - signing: { actions: [], expect: {} }',
  ),
  process_parameters: field(
    parameters,
    "Participants, documents and messages.",
    "process_parameters:\n  documents: { contract: ./contract.pdf }",
    { nullable: true },
  ),
  process_settings: field(
    settings,
    "Settings of the whole process.",
    "process_settings:\n  automatic_document_redirects: always",
    { nullable: true, ours: true },
  ),
  duration: field(
    checkedByRule,
    "Days after the start until the flow times out: 1 to 365, default 90.",
    "duration: 30",
    { nullable: true, since: "0.31.0" },
  ),
  callback: field(callback, "Where callbacks go.", "callback:\n  url: http://localhost:8080/hook", { nullable: true }),
  folder_id: field(filledText, "Folder of the resulting instance.", "folder_id: home", { nullable: true }),
  flow_kind: field(oneOf("standard", "micro_api"), "standard (default) or micro_api.", "flow_kind: micro_api", {
    nullable: true,
    ours: true,
  }),
} satisfies Record<string, Field>;

export const flowShape = object(flowFields);

type KeyOf<S> = S extends ObjectShape<infer K> ? K : never;

/** The keys of each part of a process, its parameters and its settings: who writes such a part must write all of them. */
export interface FlowKeys {
  readonly process: KeyOf<typeof processShape>;
  readonly stage: KeyOf<typeof stage>;
  readonly action: keyof typeof actions;
  readonly notify: KeyOf<typeof notify>;
  readonly callback: KeyOf<typeof customCallback>;
  readonly viewing: KeyOf<typeof viewing>;
  readonly methods: keyof typeof methodFields;
  readonly expect: KeyOf<typeof expect>;
  readonly act: KeyOf<typeof act>;
  readonly group: KeyOf<typeof group>;
  readonly redirect: KeyOf<typeof redirect>;
  readonly reminder: KeyOf<typeof reminder>;
  readonly reminderDate: KeyOf<typeof reminderDate>;
  readonly parameters: KeyOf<typeof parameters>;
  readonly participant: KeyOf<typeof participant>;
  readonly settings: KeyOf<typeof settings>;
}
