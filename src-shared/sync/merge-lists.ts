import { diff3MergeRegions, type IRegion } from "node-diff3";
import { isObject, objectOf, sameJson } from "../language/index.ts";
import { type At, conflictAt, type ThreeVersions } from "./conflict.ts";

type Items = readonly unknown[];

/**
 * Merges lists without meaningful order, such as users and documents: an item that either side added or removed is
 * added or removed, duplicates included.
 */
export function mergedSet(three: ThreeVersions<Items>): Items {
  const [base, mine, theirs] = [counted(three.base), counted(three.mine), counted(three.theirs)];
  const isKept = (key: string): boolean => base.has(key) && mine.has(key) && theirs.has(key);
  const keptOf = (items: Counted): readonly string[] => [...items.keys()].filter(isKept);
  const [old, ours, other] = [keptOf(base), keptOf(mine), keptOf(theirs)];
  const kept = sameJson(ours, old) ? other : sameJson(other, old) ? ours : lesser(ours, other);
  const added = new Map([...mine, ...theirs].filter(([key]) => !base.has(key)));
  return [...kept.map((key) => mine.get(key)), ...[...added].sort(byKey).map(([, item]) => item)];
}

/** Items by their texts, each with how often it stood before. */
type Counted = ReadonlyMap<string, unknown>;

function counted(items: Items): Counted {
  const times = new Map<string, number>();
  return new Map(
    items.map((item) => {
      const text = canonicalText(item);
      const before = times.get(text) ?? 0;
      times.set(text, before + 1);
      return [`${text} ${before}`, item];
    }),
  );
}

const byKey = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : 1;
/** Either will do, as long as it is the same from both sides. */
const lesser = (one: readonly string[], other: readonly string[]): readonly string[] =>
  JSON.stringify(one) < JSON.stringify(other) ? one : other;

/** Merges an item that both sides changed at the same place. @param index where it stands in mine */
type MergeItem = (item: ThreeVersions, index: number) => unknown;

/** Merges lists of unnamed items, such as actions: equal items count as the same. */
export function mergedValues(three: ThreeVersions<Items>, at: At, mergeItem: MergeItem): Items {
  // Equal values must be identical for the comparison, and be found again.
  const values = new Map<string, unknown>();
  const textsOf = (items: Items) =>
    items.map((item) => {
      const text = canonicalText(item);
      values.set(text, item);
      return text;
    });
  const [mine, base, theirs] = [textsOf(three.mine), textsOf(three.base), textsOf(three.theirs)];
  if (!isQuick(base, mine) || !isQuick(base, theirs)) return mergedRegion(three, at, mergeItem);
  const valuesOf = (texts: readonly string[]) => texts.map((text) => values.get(text));
  return diff3MergeRegions(mine, base, theirs).flatMap((region) => {
    if (region.stable) return valuesOf(region.bufferContent);
    const part = {
      base: valuesOf(region.oContent),
      mine: valuesOf(region.aContent),
      theirs: valuesOf(region.bContent),
    };
    return mergedRegion(part, at, (item, index) => mergeItem(item, region.aStart + index));
  });
}

function mergedRegion(part: ThreeVersions<Items>, at: At, mergeItem: MergeItem): Items {
  const { base, mine, theirs } = part;
  if (sameJson(mine, theirs)) return mine;
  // Both added here: that is no contradiction.
  if (base.length === 0) return mergedSet(part);
  const items = base.map((item, index) => ({ base: item, mine: mine[index], theirs: theirs[index] }));
  if (mine.length === base.length && theirs.length === base.length && items.every(isOneKind))
    return items.map(mergeItem);
  const settled = conflictAt(at, "changed", part);
  return Array.isArray(settled) ? settled : [settled];
}

/** An action is of the kind that its only key names; groups and reminders have the same keys. */
function isOneKind({ base, mine, theirs }: ThreeVersions): boolean {
  const keys = [base, mine, theirs].map((item) => JSON.stringify(Object.keys(objectOf(item)).sort()));
  return new Set(keys).size === 1;
}

