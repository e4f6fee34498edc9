import { isObject, objectOf, sameJson, type WireFields } from "../language/index.ts";
import { type AtomicMembers, contradicts, sharesNobody } from "./atomic-members.ts";
import { type At, below, type Choice, type Conflict, conflictAt, type Found, type ThreeVersions } from "./conflict.ts";
import { mergedLines, mergedOrder, mergedSet, mergedValues } from "./merge-lists.ts";
import { withCommonNames } from "./renames.ts";

/** How two versions of a part are merged. */
type How =
  | { readonly kind: "whole" }
  /** By line. */
  | { readonly kind: "text" }
  | { readonly kind: "set" }
  /** Keys that are not named here are merged as `others`. */
  | {
      readonly kind: "map";
      readonly keys: Readonly<Record<string, How>>;
      readonly others: How;
      readonly asOne: AtomicMembers;
    }
  /** A list of objects with one key each, the name of the thing. */
  | { readonly kind: "named"; readonly item: How }
  | { readonly kind: "values"; readonly item: How };

const whole: How = { kind: "whole" };
const text: How = { kind: "text" };
const set: How = { kind: "set" };
const map = (keys: Readonly<Record<string, How>>, others: How = whole, asOne: AtomicMembers = {}): How => ({
  kind: "map",
  ...{ keys, others, asOne },
});

const lists = map({ users: set, documents: set });
const method = map({});
const notified = map({ users: set, documents: set, methods: map({}, method) });
const groups: How = {
  kind: "values",
  item: map({ users: set, documents: set }, whole, { number: "count", of: "users" }),
};
const stage = map({
  actions: { kind: "values", item: map({}, notified) },
  expect: map({ "signed-by-group-of": groups, "approved-by-group-of": groups }, lists),
});
const authentication = map({ allowed_document_types: set, allowed_document_countries: set }, whole, {
  kind: "provider",
});
const participant = map({
  auth_to_view: authentication,
  auth_to_view_archived: authentication,
  auth_to_sign: authentication,
});
const flow = map({
  title: text,
  callback: map({ auth: map({}) }),
  process: map({
    stages: { kind: "named", item: stage },
    "automatic-reminders": { kind: "values", item: notified },
  }),
  process_parameters: map({ users: map({}, participant), documents: map({}), messages: map({}, text) }),
  process_settings: map({}),
});

export interface Merge {
  /** With a proposal where there is a conflict. */
  readonly fields: WireFields;
  readonly conflicts: readonly Conflict[];
}

/** A merge whose conflicts are settled. */
export interface Settled extends Merge {
  /** Choices that fit no conflict. */
  readonly unused: readonly Choice[];
}

/**
 * Merges two versions of a draft that came from one base [Y4]. All three are canonical (`canonicalFields`). What one side
 * did is taken, what both did alike is taken once, and the rest is a conflict.
 */
export function merge(drafts: ThreeVersions<WireFields>): Merge {
  const { fields, conflicts } = mergeAsChosen(drafts, []);
  return { fields, conflicts };
}

/**
 * Merges as `merge`, with conflicts settled [Y6].
 * @param choices those of one path and kind stand in the order in which `merge` finds the conflicts
 */
export const mergeAsChosen = (drafts: ThreeVersions<WireFields>, choices: readonly Choice[]): Settled =>
  mergeWith(drafts, { conflicts: [], choices: [...choices] });

/** Merges as `merge`, with every conflict settled for one side [Y6]. */
export const mergeForSide = (drafts: ThreeVersions<WireFields>, otherwise: "mine" | "theirs"): WireFields =>
  mergeWith(drafts, { conflicts: [], choices: [], otherwise }).fields;

function mergeWith(drafts: ThreeVersions<WireFields>, found: Found): Settled {
  const named = withCommonNames(drafts, found);
  const fields = merged(flow, named, { path: [], found }) as WireFields;
  return { fields, conflicts: found.conflicts, unused: found.choices };
}

