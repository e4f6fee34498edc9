/** What an author confirms with something that goes to an account, in the order of its fingerprint. */
const PARTS = ["account", "address", "people", "flow", "acts"] as const;
export type ConfirmedPart = (typeof PARTS)[number];

/** Between the hashes of the parts. */
const SEAM = ".";

/** A fingerprint of hashes. A part that is empty is not confirmed. */
export const joinParts = (hashes: Readonly<Record<ConfirmedPart, string>>): string =>
  PARTS.map((part) => hashes[part]).join(SEAM);

/** By two fingerprints, what is no longer as its author confirmed it; what they should hear of first stands first. */
export function changedParts(confirmed: string, now: string): readonly ConfirmedPart[] {
  const [seen, is] = [confirmed.split(SEAM), now.split(SEAM)];
  return PARTS.filter((_part, at) => seen[at] !== "" && seen[at] !== is[at]);
}
