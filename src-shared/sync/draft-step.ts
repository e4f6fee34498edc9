import { sameJson, type WireFields } from "../language/index.ts";
import { isAnotherFlow } from "./another-flow.ts";
import { canonicalFields } from "./canonical.ts";
import type { Choice, Conflict, ThreeVersions } from "./conflict.ts";
import { merge, mergeAsChosen, mergeForSide, type Settled } from "./merge.ts";
import { mergeErrors } from "./merge-errors.ts";

/** A draft's local, remote and base versions, all in canonical form. */
export interface DraftView {
  /** What both had last; null: nothing. */
  readonly base: WireFields | null;
  /** null: deleted here. */
  readonly mine: WireFields | null;
  /** null: gone there, and that is believed [Y7]. */
  readonly theirs: WireFields | null;
  /** Whether the callback's password is another than the service has been given [Y15]. */
  readonly passwordChanged: boolean;
  /** Whether the text can be edited now: it parses, and nobody types in it [Y3]. */
  readonly canTake: boolean;
}

/**
 * What a conflict is of. `parts`: parts that both sides changed. `one_side`: one side has the draft no more. `another_flow`:
 * another flow stands there. `broken`: the merge would bring in errors [Y5].
 */
export type ConflictReason = "parts" | "one_side" | "another_flow" | "broken";

/** What to do next for a draft. */
export type DraftStep =
  /** Both have the same. */
  | { readonly kind: "agree" }
  | { readonly kind: "push"; readonly fields: readonly (keyof WireFields)[] }
  /** Put these fields into the text here; `merged`: both sides are in them. */
  | { readonly kind: "take"; readonly fields: WireFields; readonly merged: boolean }
  /** The account's change waits until the text can be edited. */
  | { readonly kind: "wait" }
  | { readonly kind: "conflict"; readonly conflicts: readonly Conflict[]; readonly reason: ConflictReason }
  | { readonly kind: "archive" }
  | { readonly kind: "remove_there" }
  | { readonly kind: "forget" };

const NOTHING = canonicalFields({
  ...{ title: null, process: null, process_parameters: null, process_settings: null },
  ...{ duration: null, callback: null, folder_id: null, flow_kind: null },
});

/**
 * Decides the next step for a draft [Y3, Y4, Y5, Y7]. What both sides changed differently is neither sent nor
 * overwritten.
 */
export function nextStep({ base, mine, theirs, passwordChanged, canTake }: DraftView): DraftStep {
  if (mine === null || theirs === null) return withoutOne(base, mine, theirs);
  const password = passwordChanged ? (["callback"] as const) : [];
  if (sameJson(mine, theirs)) return passwordChanged ? { kind: "push", fields: password } : { kind: "agree" };
  const before = base ?? NOTHING;
  if (sameJson(theirs, before)) return { kind: "push", fields: [...new Set([...changed(mine, theirs), ...password])] };
  if (base !== null && isAnotherFlow(base, theirs)) return whole("another_flow", { base, mine, theirs });
  if (sameJson(mine, before)) return canTake ? { kind: "take", fields: theirs, merged: false } : { kind: "wait" };
  const { fields, conflicts } = merge({ base: before, mine, theirs });
  if (conflicts.length > 0)
    return { kind: "conflict", conflicts: base === null ? conflicts.map(ofNothing) : conflicts, reason: "parts" };
  if (mergeErrors({ mine, theirs }, fields).length > 0)
    return whole("broken", { base: base ?? undefined, mine, theirs });
  return canTake ? { kind: "take", fields, merged: true } : { kind: "wait" };
}

/** Where both had nothing, the defaults that it was merged with are nobody's. */
const ofNothing = (conflict: Conflict): Conflict => ({ ...conflict, base: undefined });

/** A conflict of the whole draft. */
const whole = (reason: ConflictReason, three: ThreeVersions<unknown>): DraftStep => ({
  kind: "conflict",
  conflicts: [{ path: [], kind: "changed", ...three }],
  reason,
});

function withoutOne(base: WireFields | null, mine: WireFields | null, theirs: WireFields | null): DraftStep {
  const left = mine ?? theirs;
  if (left === null) return { kind: "forget" };
  if (base !== null && sameJson(left, base)) return { kind: mine === null ? "remove_there" : "archive" };
  const three = { base: base ?? undefined, mine: mine ?? undefined, theirs: theirs ?? undefined };
  return { kind: "conflict", conflicts: [{ path: [], kind: "removed", ...three }], reason: "one_side" };
}

/** The fields in which a version differs from another. */
export function changed(version: WireFields, other: WireFields): readonly (keyof WireFields)[] {
  return (Object.keys(version) as (keyof WireFields)[]).filter((field) => !sameJson(version[field], other[field]));
}

/** A draft that exists on both sides. */
export interface BothSides {
  readonly base: WireFields | null;
  readonly mine: WireFields;
  readonly theirs: WireFields;
}

/**
 * Settles a draft for one side, with everything else merged [Y6]. That side's version is taken whole if the merge would
 * add an error, or if another flow stands there [Y4, Y5].
 */
export function settledFor(side: "mine" | "theirs", { base, mine, theirs }: BothSides): WireFields {
  const own = side === "mine" ? mine : theirs;
  if (base !== null && isAnotherFlow(base, theirs)) return own;
  const fields = mergeForSide({ base: base ?? NOTHING, mine, theirs }, side);
  return mergeErrors({ mine, theirs }, fields).length > 0 ? own : fields;
}

/** Settles each conflict of a draft by its choice, with everything else merged [Y6]. */
export function settledWith(choices: readonly Choice[], { base, mine, theirs }: BothSides): Settled {
  return mergeAsChosen({ base: base ?? NOTHING, mine, theirs }, choices);
}