function merged(how: How, three: ThreeVersions, at: At): unknown {
  const { base, mine, theirs } = three;
  if (mine === undefined && theirs === undefined) return undefined;
  if (sameJson(mine, theirs) || sameJson(theirs, base)) return mine;
  if (sameJson(mine, base)) return theirs;
  if (mine === undefined || theirs === undefined) return conflictAt(at, "removed", three);
  return mergedAs(how, three, at) ?? conflictAt(at, "changed", three);
}

/** null where the versions have another shape, or contradict each other as a whole. */
function mergedAs(how: How, three: ThreeVersions, at: At): unknown {
  if (how.kind === "whole") return null;
  if (how.kind === "text") return isThree(three, isText) ? mergedLines(three) : null;
  if (how.kind === "map") {
    const maps = { ...three, base: three.base ?? {} };
    return isThree(maps, isMap) && !contradicts(how.asOne, maps) ? mergedMap(how, maps, at) : null;
  }
  const listed = { ...three, base: three.base ?? [] };
  if (!isThree(listed, isList)) return null;
  if (how.kind === "set") return mergedSet(listed);
  if (how.kind === "named") return mergedNamed(how.item, listed, at);
  return mergedValues(listed, at, (item, index) => mergedItem(how.item, item, below(at, String(index + 1))));
}

/** An item without a name, such as an action, that both sides changed at the same place. */
const mergedItem = (how: How, three: ThreeVersions, at: At): unknown =>
  sharesNobody(three) && !sameJson(three.mine, three.base) && !sameJson(three.theirs, three.base)
    ? conflictAt(at, "changed", three)
    : merged(how, three, at);

type Guard<T> = (value: unknown) => value is T;
const isText: Guard<string> = (value) => typeof value === "string";
const isList: Guard<readonly unknown[]> = (value) => Array.isArray(value);
const isMap: Guard<Readonly<Record<string, unknown>>> = (value) => isObject(value);

function isThree<T>(three: ThreeVersions, guard: Guard<T>): three is ThreeVersions<T> {
  return guard(three.base) && guard(three.mine) && guard(three.theirs);
}

/** With the members that either side has; a member that is undefined is none. */
function mergedMap(
  how: Extract<How, { kind: "map" }>,
  three: ThreeVersions<Readonly<Record<string, unknown>>>,
  at: At,
): unknown {
  const { base, mine, theirs } = three;
  const keys = [...new Set([...Object.keys(mine), ...Object.keys(theirs), ...Object.keys(base)])];
  const members = keys.map((key) => {
    const own = { base: ownMember(base, key), mine: ownMember(mine, key), theirs: ownMember(theirs, key) };
    return [key, merged(memberHow(how, key), own, below(at, key))] as const;
  });
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

const ownMember = (of: Readonly<Record<string, unknown>>, key: string): unknown =>
  Object.hasOwn(of, key) ? of[key] : undefined;

const memberHow = ({ keys, others }: Extract<How, { kind: "map" }>, key: string): How =>
  (Object.hasOwn(keys, key) ? keys[key] : undefined) ?? others;

/** null where an item is no named thing, or a name stands twice. */
function mergedNamed(how: How, { base, mine, theirs }: ThreeVersions<readonly unknown[]>, at: At): unknown {
  const [old, ours, other] = [namedItems(base), namedItems(mine), namedItems(theirs)];
  if (old === null || ours === null || other === null) return null;
  const values = new Map<string, unknown>();
  for (const name of new Set([...ours.keys(), ...other.keys(), ...old.keys()])) {
    const three = { base: old.get(name), mine: ours.get(name), theirs: other.get(name) };
    const value = merged(how, three, below(at, name));
    if (value !== undefined) values.set(name, value);
  }
  const names = { base: [...old.keys()], mine: [...ours.keys()], theirs: [...other.keys()] };
  const order = mergedOrder(names, new Set(values.keys()), at);
  return order.map((name) => ({ [name]: values.get(name) }));
}

function namedItems(items: readonly unknown[]): ReadonlyMap<string, unknown> | null {
  const entries = items.map((item) => Object.entries(objectOf(item)));
  const named = new Map(
    entries.flatMap(([first, ...others]) => (first === undefined || others.length > 0 ? [] : [first])),
  );
  return named.size === items.length ? named : null;
}
