import { type Instant, nextBeat, plusDaysSameLocalTime } from "../../flow/index.ts";
import { BEGIN } from "../graph/steps.ts";
import type { Facts, messagesOf, Person, Split } from "./facts.ts";
import type { MessageCounts } from "./finding.ts";

/** More stages than this for one person count as unlimited: the answer is then an upper bound. */
const MOST_STAGES = 64;

/** The most reminders that one person can get, by each method. */
export function mostReminders(facts: Facts, person: Person): MessageCounts {
  return { email: splitFor(facts, person, "email").most, sms: splitFor(facts, person, "sms").most };
}

const NONE: Split = { most: 0, days: [], within: [] };

/**
 * The split that gives somebody the most reminders by one method: a table over stages and days, since a reminder counts
 * from each stage's beginning [C1], and reminders due at the time-out are not sent [C3].
 */
export function splitFor({ draft, tables }: Facts, person: Person, method: keyof MessageCounts): Split {
  const rhythms = draft.process.automaticReminders
    .filter(({ users }) => users === null || users.includes(person.name))
    .filter(({ methods }) => sends(person, methods, method))
    .map(({ daysDelay, periodically }) => ({ daysDelay, periodically }));
  if (rhythms.length === 0 || person.stages.length === 0) return NONE;
  // Most people have the same reminders, and the table takes longest.
  const key = JSON.stringify([rhythms, person.stages.length]);
  const known = tables.get(key) ?? bestSplit(worthOf(rhythms, draft), person.stages.length);
  tables.set(key, known);
  return known;
}

interface Rhythm {
  readonly daysDelay: number;
  readonly periodically: boolean;
}

/**
 * How many reminders fall due within this many days of a stage's beginning, up to the time-out, by the engine's own
 * schedule.
 */
function worthOf(rhythms: readonly Rhythm[], { duration, settings }: Facts["draft"]): readonly number[] {
  const zone = settings.timeZone ?? "UTC";
  const worth = Array.from({ length: duration }, () => 0);
  const days = worth.map((_, day) => plusDaysSameLocalTime(BEGIN, day, zone));
  for (const { daysDelay, periodically } of rhythms) {
    let beat: Instant = BEGIN;
    do {
      beat = nextBeat(BEGIN, daysDelay, zone, beat);
      for (const [day, instant] of days.entries()) if (beat <= instant) worth[day] = (worth[day] ?? 0) + 1;
    } while (periodically && beat < (days.at(-1) ?? BEGIN));
  }
  return worth;
}

/**
 * Whether a reminder goes out by a method: by its own, else by those of the last invitation [C1], and only to an
 * address.
 */
function sends(
  { parameters, invitations }: Person,
  methods: Parameters<typeof messagesOf>[0]["methods"] | null,
  method: keyof MessageCounts,
): boolean {
  if ((method === "email" ? parameters.email : parameters.phoneNumber) === null) return false;
  if (methods !== null) return methods[method] !== null;
  if (invitations.length > 0) return invitations.some(({ action }) => action.methods[method] !== null);
  return method === "email" || parameters.email === null;
}

/** The best split of days among stages; a stage is worth `within[days spent]`. */
function bestSplit(within: readonly number[], stages: number): Split {
  const worth = [...within.keys()].filter((day) => (within[day] ?? 0) > (within[day - 1] ?? 0));
  const days = within.length - 1;
  const isAny = stages > MOST_STAGES || stages * (worth[0] ?? within.length) >= days;
  const spentOn = (day: number, rest: readonly number[]) =>
    worth.reduce(
      (best, spent) => {
        const most = spent > day ? 0 : (within[spent] ?? 0) + (rest[day - spent] ?? 0);
        return most > best.most ? { most, spent } : best;
      },
      { most: 0, spent: 0 },
    );
  const none = within.map(() => 0);
  // The most in so many stages, by days; for unlimited stages one table that refers to itself.
  const tables: number[][] = [none];
  if (isAny) for (const day of none.keys()) none[day] = spentOn(day, none).most;
  else
    for (let stage = 0; stage < stages; stage += 1) {
      const rest = tables[stage] ?? none;
      tables.push(within.map((_, day) => spentOn(day, rest).most));
    }
  const split: number[] = [];
  let day = days;
  for (let left = stages - 1; isAny || left >= 0; left -= 1) {
    const { most, spent } = spentOn(day, (isAny ? none : tables[left]) ?? none);
    if (most === 0) break;
    split.push(spent);
    day -= spent;
  }
  return { most: tables.at(-1)?.[days] ?? 0, days: split, within };
}
