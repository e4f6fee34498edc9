import { listed, msg, short } from "../../basics/index.ts";
import { peopleOf } from "./blocking.ts";
import type { Facts, Person } from "./facts.ts";
import type { Finding } from "./finding.ts";
import { invitedIn, otherReminder } from "./fixes.ts";
import { endsWithoutPeople, runTo, stageOf } from "./lemma.ts";

/** X102: people who must act are invited before that. A micro_api flow hands out its links itself. */
export function uninvited(facts: Facts): readonly Finding[] {
  if (facts.draft.flowKind === "micro_api") return [];
  const groups = uninvitedGroups(facts);
  const grouped = new Set(groups.flatMap(({ stage, people }) => people.map(({ index }) => `${stage} ${index}`)));
  const alone = facts.people.filter(({ index, stages: [first] }) => !grouped.has(`${first} ${index}`));
  return [
    ...groups.map(({ finding }) => finding),
    ...alone.flatMap((person) => invitedTooLate(person, facts)),
    ...unreachableReminders(facts),
  ];
}

function isInvited({ invitations }: Person, by: number): boolean {
  return invitations.some(({ stage }) => stage <= by);
}

interface UninvitedGroup {
  readonly stage: number;
  /** The people concerned: the stage can end without them. */
  readonly people: readonly Person[];
  readonly finding: Finding;
}

/** Groups with too few invited members to be filled: reported once, not per member. */
function uninvitedGroups(facts: Facts): readonly UninvitedGroup[] {
  const { program, people } = facts;
  return program.stages.flatMap((stage, index) =>
    stage.conditions.flatMap(({ needed, members }, at): readonly UninvitedGroup[] => {
      if (needed >= members.length) return [];
      const all = peopleOf(stage, members).flatMap((who) => people[who] ?? []);
      const missing = all.filter((person) => !isInvited(person, index));
      const invited = all.length - missing.length;
      if (invited >= needed) return [];
      const [where, names] = [short(stage.name), listed(all.map(({ name }) => name))];
      const message =
        invited === 0
          ? msg`Nobody of ${names} is invited by stage \`${where}\`: only the access links reach them.`
          : msg`Only ${invited} of ${names} are invited by stage \`${where}\`, and ${needed} of them must act.`;
      const users = missing.map(({ name }) => name);
      const finding: Finding = {
        id: "X102",
        severity: "warning",
        message,
        place: { kind: "condition", stage: index, at },
        participants: users,
        run: () => runTo(program, index),
        replaces: "F004",
        ...invitedIn(facts, index, missing),
      };
      const spare = missing.filter((person) => endsWithoutPeople(stage, new Set([person.index])));
      return [{ stage: index, people: spare, finding }];
    }),
  );
}

function invitedTooLate(person: Person, facts: Facts): readonly Finding[] {
  const { program } = facts;
  const first = person.stages[0];
  if (first === undefined || isInvited(person, first)) return [];
  const stage = stageOf(program, first);
  const needed = !endsWithoutPeople(stage, new Set([person.index]));
  const later = person.invitations[0];
  const [who, where] = [short(person.name), short(stage.name)];
  const finding: Finding = {
    id: "X102",
    replaces: "F004",
    severity: needed ? "warning" : "hint",
    message:
      later === undefined
        ? msg`\`${who}\` acts in stage \`${where}\` and is never invited: only the access link reaches them.`
        : msg`\`${who}\` acts in stage \`${where}\` and is invited only in stage \`${short(stageOf(program, later.stage).name)}\`, after that.`,
    place: { kind: "stage", stage: first },
    participants: [person.name],
    run: () => runTo(program, first),
    ...invitedIn(facts, first, [person]),
  };
  return [finding];
}

/** A reminder by a method for which somebody has no address is not delivered, and nobody is notified of that [Mail]. */
function unreachableReminders(facts: Facts): readonly Finding[] {
  const { draft, people } = facts;
  return draft.process.automaticReminders.flatMap(({ methods, users }, at) => {
    const email = methods !== null && methods.email !== null;
    const sms = methods !== null && methods.sms !== null;
    const unreached = people.filter(
      ({ name, stages, parameters }) =>
        stages.length > 0 &&
        (users === null || users.includes(name)) &&
        (email || sms) &&
        !(email && parameters.email !== null) &&
        !(sms && parameters.phoneNumber !== null),
    );
    if (unreached.length === 0) return [];
    const names = unreached.map(({ name }) => name);
    return [
      {
        id: "X102",
        severity: "warning",
        message: msg`This reminder never reaches ${listed(names)}: they have no address for its method.`,
        place: { kind: "reminder", at },
        participants: names,
        ...otherReminder(facts, at, unreached),
      } satisfies Finding,
    ];
  });
}
