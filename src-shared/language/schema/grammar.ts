import { since } from "./changes.ts";
import {
  boolean,
  checkedByRule,
  type Field,
  filledList,
  filledText,
  integer,
  list,
  object,
  oneOf,
  record,
  type Shape,
  text,
} from "./shapes.ts";

/** The shape of flow files and bare processes: language.md, 'The flow language'. */

const users: Field = { shape: filledList(text), required: true, doc: "Names of participants, as in the parameters." };
const documents: Field = { shape: filledList(text), required: true, doc: "Names of documents, as in the parameters." };

const message: Shape = {
  kind: "either",
  text,
  list: checkedByRule,
  object: object({ message: { shape: text, required: true, doc: "The name of a message of the parameters." } }),
};

const methodFields = {
  email: { shape: message, doc: "Send an e-mail with this message." },
  sms: { shape: message, doc: "Send an SMS with this message." },
  "email-link-only": {
    shape: boolean,
    since: since("email-link-only"),
    doc: "Confirmations only: the e-mail carries the access link and no documents.",
  },
} satisfies Record<string, Field>;

const notify = object({
  users: { ...users, doc: "Who is notified." },
  kind: { shape: oneOf("standard", "confirmation"), doc: "standard (default) invites, confirmation sends the result." },
  methods: { shape: object(methodFields), required: true, doc: "How: email, sms or both." },
});

const viewing = object({ users, documents });

const actions: Record<string, Field> = {
  notify: { shape: notify, doc: "Sends a message with an access link to participants." },
  callback: {
    shape: object({
      "callback-name": { shape: filledText, required: true, doc: "The name that the callback carries." },
    }),
    since: since("callback action"),
    doc: "Posts a custom callback to the draft's callback url.",
  },
  "allow-viewing": {
    shape: viewing,
    since: since("allow-viewing"),
    doc: "Lets participants see documents (micro_api flows only).",
  },
  "deny-viewing": {
    shape: viewing,
    since: since("deny-viewing"),
    doc: "Stops participants from seeing documents (micro_api flows only).",
  },
};

const act = object({ users, documents });
const group = object({
  users,
  documents,
  count: { shape: integer, required: true, doc: "How many of the users are needed." },
});
const groups: Shape = { kind: "either", text: checkedByRule, list: filledList(group), object: group };

const expect = object({
  "signed-by": { shape: act, doc: "Every user signs every document." },
  "approved-by": { shape: act, doc: "Every user approves every document." },
  "signed-by-group-of": {
    shape: groups,
    since: since("signed-by-group-of"),
    doc: "At least `count` of the users sign every document.",
  },
  "approved-by-group-of": {
    shape: groups,
    since: since("approved-by-group-of"),
    doc: "At least `count` of the users approve every document.",
  },
  "redirect-to": {
    shape: object({
      users,
      url: { shape: text, required: true, doc: "Where the participant goes after their last act." },
    }),
    since: since("redirect-to"),
    doc: "Sends participants on to a web page once they have done their part of the stage.",
  },
});

const stage = object({
  actions: {
    shape: list({ kind: "single", what: "action", value: actions }),
    required: true,
    doc: "Run once, in order, when the stage is entered; may be empty.",
  },
  expect: { shape: expect, required: true, doc: "What must hold before the next stage; `{}` holds at once." },
});

const reminder = object({
  users: { shape: filledList(text), doc: "Whom to remind; omitted: everybody with pending actions." },
  methods: { shape: object(methodFields), doc: "How; omitted: the way of the participant's last invitation." },
  date: {
    shape: object({
      type: {
        shape: text,
        required: true,
        doc: "`relative`: days from the moment when the participant's actions became pending.",
      },
      days_delay: { shape: checkedByRule, required: true, doc: "Days to wait, at least 1." },
      repeat: {
        shape: oneOf("never", "periodically"),
        since: since("repeat"),
        doc: "never (default) or periodically (dsl-version 0.3.0).",
      },
    }),
    required: true,
    doc: "When.",
  },
});