/** One text for values that differ in the order of their members alone. */
function canonicalText(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1))) : part,
  );
}

const MOST_LINES = 2_000;
/** Of equal items, one on each side. Comparing takes time by the cube of how often an item stands: 2,000 times, 13 s. */
const MOST_PAIRS = 100_000;

/** Whether two lists are compared within a fraction of a second, whoever wrote them. */
function isQuick(one: readonly string[], other: readonly string[]): boolean {
  const times = new Map<string, number>();
  for (const item of one) times.set(item, (times.get(item) ?? 0) + 1);
  let pairs = 0;
  for (const item of other) pairs += times.get(item) ?? 0;
  return pairs <= MOST_PAIRS;
}

/** A text by lines; null where both sides changed the same lines, or the text is too long to tell. */
export function mergedLines({ base, mine, theirs }: ThreeVersions<string>): string | null {
  const [ours, old, other] = [mine, base, theirs].map((text) => text.split("\n")) as [string[], string[], string[]];
  if (Math.max(ours.length, old.length, other.length) > MOST_LINES) return null;
  if (!isQuick(old, ours) || !isQuick(old, other)) return null;
  const regions = diff3MergeRegions(ours, old, other);
  if (!regions.every((region): region is Extract<IRegion<string>, { stable: true }> => region.stable)) return null;
  return regions.flatMap(({ bufferContent }) => bufferContent).join("\n");
}

/**
 * The order of named things, such as stages, after both sides added, removed and moved some.
 * @param kept the names that are in the result
 */
export function mergedOrder(
  { base, mine, theirs }: ThreeVersions<readonly string[]>,
  kept: ReadonlySet<string>,
  at: At,
): readonly string[] {
  const [inMine, inTheirs] = [new Set(mine), new Set(theirs)];
  const inBoth = (names: readonly string[]) =>
    names.filter((name) => inMine.has(name) && inTheirs.has(name) && kept.has(name));
  const [ours, other] = [inBoth(mine), inBoth(theirs)];
  const known = new Set(base);
  const old = inBoth(base);
  const movedBy = (names: readonly string[]) =>
    !sameJson(
      names.filter((name) => known.has(name)),
      old,
    );
  const conflicting = !sameJson(ours, other) && movedBy(ours) === movedBy(other);
  const order = [...(movedBy(other) && !conflicting ? other : ours)];
  const onlyMine = inserted(order, mine, kept);
  const onlyTheirs = inserted(order, theirs, kept);
  // Behind one neighbour both put something new: which comes first is the authors' to say.
  const contested = [...onlyTheirs].some(([after, names]) => onlyMine.has(after) && names.length > 0);
  if (!conflicting && !contested) return withInserted(order, onlyMine, onlyTheirs);
  if (conflictAt(at, "order", { base, mine, theirs }) !== theirs) return withInserted(order, onlyMine, onlyTheirs);
  const theirOrder = conflicting ? other : order;
  return withInserted(theirOrder, inserted(theirOrder, theirs, kept), inserted(theirOrder, mine, kept));
}

/** Runs of names that only one side has, by the name that they stand behind; null: at the start. */
type Inserted = ReadonlyMap<string | null, readonly string[]>;

function inserted(order: readonly string[], names: readonly string[], kept: ReadonlySet<string>): Inserted {
  const placed = new Set(order);
  const runs = new Map<string | null, string[]>();
  let after: string | null = null;
  for (const name of names) {
    if (placed.has(name)) after = name;
    else if (kept.has(name)) runs.set(after, [...(runs.get(after) ?? []), name]);
  }
  return runs;
}

function withInserted(order: readonly string[], ...all: readonly Inserted[]): readonly string[] {
  const behind = (name: string | null) => [...new Set(all.flatMap((runs) => runs.get(name) ?? []))];
  return [...behind(null), ...order.flatMap((name) => [name, ...behind(name)])];
}
