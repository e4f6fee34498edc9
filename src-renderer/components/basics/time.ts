/** Times in the reader's language. Instants are epoch milliseconds; zones are IANA names. */
const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 365 * 86_400_000],
  ["month", 30 * 86_400_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000],
];

/** Threshold: 30 days show as days, as flows count in days, and not as `next month`. */
const AT_LEAST: Partial<Record<Intl.RelativeTimeFormatUnit, number>> = { year: 2, month: 2 };

/** Caches formatters: creating one costs as much as formatting a hundred times, and languages and zones are few. */
function kept<O extends object, F>(make: (language: string, options: O) => F): (language: string, options: O) => F {
  const made = new Map<string, F>();
  return (language, options) => {
    const key = language + JSON.stringify(options);
    const formatter = made.get(key) ?? make(language, options);
    made.set(key, formatter);
    return formatter;
  };
}

const relativeFormat = kept(
  (language, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(language, options),
);
const numberFormat = kept((language, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options));
const dateFormat = kept(
  (language, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, options),
);

/** `in 3 days`, `2 hours ago`, `now`, relative to `now`, rounded: five seconds short of 3 days are 3 days. */
export function relativeTime(instant: number, now: number, language: string): string {
  const distance = instant - now;
  const carried = UNITS.findIndex(
    ([unit, size], at) => Math.abs(distance) >= size * (AT_LEAST[unit] ?? 1) - (UNITS[at + 1]?.[1] ?? 0) / 2,
  );
  const [unit, size] = UNITS[carried] ?? ["second", 1000];
  const amount = Math.round(distance / size);
  return relativeFormat(language, { numeric: "auto" }).format(amount, unit);
}

const HOUR_AND_MINUTE = { hour: "2-digit", minute: "2-digit" } as const;
const TO_THE_MINUTE = { year: "numeric", month: "2-digit", day: "2-digit", ...HOUR_AND_MINUTE } as const;
/** A language with ISO 8601 dates. */
const ISO = "sv";

/** The year 1: a formatter writes earlier years like later ones. Epoch milliseconds. */
const FIRST_YEAR = Date.parse("0001-01-01T00:00:00Z");

/** `2026-11-24 09:00`, in every language. */
const dateTime = (instant: number, timeZone: string): string =>
  early(instant, -8) ?? dateFormat(ISO, { ...TO_THE_MINUTE, timeZone }).format(instant);

/** `2026-11-24 09:00:12`, in every language. */
const dateSecond = (instant: number, timeZone: string): string =>
  early(instant, -5) ?? dateFormat(ISO, { ...TO_THE_MINUTE, second: "2-digit", timeZone }).format(instant);

/** `2026-11-24 09:00:12.045`, in every language. */
const dateMillisecond = (instant: number, timeZone: string): string =>
  early(instant, -1) ?? `${dateSecond(instant, timeZone)}.${String(((instant % 1000) + 1000) % 1000).padStart(3, "0")}`;

/** A time before the year 1, in UTC, as `-000044-03-15 09:30`; null: a later time. */
const early = (instant: number, end: number): string | null =>
  instant < FIRST_YEAR ? new Date(instant).toISOString().slice(0, end).replace("T", " ") : null;

/** `24 Nov 2026, 09:00`, in the language's own format. */
const writtenDateTime = (instant: number, language: string, timeZone: string): string =>
  dateFormat(language, { ...TO_THE_MINUTE, day: "numeric", month: "short", timeZone }).format(instant);

/** `14:05` on the day of `now`, else with the day. */
function clockTime(instant: number, now: number, language: string, timeZone: string): string {
  const dayOf = (of: number) => dateFormat(language, { dateStyle: "short", timeZone }).format(of);
  if (dayOf(instant) !== dayOf(now)) return dateTime(instant, timeZone);
  return dateFormat(language, { ...HOUR_AND_MINUTE, timeZone }).format(instant);
}

const MINUTE = 60_000;

/** The first whole minute at or after an instant. */
const byMinute = (instant: number): number => Math.ceil(instant / MINUTE) * MINUTE;

/** A duration in its largest unit: `3 days`, `40 minutes`. */
export function duration(milliseconds: number, language: string): string {
  const [unit, size] = UNITS.find(([, length]) => milliseconds >= length) ?? ["second", 1000];
  return numberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(Math.trunc(milliseconds / size));
}

/** `1.2 MB` */
export function byteSize(bytes: number, language: string): string {
  const [unit, size] = bytes >= 1_000_000 ? ["megabyte", 1_000_000] : bytes >= 1000 ? ["kilobyte", 1000] : ["byte", 1];
  // The short form of bytes is "751 byte".
  const unitDisplay = size === 1 ? "long" : "short";
  return numberFormat(language, { style: "unit", unit: String(unit), unitDisplay, maximumFractionDigits: 1 }).format(
    bytes / Number(size),
  );
}

/** All of these in one language and zone. */
export const timesIn = (language: string, timeZone: string) => ({
  timeZone,
  relative: (instant: number, now: number) => relativeTime(instant, now, language),
  dateTime: (instant: number) => dateTime(instant, timeZone),
  dateSecond: (instant: number) => dateSecond(instant, timeZone),
  dateMillisecond: (instant: number) => dateMillisecond(instant, timeZone),
  writtenDateTime: (instant: number) => writtenDateTime(instant, language, timeZone),
  clockTime: (instant: number, now: number) => clockTime(instant, now, language, timeZone),
  /** Like `clockTime`, for the end of a wait: the minute by which it is over. */
  endTime: (instant: number, now: number) => clockTime(byMinute(instant), now, language, timeZone),
  duration: (milliseconds: number) => duration(milliseconds, language),
  byteSize: (bytes: number) => byteSize(bytes, language),
});
