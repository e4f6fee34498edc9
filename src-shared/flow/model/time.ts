import { Temporal } from "temporal-polyfill";
import type { Instant } from "./types.ts";

const DAY = 86_400_000;

/** The last instant that calendars can name; means "never" for a delay that reaches past it. */
const END_OF_TIME: Instant = 8.64e15;

/**
 * `days` calendar days later at the same local time of `timeZone` [G8] [C1]. A local time that does not exist moves
 * forward by the gap; a local time that occurs twice means the earlier.
 * @param timeZone IANA name
 * @returns an instant in milliseconds, never past the end of calendar time
 * @throws RangeError when the time zone is not known
 */
export function plusDaysSameLocalTime(instant: Instant, days: number, timeZone: string): Instant {
  const asked = `${instant} ${days} ${timeZone}`;
  const known = sameLocalTimes.get(asked) ?? sameLocalTime(instant, days, timeZone);
  if (sameLocalTimes.size >= KNOWN_TIMES) sameLocalTimes.clear();
  sameLocalTimes.set(asked, known);
  return known;
}

/** Cached: explorations ask the same few questions thousands of times. */
const sameLocalTimes = new Map<string, Instant>();
const KNOWN_TIMES = 256;

function sameLocalTime(instant: Instant, days: number, timeZone: string): Instant {
  if (days * DAY > END_OF_TIME - 2 * DAY - instant) return END_OF_TIME;
  const start = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone);
  return start.toPlainDateTime().add({ days }).toZonedDateTime(timeZone, { disambiguation: "compatible" })
    .epochMilliseconds;
}

/**
 * The first instant after `after` in the rhythm base + n × `days`, each at the base's local time, n from 1 [C1].
 * Counting from the base keeps the local time even when one beat fell into a gap and moved.
 */
export function nextBeat(base: Instant, days: number, timeZone: string, after: Instant): Instant {
  const { asked } = latestBeat;
  if (asked.base === base && asked.days === days && asked.timeZone === timeZone && asked.after === after)
    return latestBeat.beat;
  const beat = beatAfter(base, days, timeZone, after);
  latestBeat = { asked: { base, days, timeZone, after }, beat };
  return beat;
}

/** People reminded together ask this same, expensive question, so the last answer is kept. */
let latestBeat = { asked: { base: Number.NaN, days: 0, timeZone: "", after: 0 }, beat: 0 };

function beatAfter(base: Instant, days: number, timeZone: string, after: Instant): Instant {
  // A beat may lie up to a day off its exact multiple (clock changes, zones that skip a date), hence one step back.
  let n = Math.max(1, Math.floor((after - base) / (days * DAY)) - 1);
  let beat = plusDaysSameLocalTime(base, n * days, timeZone);
  while (beat <= after && beat < END_OF_TIME) {
    n += 1;
    beat = plusDaysSameLocalTime(base, n * days, timeZone);
  }
  return beat;
}

/** ISO 8601 in UTC, for messages and histories. */
export function isoInstant(instant: Instant): string {
  if (latestIso.instant !== instant) {
    latestIso = { instant, text: Temporal.Instant.fromEpochMilliseconds(instant).toString() };
  }
  return latestIso.text;
}

/** Events of one decision share an instant, so the last answer is kept. */
let latestIso = { instant: Number.NaN, text: "" };

/**
 * Local date and minute as people write them, such as `2026-11-24 02:48`; seconds are left out, not rounded.
 * @param timeZone IANA name; null if unknown: UTC, and the text says so
 * @throws RangeError when the time zone is not known
 */
export function localMinute(instant: Instant, timeZone: string | null): string {
  const local = Temporal.Instant.fromEpochMilliseconds(instant)
    .toZonedDateTimeISO(timeZone ?? "UTC")
    .toPlainDateTime();
  const text = unsigned(local.toString({ smallestUnit: "minute" }));
  return timeZone === null ? `${text} UTC` : text;
}

/** `+012026-11-24T09:00`, the ISO 8601 form of a longer year, is `12026-11-24 09:00` for people. */
const unsigned = (iso: string): string => iso.replace("T", " ").replace(/^\+0*/, "");

/** Local date and second with the zone's offset, such as `2026-11-24 02:48:09+01:00`: unambiguous, also in a fold. */
export function localSecond(instant: Instant, timeZone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone);
  return unsigned(local.toString({ timeZoneName: "never", smallestUnit: "second" }));
}

/** The instant that an ISO 8601 text names; null for any other text. */
export function instantOf(text: string): Instant | null {
  try {
    return Temporal.Instant.from(text).epochMilliseconds;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
