import { Temporal } from "temporal-polyfill";
import type { ForecastItem } from "../../../../src-shared/flow/index.ts";

/** A day of a calendar, with its events. */
export interface CalendarDay {
  /** ISO date in the flow's zone. */
  readonly date: string;
  readonly day: number;
  readonly items: readonly ForecastItem[];
  /** 24, except on days with a clock change. */
  readonly hours: number;
}

/** A month as weeks from Monday to Sunday; null: a day of another month. */
export type MonthGrid = readonly (readonly (CalendarDay | null)[])[];

/** Events at one instant to several people by the same method, merged into one entry. */
export interface ForecastEntry {
  readonly item: ForecastItem;
  readonly participants: readonly string[];
}

const dateOf = (instant: number, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).toPlainDate().toString();

/** The months from the first to the last event, as `2026-03`; an empty forecast has none. */
export function monthsOf(items: readonly ForecastItem[], timeZone: string): readonly string[] {
  const [first, last] = [items[0], items.at(-1)];
  if (first === undefined || last === undefined) return [];
  const months: string[] = [];
  const end = dateOf(last.at, timeZone).slice(0, -3);
  let month = Temporal.PlainYearMonth.from(dateOf(first.at, timeZone).slice(0, -3));
  // A time-out is at most a year ahead; if one ever is further, a page of months is enough.
  while (months.length < 24) {
    months.push(month.toString());
    if (month.toString() === end) break;
    month = month.add({ months: 1 });
  }
  return months;
}

/** @param month `2026-03`; @param timeZone IANA name @throws RangeError for any other */
export function monthGrid(month: string, items: readonly ForecastItem[], timeZone: string): MonthGrid {
  const byDate = Map.groupBy(items, ({ at }) => dateOf(at, timeZone));
  const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 });
  const days = Array.from({ length: first.daysInMonth }, (_, at): CalendarDay => {
    const date = first.add({ days: at });
    return {
      date: date.toString(),
      day: at + 1,
      items: byDate.get(date.toString()) ?? [],
      hours: date.toZonedDateTime(timeZone).hoursInDay,
    };
  });
  const cells = [...Array.from({ length: first.dayOfWeek - 1 }, () => null), ...days];
  while (cells.length % 7 !== 0) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}

/** In order, merging people who get the same message by the same method at the same instant. */
export function entriesOf(items: readonly ForecastItem[]): readonly ForecastEntry[] {
  const entries: { item: ForecastItem; participants: string[] }[] = [];
  const open = new Map<string, string[]>();
  for (const item of items) {
    if (!("participant" in item)) {
      entries.push({ item, participants: [] });
      continue;
    }
    const key = [item.at, item.kind, item.method, item.message, item.deliverable].join("\n");
    const participants = open.get(key);
    if (participants === undefined) {
      const fresh = [item.participant];
      open.set(key, fresh);
      entries.push({ item, participants: fresh });
    } else if (!participants.includes(item.participant)) participants.push(item.participant);
  }
  return entries;
}

/** How often each kind happens, in the order of the day. */
export function countsOf(items: readonly ForecastItem[]): ReadonlyMap<ForecastItem["kind"], number> {
  const counts = new Map<ForecastItem["kind"], number>();
  for (const { kind } of items) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}
