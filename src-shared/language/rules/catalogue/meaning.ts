import type { RuleEntry } from "./entry.ts";

const reminder = (date: string): string => `dsl-version: "0.3.0"\nautomatic-reminders:\n  - date: ${date}`;
const signer = (authentication: string): string =>
  `alice:\n  id_type: email\n  id: alice@example.test\n  ${authentication}`;
const two = "alice: { id_type: email, id: alice@example.test }\nbob: { id_type: email, id: bob@example.test }";
const invited = "- notify: { users: [alice, bob], methods: { email: invitation } }";

/** A, E, T, P and F: actions, expectations, times, parameters, and the flow as a whole. */
export const meaningEntries: readonly RuleEntry[] = [
  {
    id: "A001",
    severity: "error",
    what: "A notify says how: by e-mail, SMS or both.",
    fails: {
      actions: `- notify: { users: [alice], methods: { email: invitation } }
- notify: { users: [alice], methods: {} }`,
    },
    passes: { actions: "- notify: { users: [alice], methods: { email: invitation } }" },
  },
  {
    id: "A002",
    severity: "error",
    what: "Whoever is notified has the e-mail address or phone number that the method needs.",
    fails: { actions: "- notify: { users: [alice], methods: { sms: invitation } }" },
    passes: {
      actions: "- notify: { users: [alice], methods: { sms: invitation } }",
      users: 'alice: { id_type: email, id: alice@example.test, phone_number: "+46701740605" }',
    },
  },
  {
    id: "A003",
    severity: "hint",
    what: "`email-link-only` says something about confirmations only.",
    fails: { actions: "- notify: { users: [alice], methods: { email: invitation, email-link-only: true } }" },
    passes: {
      archive: "- notify: { users: [alice], kind: confirmation, methods: { email: done, email-link-only: true } }",
    },
  },
  {
    id: "A004",
    severity: "error",
    what: "Viewing permissions work in micro_api flows only.",
    fails: {
      actions: `- notify: { users: [alice], methods: { email: invitation } }
- allow-viewing: { users: [alice], documents: [contract] }`,
    },
    passes: {
      top: "flow_kind: micro_api",
      actions: `- notify: { users: [alice], methods: { email: invitation } }
- allow-viewing: { users: [alice], documents: [contract] }`,
    },
  },
  {
    id: "E001",
    severity: "error",
    what: "`count` is at least 1 and at most the number of users of the group.",
    fails: {
      actions: invited,
      expect: "signed-by-group-of: { users: [alice, bob], documents: [contract], count: 3 }",
      users: two,
    },
    passes: {
      actions: invited,
      expect: "signed-by-group-of: { users: [alice, bob], documents: [contract], count: 2 }",
      users: two,
    },
  },
  {
    id: "E002",
    severity: "error",
    what: "`redirect-to` names participants who sign or approve in the same stage.",
    fails: {
      actions: invited,
      expect: `signed-by: { users: [alice], documents: [contract] }
redirect-to: { users: [bob], url: "https://example.test/done" }`,
      archive: `- notify: { users: [alice], kind: confirmation, methods: { email: done } }`,
      users: two,
    },
    passes: {
      expect: `signed-by: { users: [alice], documents: [contract] }
redirect-to: { users: [alice], url: "https://example.test/done" }`,
    },
  },
  {
    id: "E003",
    severity: "error",
    what: "`redirect-to` does not stand alone in a stage: it waits for acts of that stage.",
    fails: {
      stages: `- signing:
    actions:
      - notify: { users: [alice], methods: { email: invitation } }
    expect:
      signed-by: { users: [alice], documents: [contract] }
- archive:
    actions:
      - notify: { users: [alice], kind: confirmation, methods: { email: done } }
    expect:
      redirect-to: { users: [alice], url: "https://example.test/done" }`,
    },
    passes: {
      expect: `signed-by: { users: [alice], documents: [contract] }
redirect-to: { users: [alice], url: "https://example.test/done" }`,
    },
  },
  {
    id: "E004",
    severity: "error",
    what: "`redirect-to` leads to a web address, http or https.",
    fails: {
      expect: `signed-by: { users: [alice], documents: [contract] }
redirect-to: { users: [alice], url: "mailto:alice@example.test" }`,
    },
    passes: {
      expect: `signed-by: { users: [alice], documents: [contract] }
redirect-to: { users: [alice], url: "https://example.test/done" }`,
    },
  },
  {
    id: "E005",
    severity: "error",
    what: "Nobody must both sign and approve the same document in one stage.",
    fails: {
      expect: `signed-by: { users: [alice], documents: [contract] }
approved-by: { users: [alice], documents: [contract] }`,
    },
    passes: {
      actions: invited,
      expect: `signed-by: { users: [alice], documents: [contract] }
approved-by: { users: [bob], documents: [contract] }`,
      users: two,
    },
  },
  {
    id: "E006",
    severity: "error",
    what: "Nobody signs, or approves, the same document in two stages.",
    fails: {
      stages: `- signing:
    actions:
      - notify: { users: [alice], methods: { email: invitation } }
    expect:
      signed-by: { users: [alice], documents: [contract] }
- again:
    actions: []
    expect:
      signed-by: { users: [alice], documents: [contract] }
- archive:
    actions:
      - notify: { users: [alice], kind: confirmation, methods: { email: done } }
    expect: {}`,
    },
    passes: {
      stages: `- approval:
    actions:
      - notify: { users: [alice], methods: { email: invitation } }
    expect:
      approved-by: { users: [alice], documents: [contract] }
- signing:
    actions: []
    expect:
      signed-by: { users: [alice], documents: [contract] }
- archive:
    actions:
      - notify: { users: [alice], kind: confirmation, methods: { email: done } }
    expect: {}`,
    },
  },
  {
    id: "E007",
    severity: "warning",
    what: "A group asks for something that the other conditions of its stage do not give anyway.",
    fails: {
      expect: `signed-by: { users: [alice], documents: [contract] }
signed-by-group-of: { users: [alice], documents: [contract], count: 1 }`,
    },
    passes: { expect: "signed-by: { users: [alice], documents: [contract] }" },
  },
  {
    id: "T001",
    severity: "error",
    what: "`days_delay` is a whole number of days, at least 1.",
    fails: { process: reminder("{ type: relative, days_delay: 0 }") },
    passes: { process: reminder("{ type: relative, days_delay: 1 }") },
  },
  {
    id: "T002",
    severity: "error",
    what: "`repeat` goes with `type: relative`. (Every other type breaks T004 as well.)",
    fails: { process: reminder("{ type: weekly, days_delay: 3, repeat: never }") },
    passes: { process: reminder("{ type: relative, days_delay: 3, repeat: never }") },
  },
  {
    id: "T003",
    severity: "warning",
    what: "The first reminder comes before the time-out.",
    fails: { top: "duration: 30", process: reminder("{ type: relative, days_delay: 30 }") },
    passes: { top: "duration: 30", process: reminder("{ type: relative, days_delay: 7 }") },
  },
  {
    id: "T004",
    severity: "error",
    what: "`date.type` is `relative`, the only type that the interface names.",
    fails: { process: reminder("{ type: absolute, days_delay: 3 }") },
    passes: { process: reminder("{ type: relative, days_delay: 3 }") },
  },
  {
    id: "P001",
    severity: "error",
    what: "A provider gets its own fields only, within their ranges.",
    fails: { users: signer("auth_to_sign: { provider: se_eid, max_failures: 256 }") },
    passes: { users: signer("auth_to_sign: { provider: se_eid, max_failures: 3 }") },
  },
  {
    id: "P002",
    severity: "error",
    what: "The provider is one that the interface names.",
    fails: { users: signer("auth_to_sign: { provider: pigeon }") },
    passes: { users: signer("auth_to_sign: { provider: ftn }") },
  },
  {
    id: "P003",
    severity: "error",
    what: "Whoever authenticates by SMS has a phone number.",
    fails: { users: signer("auth_to_sign: { provider: sms_otp }") },
    passes: { users: signer('phone_number: "+46701740605"\n  auth_to_sign: { provider: sms_otp }') },
  },
  {
    id: "P004",
    severity: "error",
    what: "A method that authenticates to view only is not used to sign.",
    fails: { users: signer("auth_to_sign: { provider: dk_eid_new }") },
    passes: { users: signer("auth_to_view: { provider: dk_eid_new }") },
  },
  {
    id: "P005",
    severity: "error",
    what: "`duration` is 1 to 365 days, `accessible_duration` 1 to 3650, `automatic_document_redirects` one of its three values.",
    fails: { top: "duration: 400" },
    passes: { top: "duration: 365" },
  },
  {
    id: "P006",
    severity: "error",
    what: "The callback goes to a web address without a user name or password, which belong in `auth`; the user name there has no colon and no control characters. A host that is neither this machine nor allowed in the workspace is a warning: local runs deliver to the built-in receiver.",
    fails: { top: "callback: { url: ftp://localhost/hook }" },
    passes: { top: "callback: { url: http://localhost:8080/hook }" },
  },
  {
    id: "P007",
    severity: "error",
    what: "An e-mail address is one address, and a phone number has digits and what parts them only.",
    fails: { users: signer('email: "alice@example.test, bob@example.test"') },
    passes: { users: signer("email: alice@example.test") },
  },
  {
    id: "F001",
    severity: "error",
    what: "Every stage can be completed and is reached.",
    fails: {
      top: "flow_kind: micro_api",
      actions: `- notify: { users: [alice], methods: { email: invitation } }
- deny-viewing: { users: [alice], documents: [contract] }`,
    },
    passes: {
      top: "flow_kind: micro_api",
      actions: `- notify: { users: [alice], methods: { email: invitation } }
- allow-viewing: { users: [alice], documents: [contract] }`,
    },
  },
  {
    id: "F002",
    severity: "warning",
    what: "Somebody signs or approves every document.",
    fails: {
      top: "flow_kind: micro_api",
      actions: `- notify: { users: [alice], methods: { email: invitation } }
- allow-viewing: { users: [alice], documents: [annex] }`,
      documents: "contract: ./contract.pdf\nannex: ./annex.pdf",
    },
    passes: {
      expect: "signed-by: { users: [alice], documents: [contract, annex] }",
      documents: "contract: ./contract.pdf\nannex: ./annex.pdf",
    },
  },
  {
    id: "F003",
    severity: "hint",
    what: "A participant who never signs or approves only gets mail; that may be meant.",
    fails: {
      archive: "- notify: { users: [alice, bob], kind: confirmation, methods: { email: done } }",
      users: two,
    },
    passes: { archive: "- notify: { users: [alice], kind: confirmation, methods: { email: done } }" },
  },
  {
    id: "F004",
    severity: "hint",
    what: "Whoever must act is invited; otherwise only the access link reaches them.",
    fails: { expect: "signed-by: { users: [alice, bob], documents: [contract] }", users: two },
    passes: { actions: invited, expect: "signed-by: { users: [alice, bob], documents: [contract] }", users: two },
  },
  {
    id: "F005",
    severity: "hint",
    what: "Somebody receives the final documents.",
    fails: {
      stages: `- signing:
    actions:
      - notify: { users: [alice], methods: { email: invitation } }
    expect:
      signed-by: { users: [alice], documents: [contract] }`,
      messages: "invitation: Please sign",
    },
    passes: {
      stages: `- signing:
    actions:
      - notify: { users: [alice], methods: { email: invitation } }
    expect:
      signed-by: { users: [alice], documents: [contract] }
- archive:
    actions:
      - notify: { users: [alice], kind: confirmation, methods: { email: done } }
    expect: {}`,
    },
  },
  {
    id: "F006",
    severity: "warning",
    what: "Confirmations come after the last signature or approval.",
    fails: {
      actions: `- notify: { users: [alice], methods: { email: invitation } }
- notify: { users: [alice], kind: confirmation, methods: { email: done } }`,
    },
    passes: { archive: "- notify: { users: [alice], kind: confirmation, methods: { email: done } }" },
  },
  {
    id: "F007",
    severity: "hint",
    what: "A stage does something or waits for something.",
    fails: {
      stages: `- signing:
    actions:
      - notify: { users: [alice], methods: { email: invitation } }
    expect:
      signed-by: { users: [alice], documents: [contract] }
- pause: { actions: [], expect: {} }
- archive:
    actions:
      - notify: { users: [alice], kind: confirmation, methods: { email: done } }
    expect: {}`,
    },
    passes: {
      stages: `- signing:
    actions:
      - notify: { users: [alice], methods: { email: invitation } }
    expect:
      signed-by: { users: [alice], documents: [contract] }
- archive:
    actions:
      - notify: { users: [alice], kind: confirmation, methods: { email: done } }
    expect: {}`,
    },
  },
  {
    id: "F008",
    severity: "hint",
    what: "Each member of a K-of-N group can end the flow by rejecting, even while others suffice.",
    fails: {
      actions: invited,
      expect: "signed-by-group-of: { users: [alice, bob], documents: [contract], count: 1 }",
      users: two,
    },
    passes: {
      actions: invited,
      expect: "signed-by-group-of: { users: [alice, bob], documents: [contract], count: 2 }",
      users: two,
    },
  },
];
