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

/**
 * What is asked for, where the policy was seen as `before` when it was asked, and as `now` since: what its author did not change
 * is as it is there by now [Y4].
 * @returns also the fields that both sides changed, each in its own way
 */
export function retentionSince(wanted: RetentionPolicy, before: RetentionPolicy | null, now: RetentionPolicy) {
  const asked = before === null ? retentionFields : retentionDiffers(before, wanted);
  const entries = retentionFields.map((field) => [field, (asked.includes(field) ? wanted : now)[field]] as const);
  const changed = before === null ? [] : retentionDiffers(before, now);
  return {
    wanted: Object.fromEntries(entries) as RetentionPolicy,
    contrary: asked.filter((field) => changed.includes(field) && wanted[field] !== now[field]),
  };
}
