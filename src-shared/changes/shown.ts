import { msg, type Translatable } from "../basics/index.ts";
import { isObject, sameJson } from "../language/index.ts";

/** Characters. */
const MOST = 80;
/** Characters kept before the first difference of two long values, so that readers find the place. */
const LEAD = 24;

/** A value for a sentence: short, in words, and never empty. */
export function shown(value: unknown): string | Translatable {
  return isNothing(value) ? msg`nothing` : cut(line(value), 0);
}

/** Two different values, each short, that never look alike: long ones are cut around their first difference. */
export function shownPair(before: unknown, after: unknown): readonly [string | Translatable, string | Translatable] {
  if (isNothing(before) || isNothing(after)) return [shown(before), shown(after)];
  const [old, now] = distinctTexts(before, after);
  const from = Math.max(old.length, now.length) <= MOST ? 0 : Math.max(firstDifference(old, now) - LEAD, 0);
  return [cut(old, from), cut(now, from)];
}

/** The differences of two values: the deepest members of maps, each with the keys that lead to it. */
export function changedParts(
  before: unknown,
  after: unknown,
  keys: readonly string[] = [],
): readonly { readonly keys: readonly string[]; readonly before: unknown; readonly after: unknown }[] {
  if (sameJson(before ?? null, after ?? null)) return [];
  if (!isObject(before) || !isObject(after)) return [{ keys, before, after }];
  const all = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return all.flatMap((key) => changedParts(own(before, key), own(after, key), [...keys, key]));
}

const own = (map: Readonly<Record<string, unknown>>, key: string): unknown =>
  Object.hasOwn(map, key) ? map[key] : undefined;

const isNothing = (value: unknown): boolean => value === undefined || value === null;

/** `provider ftn, max_failures 3`: on one line, without JSON punctuation. */
function line(value: unknown): string {
  return words(value).replace(/\s+/g, " ").trim() || "“”";
}

function words(value: unknown): string {
  if (Array.isArray(value)) return value.map(inner).join(", ");
  if (isObject(value)) {
    return Object.entries(value)
      .map(([key, member]) => `${key} ${inner(member)}`)
      .join(", ");
  }
  return typeof value === "string" ? value : JSON.stringify(value);
}

const inner = (value: unknown): string =>
  typeof value === "object" && value !== null ? `(${words(value)})` : words(value);

/** Values that differ only in spaces or type are shown as JSON. */
function distinctTexts(before: unknown, after: unknown): readonly [readonly string[], readonly string[]] {
  const format = line(before) === line(after) ? JSON.stringify : line;
  return [Array.from(format(before)), Array.from(format(after))];
}

function firstDifference(old: readonly string[], now: readonly string[]): number {
  let at = 0;
  while (at < old.length && old[at] === now[at]) at += 1;
  return at;
}

function cut(value: string | readonly string[], from: number): string {
  const signs = typeof value === "string" ? Array.from(value) : value;
  const head = from > 0 ? "…" : "";
  const rest = signs.slice(from);
  if (head.length + rest.length <= MOST) return head + rest.join("");
  return `${head}${rest.slice(0, MOST - 1 - head.length).join("")}…`;
}
