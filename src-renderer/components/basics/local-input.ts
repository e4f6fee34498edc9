import { Temporal } from "temporal-polyfill";

type DateFields = Readonly<Record<"year" | "month" | "day" | "hour" | "minute", number>>;

/** `2026-11-24 09:00`: an instant in epoch milliseconds, to the minute, in an IANA zone. A longer year has no sign. */
export const toLocalInput = (instant: number, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(instant)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: "minute" })
    .replace("T", " ")
    .replace(/^\+0*/, "");

/** The instant of such a text in that zone; a local time that does not exist moves forward. null for another text. */
export function fromLocalInput(text: string, timeZone: string): number | null {
  const fields = fieldsOf(text);
  return fields && inZone(fields, timeZone);
}

/**
 * Whether such a text names a time that the zone's clocks skip at the start of summer time. Then `fromLocalInput` is
 * later.
 */
export function isSkipped(text: string, timeZone: string): boolean {
  const fields = fieldsOf(text);
  const instant = fields && inZone(fields, timeZone);
  if (fields === null || instant === null) return false;
  const shown = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).toPlainDateTime();
  return !shown.equals(Temporal.PlainDateTime.from(fields));
}

/** Its fields as written: they may not form a valid date. */
function fieldsOf(text: string): DateFields | null {
  const parts = /^(\d{4,6})-(\d{2})-(\d{2})[T ](\d{1,2}):(\d{2})$/.exec(text.trim())?.slice(1).map(Number);
  if (!parts) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts;
  return { year, month, day, hour, minute };
}

/** Whether it is written as a date, with or without time, that does not exist, such as 30 February. */
export function isNoDate(text: string): boolean {
  const [year, month = 0, day = 0] =
    /^(\d{4,6})-(\d{2})-(\d{2})(?:$|[T ])/.exec(text.trim())?.slice(1).map(Number) ?? [];
  return year !== undefined && inZone({ year, month, day }, "UTC") === null;
}

/** null: there is no such date, or no such time of day. */
function inZone(fields: Temporal.PlainDateTimeLike, timeZone: string): number | null {
  try {
    const named = Temporal.PlainDateTime.from(fields, { overflow: "reject" });
    return named.toZonedDateTime(timeZone).epochMilliseconds;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
