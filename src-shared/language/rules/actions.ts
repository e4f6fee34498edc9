import { msg, short, type Translatable } from "../../basics/index.ts";
import type { Mention, Reading, ReadMethods, ReadParticipant } from "../model/reading.ts";
import { headRange, isUnset, keyOf, type MapNode, member, memberText, type Node, shownRange } from "../syntax/tree.ts";
import { invitation, viewing } from "./example.ts";
import type { Finding, Report, Rule } from "./rule.ts";

/** Rules on what a stage does when it is entered: A. */
export const actionRules: readonly Rule[] = [
  {
    id: "A001",
    severity: "error",
    what: "A notify says how: by e-mail, SMS or both.",
    fails: { actions: `${invitation}\n- notify: { users: [alice], methods: {} }` },
    passes: { actions: invitation },
    check: checkMethods,
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
    needsDraft: true,
    check: checkContacts,
  },
  {
    id: "A003",
    severity: "hint",
    what: "`email-link-only` says something about confirmations only.",
    fails: { actions: "- notify: { users: [alice], methods: { email: invitation, email-link-only: true } }" },
    passes: {
      archive: "- notify: { users: [alice], kind: confirmation, methods: { email: done, email-link-only: true } }",
    },
    check: ({ actions, reminders }, report) => {
      const check = (methods: ReadMethods | null, what: Translatable): void => {
        const node = methods?.linkOnly;
        if (!node) return;
        const message = msg`\`email-link-only\` says something about confirmations only and is ignored in ${what}: remove it, or write \`kind: confirmation\`.`;
        report({ node, range: keyOf(node), message });
      };
      for (const { kind, confirmation, methods } of actions)
        if (kind === "notify" && !confirmation) check(methods, msg`this notify`);
      for (const { methods } of reminders) check(methods, msg`a reminder`);
    },
  },
  {
    id: "A004",
    severity: "error",
    what: "Viewing permissions work in micro_api flows only.",
    fails: { actions: `${invitation}\n${viewing}` },
    passes: { top: "flow_kind: micro_api", actions: `${invitation}\n${viewing}` },
    needsDraft: true,
    check: ({ root, actions }, report) => {
      if (memberText(root, "flow_kind")?.value === "micro_api") return;
      for (const { kind, node } of actions) {
        if (kind !== "allow-viewing" && kind !== "deny-viewing") continue;
        const message = msg`\`${kind}\` works in micro_api flows only: remove it, or write \`flow_kind: micro_api\` beside the process.`;
        report({ node, range: headRange(node), message });
      }
    },
  },
];

function checkMethods({ actions, reminders }: Reading, report: Report): void {
  const check = (owner: Node, what: Translatable, optional: boolean): void => {
    const methods = member(owner, "methods");
    if (owner.kind !== "map" || (optional && methods === null)) return;
    const none = methods === null ? true : methods.kind === "map" ? !hasMethod(methods) : isUnset(methods);
    if (!none) return;
    const message = msg`${what} names no method: write \`methods: { email: { message: NAME } }\`, or sms, or both.`;
    if (methods === null) report({ node: owner, member: "methods", range: headRange(owner), message });
    else report({ node: methods, range: shownRange(methods), message });
  };
  for (const { kind, node } of actions) if (kind === "notify") check(node, msg`This notify`, false);
  for (const { node } of reminders) check(node, msg`This reminder`, true);
}

/** Unknown keys are the shape check's, which offers the right spelling. */
function hasMethod(methods: MapNode): boolean {
  return [...methods.entries.keys()].some((key) => key !== "email-link-only");
}

function checkContacts({ actions, participants }: Reading, report: Report): void {
  for (const { users, methods } of actions) {
    for (const mention of users) {
      const participant = participants.get(mention.name);
      if (methods === null || participant === undefined) continue;
      const lacks = [
        ...(methods.email !== null && participant.email === null ? [contacts.email] : []),
        ...(methods.sms !== null && participant.phoneNumber === null ? [contacts.sms] : []),
      ];
      for (const contact of lacks) report(lackingContact(mention, participant, contact));
    }
  }
}

const contacts = {
  email: { what: msg`e-mail address`, field: "email", way: msg`e-mail` },
  sms: { what: msg`phone number`, field: "phone_number", way: msg`SMS` },
} as const;

function lackingContact(
  { name, node }: Mention,
  participant: ReadParticipant,
  { what, field, way }: (typeof contacts)[keyof typeof contacts],
): Finding {
  return {
    node,
    message: msg`\`${short(name)}\` is notified by ${way} and has no ${what}: add \`${field}\` to the participant, or notify another way.`,
    related: [{ range: keyOf(participant.node), message: msg`\`${short(name)}\` is given here` }],
  };
}
