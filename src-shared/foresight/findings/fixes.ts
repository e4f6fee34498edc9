import { listed, msg, short, type Translatable } from "../../basics/index.ts";
import type { Facts, Person, Sent } from "./facts.ts";
import type { Finding, NewInvitation, NotifiedUsers } from "./finding.ts";
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
  const names = listed(people.map(({ name }) => name));
  return {
    fix: {
      title: msg`Invite ${names} in stage ${short(stageOf(program, stage).name)}`,
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
  if (person.parameters.email !== null) return "email";
  return person.parameters.phoneNumber === null ? null : "sms";
}

/** Whether somebody has the addresses that a notify goes to [A002]. */
function reaches({ methods }: Sent["action"], { parameters: { email, phoneNumber } }: Person): boolean {
  return (methods.email === null || email !== null) && (methods.sms === null || phoneNumber !== null);
}

/** Where people without a final message could get one: the last confirmation to reach them; null: none. */
export function confirmationFor({ draft, program }: Facts, person: Person): Pick<Sent, "stage" | "at"> | null {
  for (let stage = program.stages.length - 1; stage >= 0; stage -= 1) {
    const actions = draft.process.stages[stage]?.actions ?? [];
    const at = actions.findLastIndex(
      (action) => action.kind === "notify" && action.confirmation && reaches(action, person),
    );
    if (at >= 0) return { stage, at };
  }
  return null;
}

/** The fix for people who hear nothing: adds them to the confirmation that can reach each of them. */
export function confirmationFix(facts: Facts, people: readonly Person[]): Pick<Finding, "fix"> {
  const [first] = people;
  const place = first === undefined ? null : confirmationFor(facts, first);
  if (place === null) return {};
  const names = people.map(({ name }) => name);
  const title: Translatable = msg`Add ${listed(names)} to the confirmation in stage ${short(stageOf(facts.program, place.stage).name)}`;
  return { fix: { title, changes: [{ kind: "more-users", ...place, users: names }] } };
}
