/** The four of interface 2.3, which every service has. */
export const retentionFields = ["trash_completed", "trash_failed", "trash_timed_out", "delete_trashed"] as const;
export type RetentionField = (typeof retentionFields)[number];

/** The data retention of an account's home folder: days; null: unset. Units and kinds are a service's own: a text stands for what is no number. */
export type RetentionPolicy = Readonly<Record<RetentionField, number | string | null>>;

/** What a service shows; null: it lacks a field that the interface names. */
export function retentionOf(json: Readonly<Record<string, unknown>>): RetentionPolicy | null {
  if (!retentionFields.every((field) => Object.hasOwn(json, field))) return null;
  const entries = retentionFields.map((field) => [field, shownValue(json[field])] as const);
  return Object.fromEntries(entries) as RetentionPolicy;
}

const shownValue = (value: unknown): number | string | null =>
  value === null || typeof value === "number" ? value : typeof value === "string" ? value : JSON.stringify(value);

/** The fields in which two policies differ. */
export const retentionDiffers = (one: RetentionPolicy, other: RetentionPolicy): readonly RetentionField[] =>
  retentionFields.filter((field) => one[field] !== other[field]);
