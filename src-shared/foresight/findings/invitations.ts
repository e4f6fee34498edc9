import { say, short } from "../../language/index.ts";
import type { Facts, Person } from "./facts.ts";
import type { Finding } from "./finding.ts";
import { endsWithoutPeople, runTo, stageOf } from "./lemma.ts";

/** X102: whoever must act is invited no later than that. A micro_api flow hands out its links itself. */
export function uninvited(facts: Facts): readonly Finding[] {
  if (facts.draft.flowKind === "micro_api") return [];
  return [...facts.people.flatMap((person) => invitedTooLate(person, facts)), ...unreachableReminders(facts)];
}

function invitedTooLate(person: Person, { program, draft }: Facts): readonly Finding[] {
  const first = person.stages[0];
  if (first === undefined || person.invitations.some(({ stage }) => stage <= first)) return [];
  const stage = stageOf(program, first);
  const needed = !endsWithoutPeople(stage, new Set([person.index]));
  const later = person.invitations[0];
  const [who, where] = [short(person.name), short(stage.name)];
  const finding: Finding = {
    id: "X102",
    severity: needed ? "warning" : "hint",
    message:
      later === undefined
        ? say`\`${who}\` acts in stage \`${where}\` and is never invited: only the access link reaches them.`
        : say`\`${who}\` acts in stage \`${where}\` and is invited only in stage \`${short(stageOf(program, later.stage).name)}\`, after that.`,
    place: { kind: "stage", stage: first },
    participants: [person.name],
    run: () => runTo(program, first),
    ...(later === undefined && needed && { alsoSaidBy: "F004" }),
  };
  const notify = draft.process.stages[first]?.actions.findIndex(
    (action) => action.kind === "notify" && !action.confirmation,
  );
  return [{ ...finding, ...withUser(notify ?? -1, first, person.name, say`Invite ${who} in stage ${where}`) }];
}

/** A fix that adds a user to a notify. */
export function withUser(
  at: number,
  stage: number,
  user: string,
  title: NonNullable<Finding["fix"]>["title"],
): Pick<Finding, "fix"> {
  return at < 0 ? {} : { fix: { title, change: { kind: "add-user", stage, at, user } } };
}

/** A reminder by a method for which somebody has no address is not delivered, and nobody hears of it [Mail]. */
function unreachableReminders({ draft, people }: Facts): readonly Finding[] {
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
        message: say`This reminder never reaches ${short(names.join(", "))}: they have no address for its method.`,
        place: { kind: "reminder", at },
        participants: names,
      } satisfies Finding,
    ];
  });
}
