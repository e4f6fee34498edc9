import { msg, short } from "../../basics/index.ts";
import {
  type Mention,
  namesOf,
  type ReadAction,
  type ReadCondition,
  type Reading,
  type ReadStage,
} from "../model/reading.ts";
import { fixOf } from "../syntax/problems.ts";
import { headRange, keyOf, member } from "../syntax/tree.ts";
import { NameIndex, type NameSet } from "./coverage.ts";
import { archive, confirmation, invitation, invited, signing, two, twoStages, viewing } from "./example.ts";
import { bindsEverybody } from "./expectations.ts";
import type { Report, Rule } from "./rule.ts";

/** Rules on the flow as a whole: F. They ask what would happen, so they need a process without errors. */
export const flowRules: readonly Rule[] = [
  {
    id: "F001",
    severity: "error",
    what: "A stage asks nobody to act on what `deny-viewing` hides from them.",
    fails: { top: "flow_kind: micro_api", actions: `${invitation}\n${viewing.replace("allow", "deny")}` },
    passes: { top: "flow_kind: micro_api", actions: `${invitation}\n${viewing}` },
    needsSoundProcess: true,
    check: checkHidden,
  },
  {
    id: "F002",
    severity: "warning",
    what: "Somebody signs or approves every document.",
    fails: {
      top: "flow_kind: micro_api",
      actions: `${invitation}\n${viewing.replace("contract", "annex")}`,
      documents: "contract: ./contract.pdf\nannex: ./annex.pdf",
    },
    passes: {
      expect: "signed-by: { users: [alice], documents: [contract, annex] }",
      documents: "contract: ./contract.pdf\nannex: ./annex.pdf",
    },
    needsDraft: true,
    needsSoundProcess: true,
    check: ({ conditions, given, uses }, report) => {
      const acted = new Set(conditions.flatMap(({ documents }) => namesOf(documents)));
      for (const [name, node] of given.document) {
        // What the process does not name at all is reported by R004.
        if (acted.has(name) || !uses.document.has(name)) continue;
        const message = msg`Nobody signs or approves \`${short(name)}\`: name it in a condition, or remove it.`;
        report({ node, range: keyOf(node), message });
      }
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
    passes: { archive: confirmation },
    needsSoundProcess: true,
    check: checkRecipients,
  },
  {
    id: "F004",
    severity: "hint",
    what: "Whoever must act is invited; otherwise only the access link reaches them.",
    fails: { expect: "signed-by: { users: [alice, bob], documents: [contract] }", users: two },
    passes: { actions: invited, expect: "signed-by: { users: [alice, bob], documents: [contract] }", users: two },
    needsSoundProcess: true,
    check: checkInvitations,
  },
  {
    id: "F005",
    severity: "hint",
    what: "Somebody receives the final documents.",
    fails: { stages: signing, messages: "invitation: Please sign" },
    passes: { stages: twoStages },
    needsSoundProcess: true,
    check: ({ stages, actions, process }, report) => {
      const list = member(process, "stages");
      const confirmed = actions.some(({ confirmation }) => confirmation);
      if (list === null || confirmed || lastActing(stages) < 0) return;
      const message = msg`Nobody receives the final documents: add a last stage with a notify of \`kind: confirmation\`.`;
      report({ node: list, range: headRange(list), message });
    },
  },
  {
    id: "F006",
    severity: "warning",
    what: "Confirmations come after the last signature or approval.",
    fails: { actions: `${invitation}\n${confirmation}` },
    passes: { archive: confirmation },
    needsSoundProcess: true,
    check: ({ stages }, report) => {
      const last = lastActing(stages);
      for (const { actions } of stages.slice(0, last + 1)) {
        for (const { confirmation, node } of actions) {
          if (!confirmation) continue;
          const message = msg`This confirmation is sent before the last signature or approval, which comes in stage \`${short(stages[last]?.name ?? "")}\`: move it to a later stage.`;
          report({ node, range: headRange(node), message });
        }
      }
    },
  },
  {
    id: "F007",
    severity: "hint",
    what: "A stage does something or waits for something.",
    fails: { stages: `${signing}\n- pause: { actions: [], expect: {} }\n${archive}` },
    passes: { stages: twoStages },
    needsSoundProcess: true,
    check: ({ stages }, report, { editor }) => {
      for (const { name, node, actions, conditions } of stages) {
        if (actions.length > 0 || conditions.length > 0) continue;
        const message = msg`Stage \`${short(name)}\` does nothing and waits for nothing: fill or remove it.`;
        // Without its only stage, a flow would have none.
        const item = stages.length > 1 ? node.parent : null;
        const fix = () => (item === null ? null : fixOf(msg`Remove stage \`${short(name)}\``, editor.remove(item)));
        report({ node, range: headRange(node), message, fix });
      }
    },
  },
  {
    id: "F008",
    severity: "hint",
    what: "Each member of a K-of-N group can end the flow by declining, even while others suffice.",
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
    needsSoundProcess: true,
    check: ({ conditions }, report) => {
      for (const { group, count, users, node } of conditions) {
        if (!group || count === null || count >= users.length) continue;
        const message =
          count === 1
            ? msg`1 of ${users.length} is enough, and yet each of them can end the flow by declining a document: say so in the invitation, or name fewer users.`
            : msg`${count} of ${users.length} are enough, and yet each of them can end the flow by declining a document: say so in the invitation, or name fewer users.`;
        report({ node, range: headRange(node), message });
      }
    },
  },
];

/** The last stage in which somebody signs or approves; -1 where nobody does. */
function lastActing(stages: readonly ReadStage[]): number {
  return stages.findLastIndex(({ conditions }) => conditions.some(({ verb }) => verb !== null));
}

/** What `deny-viewing` hides would be seen for as long as an act on it is pending alone [G16]: nobody means that. */
function checkHidden({ stages }: Reading, report: Report): void {
  const index = new NameIndex();
  const hidden = new Map<string, NameSet>();
  for (const { name, node, actions, conditions } of stages) {
    for (const action of actions) applyViewing(action, hidden, index);
    const stuck =
      hidden.size === 0 ? undefined : conditions.find((condition) => asksForHidden(condition, hidden, index));
    if (stuck === undefined) continue;
    const message = msg`Stage \`${short(name)}\` asks for acts on documents that \`deny-viewing\` hides from those who must act. Allow viewing again before.`;
    const related = [{ range: headRange(stuck.node), message: msg`The acts that it asks for` }];
    report({ node, range: headRange(node), message, related });
    return;
  }
}

function applyViewing({ kind, users, documents }: ReadAction, hidden: Map<string, NameSet>, index: NameIndex): void {
  if (kind !== "allow-viewing" && kind !== "deny-viewing") return;
  const named = index.setOf(documents);
  for (const { name } of users) {
    const known = hidden.get(name) ?? index.setOf([]);
    if (kind === "deny-viewing") known.addAll(named);
    else known.removeAll(named);
    hidden.set(name, known);
  }
}

function asksForHidden(condition: ReadCondition, hidden: ReadonlyMap<string, NameSet>, index: NameIndex): boolean {
  if (condition.verb === null) return false;
  const documents = index.setOf(condition.documents);
  const able = condition.users.filter(({ name }) => {
    const unseen = hidden.get(name);
    return unseen === undefined || documents.firstCommon(unseen) === null;
  });
  return able.length < (condition.count ?? condition.users.length);
}

function checkRecipients({ actions, conditions, given }: Reading, report: Report): void {
  const seen = new Set(conditions.filter(({ verb }) => verb !== null).flatMap(({ users }) => namesOf(users)));
  for (const { name, node } of actions.filter(({ kind }) => kind === "notify").flatMap(({ users }) => users)) {
    if (seen.has(name)) continue;
    seen.add(name);
    const place = given.participant.get(name) ?? node;
    const message = msg`\`${short(name)}\` never signs or approves and only gets mail. That is fine for somebody who only receives the documents.`;
    report({ node: place, range: keyOf(place), message });
  }
}

function checkInvitations({ stages }: Reading, report: Report): void {
  const invited = new Set<string>();
  const waiting = new Map<string, Mention>();
  // From the last stage back: an invitation counts when its own stage or a later one expects something.
  for (const stage of stages.toReversed()) {
    for (const user of mustAct(stage)) waiting.set(user.name, user);
    for (const { name } of invitedBy(stage)) if (waiting.has(name)) invited.add(name);
  }
  for (const [name, { node }] of waiting) {
    if (invited.has(name)) continue;
    const message = msg`\`${short(name)}\` must act and is never invited: only the access link reaches them. Add a notify, or hand the link over yourself.`;
    report({ node, message });
  }
}

function mustAct({ conditions }: ReadStage): Mention[] {
  return conditions
    .filter((condition) => condition.verb !== null && bindsEverybody(condition))
    .flatMap(({ users }) => users);
}

function invitedBy({ actions }: ReadStage): Mention[] {
  return actions.filter(({ kind, confirmation }) => kind === "notify" && !confirmation).flatMap(({ users }) => users);
}
