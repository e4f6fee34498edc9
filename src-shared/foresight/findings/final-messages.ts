import { listed, msg, short } from "../../language/index.ts";
import { type Carried, carriedIn } from "./carried.ts";
import type { Facts, Person } from "./facts.ts";
import type { Finding } from "./finding.ts";
import { toldBy } from "./fixes.ts";
import { endsWithoutPeople, stageOf, wholeRun, wholeRunOf } from "./lemma.ts";

/** X104: somebody is invited, lapses or never acts, and no later message tells them how it went on. */
export function notNotified(facts: Facts): readonly Finding[] {
  return facts.people.flatMap((person): readonly Finding[] => {
    const { program } = facts;
    const { invitations } = person;
    const first = invitations[0];
    const last = invitations.at(-1);
    if (first === undefined || last === undefined || person.confirmations.length > 0) return [];
    const who = short(person.name);
    const base = { id: "X104", participants: [person.name], ...toldBy(facts, person) } as const;
    if (person.stages.length === 0) {
      const acting = program.stages.findLastIndex(({ slots }) => slots.length > 0);
      if (last.stage > acting) return [];
      const message = msg`\`${who}\` is invited, has nothing to do, and never hears how the flow ended.`;
      const place = { kind: "participant", name: person.name } as const;
      return [{ ...base, place, severity: "hint", message, run: () => wholeRun(program) }];
    }
    // A later invitation tells them that it goes on.
    const lapse = person.stages.find(
      (stage) => stage >= last.stage && endsWithoutPeople(stageOf(program, stage), new Set([person.index])),
    );
    if (lapse === undefined) return [];
    const message = msg`\`${who}\` is invited, may no longer be needed in stage \`${short(stageOf(program, lapse).name)}\`, and is never told.`;
    const place = { kind: "action", stage: last.stage, at: last.at } as const;
    return [{ ...base, place, severity: "warning", message, run: () => wholeRunOf(program, person.index, "least") }];
  });
}

/** X105: whoever acts on a document gets it in the end, all that they acted on, and as many as the text says. */
export function finalCopies(facts: Facts): readonly Finding[] {
  // Where nobody gets anything, F005 says so of the flow.
  if (facts.people.every(({ confirmations }) => confirmations.length === 0)) return [];
  const run = () => wholeRun(facts.program);
  const carried = carriedIn(facts, run);
  return [
    ...facts.people.flatMap((person) => withoutCopy(person, facts)),
    ...unequalCopies(facts, carried, run),
    ...emptyConfirmations(facts, carried, run),
  ];
}

/** Whoever may see no document gets a confirmation without any [G16] [Mail]. Who acts on one is reported above. */
function emptyConfirmations(facts: Facts, carried: Carried, run: NonNullable<Finding["run"]>): readonly Finding[] {
  return facts.draft.process.stages.flatMap(({ actions }, stage) =>
    actions.flatMap((action, at): readonly Finding[] => {
      if (action.kind !== "notify" || !action.confirmation) return [];
      const sent = { stage, at, action };
      const names = facts.people
        .filter((person) => action.users.includes(person.name) && person.stages.length === 0)
        .filter((person) => carried(person, sent).length === 0)
        .map(({ name }) => name);
      if (names.length === 0) return [];
      const message = msg`This confirmation carries no document to ${listed(names)}: they may see none.`;
      const place = { kind: "action", stage, at } as const;
      return [{ id: "X105", severity: "warning", message, place, participants: names, run }];
    }),
  );
}

function withoutCopy(person: Person, facts: Facts): readonly Finding[] {
  const { program } = facts;
  const documents = program.documentsOfParticipant[person.index] ?? [];
  if (documents.length === 0) return [];
  const who = short(person.name);
  const [first] = person.stages;
  const run = () => wholeRunOf(program, person.index, "all");
  const base = {
    id: "X105",
    severity: "warning",
    place: { kind: "stage", stage: first ?? 0 },
    participants: [person.name],
    run,
  } as const;
  if (person.confirmations.length === 0) {
    const message = msg`\`${who}\` acts on ${listed(documents)} and never gets the final copy.`;
    return [{ ...base, message, ...toldBy(facts, person) }];
  }
  const carried = carriedIn(facts, run);
  const most = Math.max(...person.confirmations.map((sent) => carried(person, sent).length));
  const seen = new Set(person.confirmations.flatMap((sent) => carried(person, sent)));
  const missing = documents.filter((document) => !seen.has(document));
  if (missing.length === 0) return [];
  const message = msg`The confirmation to \`${who}\` carries ${most} documents and not ${listed(missing)}, on which they acted.`;
  const [sent] = person.confirmations;
  return [
    { ...base, place: sent === undefined ? base.place : { kind: "action", stage: sent.stage, at: sent.at }, message },
  ];
}

/** One text to several people who get different documents: it cannot be true for all of them. */
function unequalCopies(
  { draft, people }: Facts,
  carried: Carried,
  run: NonNullable<Finding["run"]>,
): readonly Finding[] {
  return draft.process.stages.flatMap(({ actions }, stage) =>
    actions.flatMap((action, at): Finding[] => {
      if (action.kind !== "notify" || !action.confirmation || action.methods.email === null) return [];
      if (action.methods.emailLinkOnly) return [];
      const sent = { stage, at, action };
      const counts = people
        .filter(({ name }) => action.users.includes(name))
        .map((person) => ({ person, documents: carried(person, sent) }));
      const most = Math.max(0, ...counts.map(({ documents }) => documents.length));
      const fewer = counts.filter(({ person, documents }) => person.stages.length > 0 && documents.length < most);
      return [...new Set(fewer.map(({ documents }) => documents.length))].map((count) => {
        const names = fewer.filter(({ documents }) => documents.length === count).map(({ person }) => person.name);
        return {
          id: "X105",
          severity: "warning",
          message: msg`This confirmation carries ${count} of ${most} documents to ${listed(names)}, with the same text: give them a confirmation of their own.`,
          place: { kind: "action", stage, at },
          participants: names,
          run,
        };
      });
    }),
  );
}
