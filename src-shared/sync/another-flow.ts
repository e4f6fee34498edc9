import { isObject, objectOf, type WireFields } from "../language/index.ts";

/**
 * Whether a remote version is a different flow rather than an edit of the merge base (both canonical): it has another
 * title, and no participant or no stage in common. The account, or its ids, may have changed.
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
