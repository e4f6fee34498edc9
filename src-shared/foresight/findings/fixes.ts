import { listed, msg, short } from "../../basics/index.ts";
import type { NotificationMethod } from "../../flow/index.ts";
import type { Facts, Person, Sent } from "./facts.ts";
import type { Finding, NewConfirmation, NewInvitation, NotifiedUsers } from "./finding.ts";
import { stageOf } from "./lemma.ts";

/**
 * The fix for people who must act in a stage and are not invited: adds them to the stage's invitation, or adds one like the
 * flow's others. None if somebody has neither an e-mail address nor a phone number.
 */
export function invitedIn({ draft, program }: Facts, stage: number, people: readonly Person[]): Pick<Finding, "fix"> {
  const all = draft.process.stages.flatMap(({ actions }, index) =>
    actions.flatMap((action, at): readonly Sent[] =>
      action.kind === "notify" && !action.confirmation ? [{ stage: index, at, action }] : [],
    ),
  );
  const own = all.filter((sent) => sent.stage === stage);
  const changes = new Map<string, NotifiedUsers>();
  for (const person of people) {
    const change = changeFor(stage, person, own, all);
    if (change === null) return {};
    const key = JSON.stringify({ ...change, users: [] });
    changes.set(key, { ...change, users: [...(changes.get(key)?.users ?? []), person.name] });
  }
  const names = inTitle(people.map(({ name }) => name));
  return {
    fix: {
      title: msg`Invite ${names} in stage \`${short(stageOf(program, stage).name)}\``,
      changes: [...changes.values()],
    },
  };
}

/** @param own the invitations of the stage @param all those of the whole flow */
function changeFor(stage: number, person: Person, own: readonly Sent[], all: readonly Sent[]): NotifiedUsers | null {
  const there = own.find(({ action }) => reaches(action, person));
  if (there !== undefined) return { kind: "more-users", stage, at: there.at, users: [] };
  const like = likeFor(person, all);
  return like === null ? null : { kind: "new-invitation", stage, users: [], like };
}

function likeFor(person: Person, all: readonly Sent[]): NewInvitation["like"] | null {
  const other = all.find(({ action }) => reaches(action, person));
  if (other !== undefined) return { stage: other.stage, at: other.at };
  return methodFor(person);
}

/** The method that reaches somebody without an invitation; null: they have no address. */
function methodFor({ parameters: { email, phoneNumber } }: Person): NotificationMethod | null {
  if (email !== null) return "email";
  return phoneNumber === null ? null : "sms";
}

/** Whether somebody has the addresses that a notify goes to [A002]. */
function reaches({ methods }: Sent["action"], { parameters: { email, phoneNumber } }: Person): boolean {
  return (methods.email === null || email !== null) && (methods.sms === null || phoneNumber !== null);
}

/**
 * The confirmation to which people without a final message can be added: the last one that reaches them; null: none.
 */
export function confirmationFor(facts: Facts, person: Person): Pick<Sent, "stage" | "at"> | null {
  const sent = confirmationsOf(facts).findLast(({ action }) => reaches(action, person));
  return sent === undefined ? null : { stage: sent.stage, at: sent.at };
}

function confirmationsOf({ draft }: Facts): readonly Sent[] {
  return draft.process.stages.flatMap(({ actions }, stage) =>
    actions.flatMap((action, at) => (action.kind === "notify" && action.confirmation ? [{ stage, at, action }] : [])),
  );
}

/**
 * The fix for people who get no final message: adds them to the confirmation that can reach each of them, or creates
 * one. None if somebody has neither an e-mail address nor a phone number.
 */
export function confirmationFix(facts: Facts, people: readonly Person[]): Pick<Finding, "fix"> {
  const [first] = people;
  if (first === undefined) return {};
  const place = confirmationFor(facts, first);
  const names = inTitle(people.map(({ name }) => name));
  if (place !== null) {
    const title = msg`Add ${names} to the confirmation in stage \`${short(stageOf(facts.program, place.stage).name)}\``;
    return { fix: { title, changes: [{ kind: "more-users", ...place, users: people.map(({ name }) => name) }] } };
  }
  if (people.some((person) => methodFor(person) === null)) return {};
  const like = confirmationsOf(facts).at(-1);
  if (like === undefined) return firstConfirmation(facts, people);
  const { stage } = like;
  const { email, sms } = like.action.methods;
  const title = msg`Add a confirmation to ${names} in stage \`${short(stageOf(facts.program, stage).name)}\``;
  return { fix: { title, changes: [newConfirmation(facts, stage, people, email ?? sms)] } };
}

/**
 * The fix for a flow without a confirmation: a last stage that sends one to everybody who acts, and to `more`. None if it
 * reaches nobody.
 */
export function firstConfirmation(facts: Facts, more: readonly Person[] = []): Pick<Finding, "fix"> {
  const reached = facts.people.filter(
    (person) => methodFor(person) !== null && (person.stages.length > 0 || more.includes(person)),
  );
  if (reached.length === 0) return {};
  const title = msg`Add a stage with a confirmation to ${inTitle(reached.map(({ name }) => name))}`;
  return { fix: { title, changes: [newConfirmation(facts, null, reached, null)] } };
}

function newConfirmation(
  { program }: Facts,
  stage: number | null,
  people: readonly Person[],
  message: string | null,
): NewConfirmation {
  const alike = Map.groupBy(people, (person) => {
    return `${methodFor(person)} ${program.documentsOfParticipant[person.index]?.length}`;
  });
  const sent = [...alike.values()].flatMap((users) => {
    const by = users[0] && methodFor(users[0]);
    return by ? [{ by, users: users.map(({ name }) => name) }] : [];
  });
  return { kind: "new-confirmation", stage, sent, message };
}

/** The fix for people without an address for a reminder: reminds them by the other method, if each has one for it. */
export function otherReminder(
  { draft, people }: Facts,
  at: number,
  unreached: readonly Person[],
): Pick<Finding, "fix"> {
  const { users = null, methods = null } = draft.process.automaticReminders[at] ?? {};
  const [by] = new Set(unreached.map(methodFor));
  if (methods === null || by == null || unreached.some((person) => methodFor(person) !== by)) return {};
  const left = users ?? people.filter(({ stages }) => stages.length > 0).map(({ name }) => name);
  const names = unreached.map(({ name }) => name);
  const title = by === "email" ? msg`Remind ${inTitle(names)} by e-mail` : msg`Remind ${inTitle(names)} by SMS`;
  const kept = left.filter((name) => !names.includes(name));
  return { fix: { title, changes: [{ kind: "reminder", at, users: kept, others: { users: names, by } }] } };
}

/** The fix for a reminder to people who are never asked: removes them from it, or removes the reminder. */
export function lessReminder({ draft }: Facts, at: number, idle: readonly string[]): Pick<Finding, "fix"> {
  const users = draft.process.automaticReminders[at]?.users?.filter((name) => !idle.includes(name)) ?? [];
  const title = users.length === 0 ? msg`Remove this reminder` : msg`Remove ${inTitle(idle)} from this reminder`;
  return { fix: { title, changes: [{ kind: "reminder", at, users }] } };
}

/** The title of a fix is a button label, so it lists few names. */
function inTitle(names: readonly string[]) {
  return listed(names, 40);
}
