import { describe, expect, test } from "vitest";
import { analyse, exampleText } from "../../src-shared/language/index.ts";

/** For each dated element, a flow that uses it and is otherwise as old as can be. */
const uses: Readonly<Record<string, Parameters<typeof exampleText>[0]>> = {
  repeat: {
    process:
      'dsl-version: "0.3.0"\nautomatic-reminders:\n  - date: { type: relative, days_delay: 3, repeat: periodically }',
  },
  "automatic-reminders": {
    process: 'dsl-version: "0.3.0"\nautomatic-reminders:\n  - date: { type: relative, days_delay: 3 }',
  },
  "email-link-only": {
    archive: "- notify: { users: [alice], kind: confirmation, methods: { email: done, email-link-only: true } }",
  },
  accessible_duration: { settings: "accessible_duration: 30" },
  automatic_document_redirects: { settings: "automatic_document_redirects: never" },
  "allow-rejections": { process: 'dsl-version: "0.3.0"\nallow-rejections: false' },
  duration: { top: "duration: 30" },
  "several confirmations": {
    archive:
      "- notify: { users: [alice], kind: confirmation, methods: { email: done } }\n- notify: { users: [alice], kind: confirmation, methods: { email: invitation } }",
  },
  "callback action": { actions: "- callback: { callback-name: started }", messages: "done: Done" },
  "callback auth": {
    top: "callback: { url: http://localhost/, auth: { type: basic, username: a, password_ref: B } }",
  },
  "allow-viewing": {
    top: "flow_kind: micro_api",
    archive: "- allow-viewing: { users: [alice], documents: [contract] }",
    messages: "invitation: Please sign",
  },
  "deny-viewing": {
    top: "flow_kind: micro_api",
    archive: "- deny-viewing: { users: [alice], documents: [contract] }",
    messages: "invitation: Please sign",
  },
  "redirect-to": {
    expect:
      'signed-by: { users: [alice], documents: [contract] }\nredirect-to: { users: [alice], url: "https://example.test/" }',
  },
  "signed-by-group-of": { expect: "signed-by-group-of: { users: [alice], documents: [contract], count: 1 }" },
  "approved-by-group-of": { expect: "approved-by-group-of: { users: [alice], documents: [contract], count: 1 }" },
  "id_type full_name": { users: "alice: { id_type: full_name, id: Alice, email: alice@example.test }" },
  "kind confirmation": {},
};

function authentication(element: string): Parameters<typeof exampleText>[0] | undefined {
  const [key, value] = element.split(" ");
  const own =
    key === "provider"
      ? `provider: ${value}`
      : key === "method"
        ? `provider: idverify, method: ${value}`
        : key === "allowed_document_countries"
          ? "provider: idverify, allowed_document_countries: [SWE]"
          : null;
  if (own === null) return undefined;
  return {
    users: `alice: { id_type: email, id: alice@example.test, phone_number: "+46701740605", auth_to_view: { ${own} } }`,
  };
}

/** Interface 9.3. */
const dated = Object.entries({
  repeat: "0.48.0",
  "email-link-only": "0.46.0",
  "automatic-reminders": "0.45.0",
  "provider ftn": "0.42.0",
  "method document_and_video": "0.41.0",
  "method document_and_motion": "0.41.0",
  accessible_duration: "0.40.0",
  automatic_document_redirects: "0.39.0",
  "allow-rejections": "0.33.0",
  duration: "0.31.0",
  "several confirmations": "0.28.0",
  "provider sms_otp": "0.25.0",
  "callback action": "0.21.0",
  "callback auth": "0.19.0",
  "provider dk_eid_old": "0.19.0",
  "provider dk_eid_new": "0.19.0",
  "provider dk_eid_new/dk_eid_old": "0.19.0",
  "allow-viewing": "0.18.0",
  "deny-viewing": "0.18.0",
  allowed_document_countries: "0.17.0",
  "redirect-to": "0.17.0",
  "signed-by-group-of": "0.15.0",
  "approved-by-group-of": "0.15.0",
  "provider se_eid": "0.13.0",
  "id_type full_name": "0.13.0",
  "kind confirmation": "0.13.0",
});

describe("V101: each element is refused by the version before the one that brought it, and taken from then on", () => {
  test.each(dated)("%s came with %s", (element, version) => {
    const slots = uses[element] ?? authentication(element);
    if (slots === undefined) throw new Error(`The test knows no flow with ${element}`);
    const text = exampleText(slots);
    const reported = (targetApiVersion: string) =>
      analyse(text, { targetApiVersion })
        .diagnostics.filter(({ rule }) => rule === "V101")
        .map(({ message }) => /came with ([\d.]+)/.exec(message)?.[1]);
    const before = version.replace(/\.(\d+)\./, (_, minor) => `.${Number(minor) - 1}.`);
    expect(reported(before)).toContain(version);
    expect(reported(version)).not.toContain(version);
  });
});

test("V101: every field of a provider is dated by itself, in each of the three authentications", () => {
  const users = `alice: { id_type: email, id: alice@example.test, phone_number: "+46701740605", auth_to_view: { provider: se_eid, personal_number: "198012311234" }, auth_to_sign: { provider: sms_otp, attempts_per_sms: 3 } }`;
  const found = analyse(exampleText({ users }), { targetApiVersion: "0.12.0" }).diagnostics;
  const dated = found.filter(({ rule }) => rule === "V101").map(({ pointer }) => pointer);
  expect(dated).toContain("/process_parameters/users/alice/auth_to_view/personal_number");
  expect(dated).toContain("/process_parameters/users/alice/auth_to_sign/attempts_per_sms");
});
