import { Temporal } from "temporal-polyfill";

/** The value of a `datetime-local` field (to the minute) for an instant in epoch milliseconds, in an IANA zone. */
export const toLocalInput = (instant: number, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(instant)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: "minute" });

/** The instant a `datetime-local` field names in that zone; a local time that does not exist moves forward. null while it names none. */
export function fromLocalInput(text: string, timeZone: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text)) return null;
  return Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).epochMilliseconds;
}
