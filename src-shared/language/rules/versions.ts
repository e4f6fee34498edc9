import { msg, nearest, short, type Translatable } from "../../basics/index.ts";
import { dslVersions, normalVersion } from "../model/defaults.ts";
import type { Reading } from "../model/reading.ts";
import { choices } from "../schema/check.ts";
import { fixOf, likewise, replacing } from "../syntax/problems.ts";
import { keyOf, member, type Node, pathOf, plainValue } from "../syntax/tree.ts";
import { invitation, signer, viewing } from "./example.ts";
import type { Report, Rule, RuleContext } from "./rule.ts";
import { checkService } from "./service.ts";

/** What the interface has removed, where authors still write it, and what to do instead [interface 2.1, 9]. */
const removedFields: ReadonlyMap<string, Translatable> = new Map([
  ["template_id", msg`templates were removed in 0.16.0: write the process out`],
  ["template_parameters", msg`templates were removed in 0.16.0: write the process out`],
  ["use_micro_api", msg`it was removed in 0.30.0: write \`flow_kind: micro_api\` beside the process`],
]);

const periodic = (version: string): string =>
  `dsl-version: "${version}"\nautomatic-reminders:\n  - date: { type: relative, days_delay: 3, repeat: periodically }`;

export const versionRules: readonly Rule[] = [
  {
    id: "V001",
    severity: "error",
    what: "`dsl-version` is a version of the language.",
    fails: { process: 'dsl-version: "0.4.0"' },
    passes: { process: 'dsl-version: "0.3.0"' },
    check: ({ version }, report) => {
      if (version === null || normalVersion(version.value) !== null) return;
      const meant = nearest(String(version.value), dslVersions);
      const message = msg`\`dsl-version\` is \`${short(String(version.value))}\`: it must be ${choices(dslVersions)}.`;
      const fix = meant === null ? null : replacing(msg`Write "${meant}"`, version, `"${meant}"`);
      report({ node: version, message, fix });
    },
  },
  {
    id: "V003",
    severity: "error",
    what: "`repeat: periodically` needs `dsl-version` 0.3.0.",
    fails: { process: periodic("0.2.0") },
    passes: { process: periodic("0.3.0") },
    check: checkPeriodically,
  },
  {
    id: "V004",
    severity: "hint",
    what: "The version of the language is written out.",
    fails: { process: 'dsl-version: "0.3"' },
    passes: { process: 'dsl-version: "0.3.0"' },
    check: ({ version }, report) => {
      const full = normalVersion(version?.value);
      if (version === null || full === null || full === version.value) return;
      const message = msg`"${String(version.value)}" is short for "${full}": write it out.`;
      report({ node: version, message, fix: replacing(msg`Write "${full}"`, version, `"${full}"`) });
    },
  },
  {
    id: "V101",
    severity: "error",
    what: "The service that the draft is bound to knows every element of it (here one that reports 0.32.0).",
    targetApiVersion: "0.32.0",
    fails: { process: 'dsl-version: "0.3.0"\nallow-rejections: false' },
    passes: { process: 'dsl-version: "0.3.0"' },
    check: checkService,
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
      actions: `${invitation}\n${viewing}`,
    },
    check: checkViewedBy,
  },
  {
    id: "V202",
    severity: "error",
    what: "`sms_pin` was removed in 0.29.0; `sms_otp` replaces it.",
    fails: { users: signer('phone_number: "+46701740605"\n  auth_to_sign: { provider: sms_pin }') },
    passes: { users: signer('phone_number: "+46701740605"\n  auth_to_sign: { provider: sms_otp }') },
    needsDraft: true,
    check: ({ authentications }, report) => {
      for (const { participant, provider, providerNode: node } of authentications) {
        if (provider !== "sms_pin" || node === null) continue;
        const message = msg`\`sms_pin\` of \`${short(participant.name)}\` was removed in 0.29.0: use \`sms_otp\`.`;
        report({ node, message, fix: replacing(msg`Use sms_otp`, node, likewise(node, "sms_otp")) });
      }
    },
  },
  {
    id: "V203",
    severity: "error",
    what: "`template_id` and `template_parameters` were removed in 0.16.0, `use_micro_api` in 0.30.0.",
    fails: { top: "use_micro_api: true" },
    passes: { top: "flow_kind: micro_api" },
    check: ({ root, process }, report) => {
      for (const place of new Set([root, process])) {
        for (const [key, advice] of removedFields) {
          const found = member(place, key);
          const message = msg`\`${key}\` is no longer known; ${advice}.`;
          if (found !== null) report({ node: found, range: keyOf(found), message });
        }
      }
    },
  },
  {
    id: "V204",
    severity: "hint",
    what: "`require_auto_start_token` has been ignored since 0.43.0.",
    fails: { users: signer("auth_to_sign: { provider: se_eid, require_auto_start_token: true }") },
    passes: { users: signer("auth_to_sign: { provider: se_eid }") },
    needsDraft: true,
    check: ({ authentications }, report, { editor }) => {
      for (const { node, provider } of authentications) {
        const found = member(node, "require_auto_start_token");
        if (found === null || provider !== "se_eid") continue;
        const message = msg`\`require_auto_start_token\` is ignored since 0.43.0, as if it were true: remove it.`;
        report({ node: found, range: keyOf(found), message, fix: fixOf(msg`Remove it`, editor.remove(found)) });
      }
    },
  },
];

function checkPeriodically({ reminders, version }: Reading, report: Report): void {
  const known = normalVersion(version?.value);
  if (version === null || known === null || known === "0.3.0") return;
  for (const { date, periodically } of reminders) {
    const repeat = member(date, "repeat");
    if (!periodically || repeat === null) continue;
    const message = msg`\`repeat: periodically\` needs \`dsl-version\` "0.3.0", and this process says "${String(version.value)}": raise it.`;
    const related = [{ range: version.range, message: msg`The version of this process` }];
    report({ node: repeat, message, related, fix: replacing(msg`Raise dsl-version to "0.3.0"`, version, '"0.3.0"') });
  }
}

function checkViewedBy({ stages }: Reading, report: Report, { editor }: RuleContext): void {
  for (const { node } of stages) {
    const found = member(member(node, "expect"), "viewed-by");
    if (found === null) continue;
    const message = msg`\`viewed-by\` was removed in 0.18.0: use the action \`allow-viewing\` of a micro_api flow.`;
    const fix = fixOf(msg`Turn it into allow-viewing`, allowViewingEdits(node, found, editor));
    report({ node: found, range: keyOf(found), message, fix });
  }
}

function allowViewingEdits(stage: Node, viewedBy: Node, editor: RuleContext["editor"]) {
  const actions = member(stage, "actions");
  const removal = editor.remove(viewedBy);
  if (removal === null || actions?.kind !== "list") return null;
  const addition = editor.set([...pathOf(actions), actions.items.length], { "allow-viewing": plainValue(viewedBy) });
  if (addition === null) return null;
  return [...removal, ...addition].sort((a, b) => a.range.from - b.range.from);
}
