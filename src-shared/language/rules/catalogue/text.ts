import { limits } from "../../limits.ts";
import type { RuleEntry } from "./entry.ts";
import { exampleText } from "./example.ts";

const sound = exampleText({});
/** Made when it is asked for: nobody should carry a mebibyte of x around. */
const tooLong = {
  get text(): string {
    return `title: "${"x".repeat(limits.bytes)}"\n${sound}`;
  },
  shown: 'title: "xxxxxxxxxx… (over 1 MiB)"\n',
};

/** S, V, N and R: the text, its versions, names and references. */
export const textEntries: readonly RuleEntry[] = [
  {
    id: "S001",
    severity: "error",
    what: "The text is YAML 1.2 or JSON.",
    fails: { settings: 'time_zone: "Europe/Stockholm' },
    passes: { settings: 'time_zone: "Europe/Stockholm"' },
  },
  {
    id: "S002",
    severity: "error",
    what: "A map has each key once.",
    fails: { top: "duration: 30\nduration: 60" },
    passes: { top: "duration: 60" },
  },
  {
    id: "S003",
    severity: "error",
    what: "Only keys of the language stand in a flow.",
    fails: { process: 'dsl-version: "0.3.0"\nallow-rejection: false' },
    passes: { process: 'dsl-version: "0.3.0"\nallow-rejections: false' },
  },
  {
    id: "S004",
    severity: "error",
    what: "A value has the type that its key takes. YAML 1.2 reads `no` as a text and `0.3` as a number.",
    fails: { process: 'dsl-version: "0.3.0"\nallow-rejections: no' },
    passes: { process: 'dsl-version: "0.3.0"\nallow-rejections: false' },
  },
  {
    id: "S005",
    severity: "error",
    what: "The keys that an element needs are there.",
    fails: { expect: "signed-by: { users: [alice], documents: [contract] }\napproved-by: { users: [alice] }" },
    passes: { expect: "signed-by: { users: [alice], documents: [contract] }" },
  },
  {
    id: "S006",
    severity: "error",
    what: "A list that names who or what is meant is not empty.",
    fails: { actions: "- notify: { users: [], methods: { email: invitation } }" },
    passes: { actions: "- notify: { users: [alice], methods: { email: invitation } }" },
  },
  {
    id: "S007",
    severity: "error",
    what: `Aliases and merge keys add at most 1 MiB and ${limits.expandedNodes.toLocaleString("en")} values; more are refused, never expanded.`,
    fails: { expect: "signed-by: &endless { users: [alice], documents: [contract], <<: *endless }" },
    passes: {
      actions: "- notify: { users: &signers [alice], methods: { email: invitation } }",
      expect: "signed-by: { users: *signers, documents: [contract] }",
    },
  },
  {
    id: "S008",
    severity: "error",
    what: `A text has at most 1 MiB, ${limits.depth} levels, and ${limits.stages.toLocaleString("en")} stages, participants and documents each.`,
    fails: tooLong,
    passes: { top: "title: Loan" },
  },
  {
    id: "S009",
    severity: "error",
    what: "Lines are indented with spaces, and no byte stands in the text that YAML forbids.",
    fails: { settings: "\ttime_zone: Europe/Stockholm" },
    passes: { settings: "time_zone: Europe/Stockholm" },
  },
  {
    id: "V001",
    severity: "error",
    what: "`dsl-version` is a version of the language.",
    fails: { process: 'dsl-version: "0.4.0"' },
    passes: { process: 'dsl-version: "0.3.0"' },
  },
  {
    id: "V003",
    severity: "error",
    what: "`repeat: periodically` needs `dsl-version` 0.3.0.",
    fails: {
      process:
        'dsl-version: "0.2.0"\nautomatic-reminders:\n  - date: { type: relative, days_delay: 3, repeat: periodically }',
    },
    passes: {
      process:
        'dsl-version: "0.3.0"\nautomatic-reminders:\n  - date: { type: relative, days_delay: 3, repeat: periodically }',
    },
  },
  {
    id: "V004",
    severity: "hint",
    what: "The version of the language is written out.",
    fails: { process: 'dsl-version: "0.3"' },
    passes: { process: 'dsl-version: "0.3.0"' },
  },
  {
    id: "V101",
    severity: "error",
    what: "The service that the draft is bound to knows every element of it (here one that reports 0.32.0).",
    targetApiVersion: "0.32.0",
    fails: { process: 'dsl-version: "0.3.0"\nallow-rejections: false' },
    passes: { process: 'dsl-version: "0.3.0"' },
  },
  {
    id: "V201",
    severity: "error",
    what: "`viewed-by` was removed in 0.18.0; the action `allow-viewing` replaces it.",
    fails: {
      top: "flow_kind: micro_api",
      expect:
        "signed-by: { users: [alice], documents: [contract] }\nviewed-by: { users: [alice], documents: [contract] }",
    },
    passes: {
      top: "flow_kind: micro_api",
      actions:
        "- notify: { users: [alice], methods: { email: invitation } }\n- allow-viewing: { users: [alice], documents: [contract] }",
    },
  },
  {
    id: "V202",
    severity: "error",
    what: "`sms_pin` was removed in 0.29.0; `sms_otp` replaces it.",
    fails: {
      users:
        'alice:\n  id_type: email\n  id: alice@example.test\n  phone_number: "+46701740605"\n  auth_to_sign: { provider: sms_pin }',
    },
    passes: {
      users:
        'alice:\n  id_type: email\n  id: alice@example.test\n  phone_number: "+46701740605"\n  auth_to_sign: { provider: sms_otp }',
    },
  },
  {
    id: "V203",
    severity: "error",
    what: "`template_id` and `template_parameters` were removed in 0.16.0, `use_micro_api` in 0.30.0.",
    fails: { top: "use_micro_api: true" },
    passes: { top: "flow_kind: micro_api" },
  },
  {
    id: "V204",
    severity: "hint",
    what: "`require_auto_start_token` has been ignored since 0.43.0.",
    fails: {
      users:
        "alice:\n  id_type: email\n  id: alice@example.test\n  auth_to_sign: { provider: se_eid, require_auto_start_token: true }",
    },
    passes: {
      users: "alice:\n  id_type: email\n  id: alice@example.test\n  auth_to_sign: { provider: se_eid }",
    },
  },
  {
    id: "N001",
    severity: "error",
    what: "Each stage has a name of its own.",
    fails: {
      stages: `- signing:
    actions:
      - notify: { users: [alice], methods: { email: invitation } }
    expect:
      signed-by: { users: [alice], documents: [contract] }
- signing:
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
    id: "N002",
    severity: "error",
    what: "A stage is a map with its name as the only key, an action a map with its kind as the only key.",
    fails: {
      actions: "- notify: { users: [alice], methods: { email: invitation } }\n  callback: { callback-name: started }",
      archive: "- notify: { users: [alice], kind: confirmation, methods: { email: done } }",
    },
    passes: {
      actions: "- notify: { users: [alice], methods: { email: invitation } }\n- callback: { callback-name: started }",
      archive: "- notify: { users: [alice], kind: confirmation, methods: { email: done } }",
    },
  },
  {
    id: "N003",
    severity: "error",
    what: "A process has at least one stage.",
    fails: { text: 'dsl-version: "0.3.0"\nstages: []\n' },
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
    id: "N004",
    severity: "error",
    what: 'A name is not empty, has at most 200 characters, and no control characters or line ends. Nor has the title. No text holds half a character (`"\\ud83d"`) or a control character but the tab and line ends.',
    fails: {
      actions: '- notify: { users: [alice], methods: { email: "new\\tline" } }',
      messages: '"new\\tline": Please sign\ndone: Signed by all',
    },
    passes: {
      actions: '- notify: { users: [alice], methods: { email: "new line" } }',
      messages: '"new line": Please sign\ndone: Signed by all',
    },
  },
  {
    id: "R001",
    severity: "error",
    what: "Every participant of the process is given in the parameters.",
    fails: {
      actions: "- notify: { users: [alice, bob], methods: { email: invitation } }",
      expect: "signed-by: { users: [alice, bob], documents: [contract] }",
    },
    passes: {
      actions: "- notify: { users: [alice, bob], methods: { email: invitation } }",
      expect: "signed-by: { users: [alice, bob], documents: [contract] }",
      users: "alice: { id_type: email, id: alice@example.test }\nbob: { id_type: email, id: bob@example.test }",
    },
  },
  {
    id: "R002",
    severity: "error",
    what: "Every document of the process is given in the parameters.",
    fails: { expect: "signed-by: { users: [alice], documents: [contract, annex] }" },
    passes: {
      expect: "signed-by: { users: [alice], documents: [contract, annex] }",
      documents: "contract: ./contract.pdf\nannex: ./annex.pdf",
    },
  },
  {
    id: "R003",
    severity: "error",
    what: "Every message of the process is given in the parameters.",
    fails: { messages: "invitation: Please sign" },
    passes: { messages: "invitation: Please sign\ndone: Signed by all" },
  },
  {
    id: "R004",
    severity: "warning",
    what: "What the parameters give is used in the process.",
    fails: { messages: "invitation: Please sign\ndone: Signed by all\nspare: Hello" },
    passes: { messages: "invitation: Please sign\ndone: Signed by all" },
  },
  {
    id: "R005",
    severity: "error",
    what: "One document, and one person, stands under one name. People known by their full name only are excepted.",
    fails: {
      expect: "signed-by: { users: [alice], documents: [contract, annex] }",
      documents: 'contract: "1001"\nannex: "1001"',
    },
    passes: {
      expect: "signed-by: { users: [alice], documents: [contract, annex] }",
      documents: 'contract: "1001"\nannex: "1002"',
    },
  },
  {
    id: "R006",
    severity: "error",
    what: "A list names everybody and everything once.",
    fails: { expect: "signed-by: { users: [alice, alice], documents: [contract] }" },
    passes: { expect: "signed-by: { users: [alice], documents: [contract] }" },
  },
  {
    id: "R007",
    severity: "error",
    what: "In a file, the path of a document leads to a file of at most 50 MiB in the folder of the flow file, or below it, with all links resolved. A PDF that is not there yet is told on import.",
    fails: { documents: "contract: ../contract.pdf" },
    passes: { documents: "contract: ./contract.pdf" },
  },
];
