import { listed, msg, short } from "../../basics/index.ts";
import { type AttachedDocuments, attachedDocuments } from "./attached-documents.ts";
import type { Facts, Person } from "./facts.ts";
import type { Finding } from "./finding.ts";
import { confirmationFix, confirmationFor, firstConfirmation } from "./fixes.ts";
import { type Alike, groupAlike } from "./group-alike.ts";
import { endsWithoutPeople, stageOf, wholeRun, wholeRunOf } from "./lemma.ts";

/** X104: somebody is invited, lapses or never acts, and gets no later message. */
export function notNotified(facts: Facts): readonly Finding[] {
  const { program } = facts;
  const uninformed = facts.people.flatMap((person): readonly Alike[] => {
    const { invitations } = person;
    const first = invitations[0];
    const last = invitations.at(-1);
    if (first === undefined || last === undefined || person.confirmations.length > 0) return [];
    if (person.stages.length === 0) {
      const acting = program.stages.findLastIndex(({ slots }) => slots.length > 0);
      return last.stage > acting ? [] : [{ person, key: `idle ${person.index}`, finding: () => idle(facts, person) }];
    }
    // A later invitation counts as such a message.
    const lapse = person.stages.find(
      (stage) => stage >= last.stage && endsWithoutPeople(stageOf(program, stage), new Set([person.index])),
    );
    if (lapse === undefined) return [];
    const key = JSON.stringify([last.stage, last.at, lapse, confirmationFor(facts, person)]);
    return [{ person, key, finding: (people) => lapsed(facts, people, { stage: last.stage, at: last.at, lapse }) }];
  });
  return groupAlike(uninformed);
}

/** People who are invited but never asked to act. */
function idle(facts: Facts, person: Person): Finding {
  return {
    id: "X104",
    severity: "hint",
    message: msg`\`${short(person.name)}\` is invited, has nothing to do, and never hears how the flow ended.`,
    place: { kind: "participant", name: person.name },
    participants: [person.name],
    run: () => wholeRun(facts.program),
    ...confirmationFix(facts, [person]),
  };
}

interface Lapse {
  /** The last invitation: its stage, and its index among that stage's actions. */
  readonly stage: number;
  readonly at: number;
  /** The stage that can end without them. */
  readonly lapse: number;
}

function lapsed(facts: Facts, people: readonly [Person, ...Person[]], { stage, at, lapse }: Lapse): Finding {
  const [first, ...others] = people;
  const names = people.map(({ name }) => name);
  const where = short(stageOf(facts.program, lapse).name);
  return {
    id: "X104",
    severity: "warning",
    message:
      others.length === 0
        ? msg`\`${short(first.name)}\` is invited, may no longer be needed in stage \`${where}\`, and is never told.`
        : msg`${listed(names)} are invited, may no longer be needed in stage \`${where}\`, and are never told.`,
    place: { kind: "action", stage, at },
    participants: names,
    run: () => wholeRunOf(facts.program, first.index, "least"),
    ...confirmationFix(facts, people),
  };
}

/** X105: in the end, people get every document that they act on, and as many as the text promises. */
export function finalCopies(facts: Facts): readonly Finding[] {
  const run = () => wholeRun(facts.program);
  if (facts.people.every(({ confirmations }) => confirmations.length === 0)) return withoutConfirmations(facts, run);
  const carried = attachedDocuments(facts, run);
  return [
    ...groupAlike(facts.people.flatMap((person) => withoutCopy(person, facts))),
    ...facts.people.flatMap((person) => incompleteCopy(person, facts)),
    ...unequalCopies(facts, carried, run),
    ...emptyConfirmations(facts, carried, run),
  ];
}

/** Reported once, for the flow. */
function withoutConfirmations(facts: Facts, run: NonNullable<Finding["run"]>): readonly Finding[] {
  if (facts.people.every(({ stages }) => stages.length === 0)) return [];
  const message = msg`Nobody gets the final copy: the flow sends no confirmation.`;
  const place = { kind: "flow" } as const;
  const base = { id: "X105", severity: "hint", message, place, participants: [], run } as const;
  return [{ ...base, replaces: "F005", ...firstConfirmation(facts) }];
}

/**
 * People who may see no document get a confirmation without any [G16] [Mail]. People who act on one are reported above.
 */
function emptyConfirmations(
  facts: Facts,
  carried: AttachedDocuments,
  run: NonNullable<Finding["run"]>,
): readonly Finding[] {
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

function withoutCopy(person: Person, facts: Facts): readonly Alike[] {
  const documents = facts.program.documentsOfParticipant[person.index] ?? [];
  if (documents.length === 0 || person.confirmations.length > 0) return [];
  const stage = person.stages[0] ?? 0;
  const key = JSON.stringify([stage, documents, confirmationFor(facts, person)]);
  return [{ person, key, finding: (people) => noCopy(facts, people, { stage, documents }) }];
}

function noCopy(
  facts: Facts,
  people: readonly [Person, ...Person[]],
  { stage, documents }: { readonly stage: number; readonly documents: readonly string[] },
): Finding {
  const [first, ...others] = people;
  const names = people.map(({ name }) => name);
  return {
    id: "X105",
    severity: "warning",
    message:
      others.length === 0
        ? msg`\`${short(first.name)}\` acts on ${listed(documents)} and never gets the final copy.`
        : msg`${listed(names)} act on ${listed(documents)} and never get the final copy.`,
    place: { kind: "stage", stage },
    participants: names,
    run: () => wholeRunOf(facts.program, first.index, "all"),
    ...confirmationFix(facts, people),
  };
}

/** The confirmations to somebody leave out a document on which they acted. */
function incompleteCopy(person: Person, facts: Facts): readonly Finding[] {
  const documents = facts.program.documentsOfParticipant[person.index] ?? [];
  const [sent] = person.confirmations;
  if (sent === undefined || documents.length === 0) return [];
  const run = () => wholeRunOf(facts.program, person.index, "all");
  const carried = attachedDocuments(facts, run);
  const seen = new Set(person.confirmations.flatMap((one) => carried(person, one)));
  const missing = documents.filter((document) => !seen.has(document));
  if (missing.length === 0) return [];
  return [
    {
      id: "X105",
      severity: "warning",
      message: msg`The confirmation to \`${short(person.name)}\` leaves out ${listed(missing)}, on which they acted.`,
      place: { kind: "action", stage: sent.stage, at: sent.at },
      participants: [person.name],
      run,
    },
  ];
}

/** One text goes to several people who get different documents: it may not be true for all of them. */
function unequalCopies(
  { draft, people }: Facts,
  carried: AttachedDocuments,
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
          severity: "hint",
          message: msg`This confirmation carries ${count} of ${most} documents to ${listed(names)}, with the same text: give them a confirmation of their own.`,
          place: { kind: "action", stage, at },
          participants: names,
          run,
        };
      });
    }),
  );
}