export const processShape = object({
  "dsl-version": { shape: text, required: true, doc: "Version of the language: 0.1.0, 0.2.0 or 0.3.0." },
  "allow-rejections": {
    shape: boolean,
    since: since("allow-rejections"),
    doc: "false: participants cannot reject the whole flow. Default true.",
  },
  stages: {
    shape: filledList({ kind: "single", what: "stage", value: stage }),
    required: true,
    doc: "The stages, in order.",
  },
  "automatic-reminders": {
    shape: list(reminder),
    since: since("automatic-reminders"),
    doc: "Messages that go out by themselves while somebody is awaited.",
  },
});

/** Which other fields may stand here depends on the provider: P001. */
const authentication = {
  shape: object({ provider: { shape: text, required: true, doc: "The authentication provider." } }, { open: true }),
  nullable: true,
} as const satisfies Omit<Field, "doc">;

const participant = object({
  id_type: { shape: oneOf("email", "phone_number", "user_id", "full_name"), required: true, doc: "What `id` is." },
  id: { shape: filledText, required: true, doc: "Identifies the participant." },
  email: { shape: filledText, nullable: true, doc: "Where mail goes if `id` is not an e-mail address." },
  phone_number: { shape: filledText, nullable: true, doc: "Where SMS go if `id` is not a phone number." },
  auth_to_view: { ...authentication, doc: "Authentication before viewing while the flow runs." },
  auth_to_view_archived: { ...authentication, doc: "Authentication before viewing after the flow has ended." },
  auth_to_sign: { ...authentication, doc: "Authentication before signing or approving." },
});

const parameters = object({
  documents: {
    shape: record(text),
    nullable: true,
    doc: "Document names to identifiers; in a file also relative paths.",
  },
  users: { shape: record(participant), nullable: true, doc: "Participant names to participants." },
  messages: { shape: record(text), nullable: true, doc: "Message names to texts." },
});

const settings = object({
  automatic_document_redirects: {
    shape: checkedByRule,
    nullable: true,
    since: since("automatic_document_redirects"),
    doc: "last_action (default), always or never.",
  },
  accessible_duration: {
    shape: checkedByRule,
    nullable: true,
    since: since("accessible_duration"),
    doc: "Days after the end during which participants may open their pages: 1 to 3650, default 365.",
  },
  time_zone: {
    shape: filledText,
    nullable: true,
    ours: true,
    doc: "IANA name; 'the same time' of periodic reminders is meant there.",
  },
});

const callback = object({
  url: { shape: text, required: true, doc: "Where callbacks are posted." },
  version: { shape: { kind: "constant", value: 1 }, doc: "Version of the event bodies: 1." },
  auth: {
    shape: object(
      {
        type: { shape: oneOf("basic"), required: true, doc: "basic: user name and password." },
        username: { shape: text, required: true, doc: "User name." },
        password_ref: { shape: filledText, ours: true, doc: "Name of a password in the secret store." },
      },
      {
        notes: {
          password: "A password does not belong in a file: keep it in the secret store and write `password_ref: NAME`.",
        },
      },
    ),
    nullable: true,
    since: since("callback auth"),
    doc: "Basic authentication of the callbacks.",
  },
});

export const flowShape = object({
  title: { shape: text, nullable: true, doc: "What people call this flow." },
  process: { shape: processShape, required: true, doc: "The process: stages, actions, conditions." },
  process_parameters: { shape: parameters, nullable: true, doc: "Participants, documents and messages." },
  process_settings: { shape: settings, nullable: true, ours: true, doc: "Settings of the whole process." },
  duration: {
    shape: checkedByRule,
    nullable: true,
    since: since("duration"),
    doc: "Days after the start until the flow times out: 1 to 365, default 90.",
  },
  callback: { shape: callback, nullable: true, doc: "Where callbacks go." },
  folder_id: { shape: filledText, nullable: true, doc: "Folder of the resulting instance." },
  flow_kind: {
    shape: oneOf("standard", "micro_api"),
    nullable: true,
    ours: true,
    doc: "standard (default) or micro_api.",
  },
});
