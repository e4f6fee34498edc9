/** What an author confirms with something that goes to an account, in the order of its fingerprint. */
const PARTS = ["account", "address", "people", "flow", "acts"] as const;
export type ConfirmedPart = (typeof PARTS)[number];

/** Between the hashes of the parts. */
const SEAM = ".";

/** Joins hashes into a fingerprint. An empty part is not confirmed. */
export const joinParts = (hashes: Readonly<Record<ConfirmedPart, string>>): string =>
  PARTS.map((part) => hashes[part]).join(SEAM);

/** The parts that differ between two fingerprints, the most important first. */
export function changedParts(confirmed: string, now: string): readonly ConfirmedPart[] {
  const [seen, is] = [confirmed.split(SEAM), now.split(SEAM)];
  return PARTS.filter((_part, at) => seen[at] !== "" && seen[at] !== is[at]);
}
