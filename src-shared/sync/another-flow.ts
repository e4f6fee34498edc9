import { isObject, objectOf, type WireFields } from "../language/index.ts";

/**
 * Whether a version there is rather another flow than an edit of the one that both had last, both canonical: it has another
 * title, and shares no person or no stage with it. The account, or what stands under its ids, may be another by now.
 */
export function isAnotherFlow(base: WireFields, theirs: WireFields): boolean {
  if (base.title === theirs.title) return false;
  return areApart(peopleOf(base), peopleOf(theirs)) || areApart(stagesOf(base), stagesOf(theirs));
}

/** Nothing is apart from what is empty. */
const areApart = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size > 0 && other.size > 0 && ![...one].some((member) => other.has(member));

/** By name, and by address. */
function peopleOf({ process_parameters: parameters }: WireFields): ReadonlySet<string> {
  const users = Object.entries(objectOf(objectOf(parameters).users));
  return new Set(
    users.flatMap(([name, user]) =>
      isObject(user) && typeof user.id === "string" ? [`name ${name}`, `id ${user.id}`] : [`name ${name}`],
    ),
  );
}

/** By name. */
function stagesOf({ process }: WireFields): ReadonlySet<string> {
  const { stages } = objectOf(process);
  return new Set(Array.isArray(stages) ? stages.flatMap((stage) => Object.keys(objectOf(stage))) : []);
}
