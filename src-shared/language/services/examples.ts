/** A few lines of YAML for each key of the language; where two elements share a key, its owner goes before it. */
const examples: Readonly<Record<string, string>> = {
  title: "title: Loan agreement",
  process: 'process:\n  dsl-version: "0.3.0"\n  stages:\n    - signing: { actions: [], expect: {} }',
  process_parameters: "process_parameters:\n  documents: { contract: ./contract.pdf }",
  process_settings: "process_settings:\n  automatic_document_redirects: always",
  duration: "duration: 30",
  folder_id: "folder_id: home",
  flow_kind: "flow_kind: micro_api",
  "/callback": "callback:\n  url: http://localhost:8080/hook",
  "callback/url": "url: http://localhost:8080/hook",
  version: "version: 1",
  auth: "auth: { type: basic, username: hook, password_ref: HOOK }",
  "auth/type": "type: basic",
  username: "username: hook",
  password_ref: "password_ref: HOOK",
  "dsl-version": 'dsl-version: "0.3.0"',
  "allow-rejections": "allow-rejections: false",
  stages:
    "stages:\n  - signing:\n      actions: []\n      expect:\n        signed-by: { users: [alice], documents: [contract] }",
  "automatic-reminders":
    "automatic-reminders:\n  - date: { type: relative, days_delay: 3, repeat: periodically }\n    methods: { email: reminder }",
  actions: "actions:\n  - notify: { users: [alice], methods: { email: invitation } }",
  expect: "expect:\n  signed-by: { users: [alice, bob], documents: [contract] }",
  notify: "notify: { users: [alice], methods: { email: invitation, sms: invitation-sms } }",
  callback: "callback: { callback-name: signing-started }",
  "callback-name": "callback-name: signing-started",
  "allow-viewing": "allow-viewing: { users: [carol], documents: [annex] }",
  "deny-viewing": "deny-viewing: { users: [carol], documents: [annex] }",
  "signed-by": "signed-by: { users: [alice, bob], documents: [contract] }",
  "approved-by": "approved-by: { users: [carol], documents: [contract] }",
  "signed-by-group-of": "signed-by-group-of: { users: [dora, dina, dan], documents: [contract], count: 2 }",
  "approved-by-group-of": "approved-by-group-of: { users: [erik, eva], documents: [contract], count: 1 }",
  "redirect-to": 'redirect-to: { users: [alice], url: "https://example.test/done" }',
  "redirect-to/url": 'url: "https://example.test/done"',
  users: "users: [alice, bob]",
  "process_parameters/users": "users:\n  alice: { id_type: email, id: alice@example.test }",
  documents: "documents: [contract]",
  "process_parameters/documents": "documents:\n  contract: ./contract.pdf",
  messages: "messages:\n  invitation: Please sign the contract",
  count: "count: 2",
  kind: "kind: confirmation",
  methods: "methods: { email: invitation }",
  "methods/email": "email: { message: invitation }",
  sms: "sms: { message: invitation-sms }",
  "email-link-only": "email-link-only: true",
  message: "message: invitation",
  date: "date: { type: relative, days_delay: 3 }",
  type: "type: relative",
  days_delay: "days_delay: 3",
  repeat: "repeat: periodically",
  id_type: "id_type: email",
  id: "id: alice@example.test",
  email: "email: alice@example.test",
  phone_number: 'phone_number: "+46701740605"',
  auth_to_view: "auth_to_view: { provider: se_eid }",
  auth_to_view_archived: "auth_to_view_archived: { provider: ftn }",
  auth_to_sign: "auth_to_sign: { provider: sms_otp, max_failures: 3 }",
  provider: "provider: sms_otp",
  automatic_document_redirects: "automatic_document_redirects: always",
  accessible_duration: "accessible_duration: 365",
  time_zone: "time_zone: Europe/Stockholm",
};

/** The example for the member that a path leads to; null where the language knows none. */
export function exampleOf(path: readonly (string | number)[]): string | null {
  const key = String(path.at(-1));
  const owner =
    path.length === 1 ? "" : String(path.findLast((step, at) => at < path.length - 1 && typeof step === "string"));
  const name = [`${owner}/${key}`, key].find((known) => Object.hasOwn(examples, known));
  return name === undefined ? null : (examples[name] ?? null);
}
