import { msg, short } from "../../basics/index.ts";
import type { Verb } from "../model/process.ts";
import { type Mention, namesOf, type ReadCondition, type Reading, type ReadStage } from "../model/reading.ts";
import { headRange, member } from "../syntax/tree.ts";
import { Coverage, NameIndex, type NameSet } from "./coverage.ts";
import { archive, confirmation, invitation, invited, signature, signing, two } from "./example.ts";
import type { Report, Rule } from "./rule.ts";
import { httpHost, noWebAddress } from "./url.ts";

const redirect = (user: string, url: string): string => `redirect-to: { users: [${user}], url: "${url}" }`;

const acting = (stage: string, condition: string): string =>
  `- ${stage}:\n    actions: []\n    expect:\n      ${condition}: { users: [alice], documents: [contract] }`;

/** Rules on what a stage waits for: E. */
export const expectationRules: readonly Rule[] = [
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
    check: checkCount,
  },
  {
    id: "E002",
    severity: "error",
    what: "`redirect-to` names participants who sign or approve in the same stage.",
    fails: {
      actions: invited,
      expect: `${signature}\n${redirect("bob", "https://example.test/done")}`,
      archive: confirmation,
      users: two,
    },
    passes: { expect: `${signature}\n${redirect("alice", "https://example.test/done")}` },
    check: checkRedirectUsers,
  },
  {
    id: "E003",
    severity: "error",
    what: "`redirect-to` does not stand alone in a stage: it waits for acts of that stage.",
    fails: {
      stages: `${signing}\n${archive.replace(" {}", `\n      ${redirect("alice", "https://example.test/done")}`)}`,
    },
    passes: { expect: `${signature}\n${redirect("alice", "https://example.test/done")}` },
    check: ({ stages }, report) => {
      for (const stage of stages) {
        const redirect = stage.conditions.find(({ verb }) => verb === null);
        if (redirect === undefined || !standsAlone(stage)) continue;
        const message = msg`\`redirect-to\` stands alone in stage \`${short(stage.name)}\`: move it to the stage in which its participants sign or approve.`;
        report({ node: redirect.node, range: headRange(redirect.node), message });
      }
    },
  },
  {
    id: "E004",
    severity: "error",
    what: "`redirect-to` leads to a web address, http or https.",
    fails: { expect: `${signature}\n${redirect("alice", "mailto:alice@example.test")}` },
    passes: { expect: `${signature}\n${redirect("alice", "https://example.test/done")}` },
    check: ({ conditions }, report) => {
      for (const { url } of conditions) {
        if (url === null || httpHost(String(url.value)) !== null) continue;
        report({ node: url, message: noWebAddress(String(url.value)) });
      }
    },
  },
  {
    id: "E005",
    severity: "error",
    what: "Nobody must both sign and approve the same document in one stage.",
    fails: { expect: `${signature}\napproved-by: { users: [alice], documents: [contract] }` },
    passes: {
      actions: invited,
      expect: `${signature}\napproved-by: { users: [bob], documents: [contract] }`,
      users: two,
    },
    check: checkBothVerbs,
  },
  {
    id: "E006",
    severity: "error",
    what: "Nobody signs, or approves, the same document in two stages.",
    fails: { stages: `${signing}\n${acting("again", "signed-by")}\n${archive}` },
    passes: {
      stages: `${acting("approval", "approved-by").replace(" []", `\n      ${invitation}`)}\n${acting("signing", "signed-by")}\n${archive}`,
    },
    check: checkRepeatedActs,
  },
  {
    id: "E007",
    severity: "warning",
    what: "A group asks for something that the other conditions of its stage do not give anyway.",
    fails: { expect: `${signature}\nsigned-by-group-of: { users: [alice], documents: [contract], count: 1 }` },
    passes: { expect: signature },
    check: checkSatisfiedGroups,
  },
];

/** The shape check finds other faults of a stage; a stage that it cannot read is not 'alone'. */
function standsAlone({ node, conditions }: ReadStage): boolean {
  const expect = member(node, "expect");
  return expect?.kind === "map" && expect.entries.size === 1 && conditions.every(({ verb }) => verb === null);
}

function checkCount({ conditions }: Reading, report: Report): void {
  for (const { group, count, node, users } of conditions) {
    const place = member(node, "count");
    if (!group || count === null || place === null) continue;
    const members = new Set(namesOf(users)).size;
    const over = msg`\`count\` is ${count}, over the ${members} of the group's users: lower it, or add users.`;
    if (count < 1) report({ node: place, message: msg`\`count\` is ${count}: a group condition needs at least 1.` });
    else if (count > members && members > 0) report({ node: place, message: over });
  }
}

function checkRedirectUsers({ stages }: Reading, report: Report): void {
  for (const stage of stages) {
    if (stage.conditions.every(acts) || standsAlone(stage)) continue;
    const acting = new Set(stage.conditions.filter(acts).flatMap(({ users }) => namesOf(users)));
    const redirected = stage.conditions.filter(({ verb }) => verb === null).flatMap(({ users }) => users);
    for (const { name, node } of redirected) {
      if (acting.has(name)) continue;
      const message = msg`\`${short(name)}\` neither signs nor approves in stage \`${short(stage.name)}\`, so \`redirect-to\` cannot wait for it: remove the name, or give it a document.`;
      report({ node, message });
    }
  }
}

