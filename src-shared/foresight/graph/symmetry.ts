import { type Bits, hasBit, type Program, withBit, withoutBit } from "../../flow/index.ts";

/** Interchangeable participants of a stage: per participant the slots, in the same order for each. */
export type Alike = readonly (readonly number[])[];

/** A pattern of pending acts must fit in a number. */
const MOST_SLOTS = 30;

/**
 * Participants who can be swapped in a stage without changing anything but names: the same acts in the same conditions,
 * the same answer to 'acts in a later stage', and nothing that carries over (decision 0800, symmetry).
 * @param apartFrom see `setApartFrom`
 * @param meets slots whose signature a later act meets, or whose act meets an earlier signature [G6]
 */
export function alikeIn(
  program: Program,
  index: number,
  meets: (slot: number) => boolean,
  apartFrom: ReadonlyMap<number, number>,
): readonly Alike[] {
  const stage = program.stages[index];
  if (stage === undefined) return [];
  const classes = new Map<string, (readonly number[])[]>();
  for (const [participant, slots] of stage.slotsOfParticipant) {
    if (
      (apartFrom.get(participant) ?? program.stages.length) <= index ||
      slots.length > MOST_SLOTS ||
      slots.some(meets)
    )
      continue;
    const later = (program.stagesOfParticipant[participant]?.at(-1) ?? -1) > index;
    const ordered = slots.toSorted((a, b) => order(stage.slots[a], stage.slots[b], program.documents.length));
    const roles = ordered.map((slot) => roleOf(program, index, slot));
    const key = JSON.stringify([later, roles]);
    const known = classes.get(key);
    if (known === undefined) classes.set(key, [ordered]);
    else known.push(ordered);
  }
  return [...classes.values()].filter((members) => members.length > 1);
}

/**
 * By participant, the stage from which their documents distinguish them: a message to them may wait for seals from then
 * on, or they have their own viewing permissions [G16].
 */
export function setApartFrom({ stages, participantIndex }: Program): ReadonlyMap<number, number> {
  const from = new Map<number, number>();
  for (const [stage, { actions }] of stages.entries()) {
    for (const action of actions) {
      if (action.kind === "callback" || (action.kind === "notify" && !action.confirmation)) continue;
      for (const user of action.users) {
        const who = participantIndex.get(user) ?? -1;
        from.set(who, Math.min(from.get(who) ?? stage, action.kind === "notify" ? stage : 0));
      }
    }
  }
  return from;
}

type Slot = Program["stages"][number]["slots"][number];

function order(a: Slot | undefined, b: Slot | undefined, documents: number): number {
  return keyOf(a, documents) - keyOf(b, documents);
}

function keyOf(slot: Slot | undefined, documents: number): number {
  return slot === undefined ? -1 : slot.document + (slot.verb === "sign" ? 0 : documents);
}

function roleOf(program: Program, index: number, slot: number): unknown {
  const stage = program.stages[index];
  const act = stage?.slots[slot];
  const conditions = stage?.conditionsOfSlot[slot]?.map((condition) => stage.conditions.indexOf(condition));
  return [act?.verb, act?.document, conditions];
}

/**
 * The pending acts with interchangeable participants in a fixed order, so that it does not matter which of them acted.
 */
export function sorted(pending: Bits, alike: readonly Alike[]): Bits {
  let canonical = pending;
  for (const members of alike) canonical = sortedWithin(canonical, members);
  return canonical;
}

function sortedWithin(pending: Bits, members: Alike): Bits {
  const patterns = members.map((slots) => patternOf(pending, slots));
  if (patterns.every((pattern, at) => at === 0 || pattern <= (patterns[at - 1] ?? 0))) return pending;
  patterns.sort((a, b) => b - a);
  let canonical = pending;
  for (const [at, slots] of members.entries()) canonical = withPattern(canonical, slots, patterns[at] ?? 0);
  return canonical;
}

function patternOf(pending: Bits, slots: readonly number[]): number {
  let pattern = 0;
  for (const [at, slot] of slots.entries()) if (hasBit(pending, slot)) pattern |= 1 << at;
  return pattern;
}

function withPattern(pending: Bits, slots: readonly number[], pattern: number): Bits {
  let bits = pending;
  for (const [at, slot] of slots.entries()) {
    const wanted = ((pattern >>> at) & 1) === 1;
    if (hasBit(bits, slot) !== wanted) bits = wanted ? withBit(bits, slot) : withoutBit(bits, slot);
  }
  return bits;
}
