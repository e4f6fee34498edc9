/** Days that a deadline may be extended by [G9]. */
const MOST_DAYS = 365;

/** The typed days; null: not a whole number from 1 to 365. */
export function typedDays(text: string): number | null {
  const days = /^\s*\d+\s*$/.test(text) ? Number(text) : 0;
  return days >= 1 && days <= MOST_DAYS ? days : null;
}