function acts(condition: ReadCondition): condition is ReadCondition & { readonly verb: Verb } {
  return condition.verb !== null;
}

/** Everybody must act: not a group, or a group that needs all of its members. */
export function bindsEverybody({ group, count, users }: ReadCondition): boolean {
  return !group || (count !== null && count >= new Set(namesOf(users)).size);
}

function checkBothVerbs({ stages }: Reading, report: Report): void {
  for (const { name: stageName, conditions } of stages) {
    // Most stages have one verb only, and nothing to compare.
    if (!(["sign", "approve"] as const).every((verb) => conditions.some((condition) => condition.verb === verb)))
      continue;
    const index = new NameIndex();
    const covered = { sign: new Coverage(), approve: new Coverage() };
    for (const condition of conditions) {
      if (!acts(condition) || !bindsEverybody(condition)) continue;
      const documents = index.setOf(condition.documents);
      const other = covered[condition.verb === "sign" ? "approve" : "sign"];
      for (const { name, node } of unique(condition.users)) {
        const clash = other.common(name, documents);
        if (clash !== null) {
          const message = msg`\`${short(name)}\` must both sign and approve \`${short(index.nameOf(clash.document))}\` in stage \`${short(stageName)}\`: keep one of the two.`;
          report({ node, message, related: [{ range: clash.node.range, message: msg`The other one` }] });
        }
        covered[condition.verb].add(name, documents, node);
      }
    }
  }
}

function checkRepeatedActs({ stages }: Reading, report: Report): void {
  const index = new NameIndex();
  const earlier = { sign: new Coverage(), approve: new Coverage() };
  for (const { conditions } of stages) {
    const here: { verb: Verb; user: Mention; documents: NameSet }[] = [];
    for (const condition of conditions) {
      if (!acts(condition)) continue;
      const documents = index.setOf(condition.documents);
      for (const user of unique(condition.users)) {
        const clash = earlier[condition.verb].common(user.name, documents);
        here.push({ verb: condition.verb, user, documents });
        if (clash === null) continue;
        const acting = condition.verb === "sign" ? msg`signs` : msg`approves`;
        const message = msg`\`${short(user.name)}\` ${acting} \`${short(index.nameOf(clash.document))}\` in an earlier stage already: remove one of the two.`;
        report({ node: user.node, message, related: [{ range: clash.node.range, message: msg`The earlier stage` }] });
      }
    }
    // Within one stage one act serves every condition [G3], so a stage joins the earlier ones only when it is read.
    for (const { verb, user, documents } of here) earlier[verb].add(user.name, documents, user.node);
  }
}

function unique(list: readonly Mention[]): Mention[] {
  const seen = new Set<string>();
  return list.filter(({ name }) => !seen.has(name) && seen.add(name));
}

/** More groups in one stage are not compared with each other, only with the conditions that bind everybody. */
const comparedGroups = 200;

interface Group {
  readonly condition: ReadCondition;
  readonly verb: Verb;
  readonly users: ReadonlySet<string>;
  readonly documents: NameSet;
  readonly count: number;
}

/** One act serves every condition of the stage [G3], so a group may hold by what others already demand. */
function checkSatisfiedGroups({ stages }: Reading, report: Report): void {
  // Most stages have no group at all.
  for (const stage of stages.filter(({ conditions }) => conditions.some(({ group }) => group))) {
    const { groups, bound } = readGroups(stage);
    for (const [at, group] of groups.entries()) {
      if (group.count > group.users.size) continue;
      const certain = [...group.users].filter((user) => bound[group.verb].covers(user, group.documents)).length;
      const compared = groups.length > comparedGroups ? [] : groups;
      const other = compared.find((candidate, place) => implies(candidate, place, group, at)) ?? null;
      if (certain < group.count && other === null) continue;
      const { node } = group.condition;
      const by = other === null ? msg`the other conditions` : msg`another group`;
      const message = msg`This group of ${group.count} holds already by ${by} of its stage: remove it, or change its users, documents or count.`;
      const related = other === null ? [] : [{ range: headRange(other.condition.node), message: msg`The other group` }];
      report({ node, range: headRange(node), message, related });
    }
  }
}

/** The groups of a stage, and what its other conditions demand of everybody they name. */
function readGroups({ conditions }: ReadStage): { groups: Group[]; bound: Record<Verb, Coverage> } {
  const index = new NameIndex();
  const bound = { sign: new Coverage(), approve: new Coverage() };
  const groups: Group[] = [];
  for (const condition of conditions) {
    const { verb, group, users, count } = condition;
    if (verb === null) continue;
    const documents = index.setOf(condition.documents);
    if (!group) for (const { name, node } of users) bound[verb].add(name, documents, node);
    else if (count !== null && count > 0 && condition.documents.length > 0) {
      groups.push({ condition, verb, users: new Set(namesOf(users)), documents, count });
    }
  }
  return { groups, bound };
}

/** Whether `candidate` holding makes `group` hold. Of two equal groups only the later one is reported. */
function implies(candidate: Group, place: number, group: Group, at: number): boolean {
  if (place === at || candidate.verb !== group.verb) return false;
  if (!sufficient(candidate, group)) return false;
  return place < at || !sufficient(group, candidate);
}

function sufficient(candidate: Group, group: Group): boolean {
  let outside = 0;
  for (const user of candidate.users) if (!group.users.has(user)) outside += 1;
  return candidate.count - outside >= group.count && group.documents.within(candidate.documents);
}
