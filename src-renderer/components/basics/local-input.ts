import { Temporal } from "temporal-polyfill";

/** The value of a `datetime-local` field (to the minute) for an instant in epoch milliseconds, in an IANA zone. */
export const toLocalInput = (instant: number, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(instant)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: "minute" });

/** The instant a `datetime-local` field names in that zone; a local time that does not exist moves forward. null while it names none. */
export function fromLocalInput(text: string, timeZone: string): number | null {
  const parts = /^(\d{4,6})-(\d{2})-(\d{2})T(\d{2}):(\d{2})/.exec(text)?.slice(1).map(Number);
  if (!parts) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts;
  const named = Temporal.PlainDateTime.from({ year, month, day, hour, minute });
  if (named.day !== day || named.month !== month) return null;
  return named.toZonedDateTime(timeZone).epochMilliseconds;
}
