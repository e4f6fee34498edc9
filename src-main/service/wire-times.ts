/** ISO 8601 in UTC. */
export function iso(instant: number): string {
  return new Date(instant).toISOString();
}

export function isoOrNull(instant: number | null): string | null {
  return instant === null ? null : iso(instant);
}
