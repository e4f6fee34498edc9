import { msg, type Translatable } from "../basics/index.ts";
import { type FlowObject, isObject, sameJson, textsOf } from "../language/index.ts";
import { type Change, change, methodWord, methodWords } from "./change.ts";
import { shown, shownPair } from "./shown.ts";
import { difference, plainNotify } from "./stages.ts";

/** Reminders have no names: a removed and an added one count as the same if they have most in common. */
export function reminderChanges(before: unknown, after: unknown): Change[] {
  const plain = (value: unknown): unknown[] => (Array.isArray(value) ? value.map(plainReminder) : []);
  const [old, now] = [plain(before), plain(after)];
  const { came, gone } = difference(old, now);
  if (came.length + gone.length === 0)
    return sameJson(old, now) ? [] : [change("other.changed", { place: msg`The order of the reminders` })];
  const pairs = paired(gone, came);
  return [
    ...gone.flatMap((reminder) => {
      const twin = pairs.get(reminder);
      return twin === undefined ? [change("reminder.removed", { reminder: words(reminder) })] : parts(reminder, twin);
    }),
    ...came
      .filter((reminder) => ![...pairs.values()].includes(reminder))
      .map((reminder) => change("reminder.added", { reminder: words(reminder) })),
  ];
}

/** `repeat: never` means the same as no `repeat`. */
function plainReminder(reminder: unknown): unknown {
  if (!isObject(reminder)) return reminder;
  const { date, ...rest } = plainNotify(reminder);
  if (!isObject(date) || date.repeat !== "never") return { ...rest, date };
  const { repeat: _, ...once } = date;
  return { ...rest, date: once };
}

/**
 * Pairs each removed reminder with its replacement, the most alike first; reminders with nothing in common are not
 * paired.
 */
function paired(gone: readonly unknown[], came: readonly unknown[]): ReadonlyMap<unknown, unknown> {
  const pairs = new Map<unknown, unknown>();
  const taken = new Set<unknown>();
  for (let common = distinguishing.length; common > 0; common -= 1) {
    for (const old of gone) {
      if (pairs.has(old)) continue;
      const twin = came.find((now) => !taken.has(now) && alike(old, now) >= common);
      if (twin === undefined) continue;
      pairs.set(old, twin);
      taken.add(twin);
    }
  }
  return pairs;
}

/** The fields that identify a reminder. */
const distinguishing = ["users", "methods", "days_delay"] as const;

function alike(before: unknown, after: unknown): number {
  if (!isObject(before) || !isObject(after)) return 0;
  const [old, now] = [flat(before), flat(after)];
  return distinguishing.filter((part) => sameJson(old[part] ?? null, now[part] ?? null)).length;
}

/** Its members and those of its date in one map; empty for a value that is not a reminder. */
function flat(reminder: unknown): FlowObject {
  if (!isObject(reminder)) return {};
  const { date, ...rest } = reminder;
  return isObject(date) ? { ...rest, ...date } : reminder;
}

function parts(before: unknown, after: unknown): Change[] {
  const [old, now] = [flat(before), flat(after)];
  const fields = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return fields
    .filter((field) => !sameJson(old[field] ?? null, now[field] ?? null))
    .map((field) => {
      const [was, is] = shownPair(old[field], now[field]);
      return change("reminder.changed", {
        reminder: words(before),
        field,
        before: part(field, old[field]) ?? was,
        after: part(field, now[field]) ?? is,
      });
    });
}

const everybody = msg`everybody who is awaited`;
const omitted: Readonly<Record<string, string | Translatable>> = {
  users: everybody,
  methods: msg`as last invited`,
  repeat: "never",
};

/** The words for a field's value; null: the value itself. */
function part(field: string, value: unknown): string | Translatable | null {
  if (value === undefined || value === null) return omitted[field] ?? null;
  if (field === "users") return textsOf(value).join(", ");
  if (field !== "methods" || !isObject(value)) return null;
  const named = (message: unknown) => (typeof message === "string" ? message : shown(message));
  return methodWords(Object.entries(value).map(([way, message]) => msg`${methodWord(way)} ${named(message)}`));
}

function words(reminder: unknown): Translatable {
  const { users, days_delay: days, repeat, methods } = flat(reminder);
  const who = Array.isArray(users) ? users.map(String).join(", ") : everybody;
  const ways = isObject(methods) ? Object.keys(methods).map(methodWord) : [];
  const reached = ways.length === 0 ? who : msg`${who} by ${methodWords(ways)}`;
  return repeat === "periodically"
    ? msg`${reached} after ${shown(days)} days, again and again`
    : msg`${reached} after ${shown(days)} days`;
}
