import {
  type Bits,
  type ConditionProgram,
  hasBit,
  holds,
  isEmpty,
  noBits,
  type Program,
  pendingOf,
  type StageProgram,
  setBit,
} from "../../flow/index.ts";
import type { Label } from "../graph/labels.ts";
import { actLabel } from "../graph/steps.ts";

/**
 * Verdicts on a stage without exploring it (decision 0801). Conditions are monotone: whatever can happen at all can
 * happen with every act done except those in question. Each question evaluates the stage once.
 */

/** Whether a stage can end while none of these acts is ever done. */
export function endsWithout(stage: StageProgram, absent: (slot: number) => boolean): boolean {
  const done = noBits(stage.slots.length);
  for (const slot of stage.slots.keys()) if (!absent(slot)) setBit(done, slot);
  return isEmpty(pendingOf(stage, done));
}

/** Whether a stage can end without any act of these participants. */
export function endsWithoutPeople(stage: StageProgram, people: ReadonlySet<number>): boolean {
  return endsWithout(stage, (slot) => people.has(stage.slots[slot]?.participant ?? -1));
}

export interface Choice {
  /** Acts that are never done. */
  readonly without?: (slot: number) => boolean;
  /** Acts to prefer over others that would do as well. */
  readonly rather?: (slot: number) => boolean;
}

/**
 * Roughly the fewest acts that end a stage. Condition by condition, it picks members with the least left to do, and
 * among them those who help most overlapping groups.
 * @returns slots in the order of the acts; null: it cannot end without the excluded acts
 */
export function completing(stage: StageProgram, choice: Choice = {}): readonly number[] | null {
  const { without = never, rather = never } = choice;
  const done = noBits(stage.slots.length);
  const acts: number[] = [];
  const weight = (slots: readonly number[]) => slots.length - (slots.some(rather) ? stage.slots.length : 0);
  const helping = overlaps(stage);
  const helps = (slots: readonly number[]) =>
    slots.reduce((sum, slot) => sum + (helping.get(slot)?.filter((one) => !holds(one, done)).length ?? 0), 0);
  const better = (slots: readonly number[], best: readonly number[]) => {
    const lighter = weight(slots) - weight(best);
    return lighter < 0 || (lighter === 0 && helping.size > 0 && helps(slots) > helps(best));
  };
  const isWanted = ({ members }: ConditionProgram) => members.some((slots) => slots.some(rather));
  // Others' acts for one condition may leave nothing to do for people whose acts another condition needs.
  const inOrder = [...stage.conditions.filter(isWanted), ...stage.conditions.filter((one) => !isWanted(one))];
  // A condition that holds stays true, so one pass is enough.
  for (const condition of inOrder) {
    while (!holds(condition, done)) {
      const left = condition.members
        .map((slots) => slots.filter((slot) => !hasBit(done, slot)))
        .filter((slots) => slots.length > 0 && !slots.some(without));
      const [first] = left;
      if (first === undefined) return null;
      const next = left.reduce((best, slots) => (better(slots, best) ? slots : best), first);
      for (const slot of next) {
        setBit(done, slot);
        acts.push(slot);
      }
    }
  }
  return acts;
}

const never = () => false;

/** The groups of each act that belongs to several: doing it helps each of them. */
function overlaps({ conditions }: StageProgram): ReadonlyMap<number, readonly ConditionProgram[]> {
  const groups = new Map<number, ConditionProgram[]>();
  for (const condition of conditions.filter(({ needed, members }) => needed < members.length))
    for (const slot of condition.members.flat()) groups.set(slot, [...(groups.get(slot) ?? []), condition]);
  for (const [slot, some] of groups) if (some.length < 2) groups.delete(slot);
  return groups;
}

/** A run to the start of a stage and then through the acts of these slots; null if the stage cannot be reached. */
export function runTo(program: Program, stage: number, acts: readonly number[] = []): readonly Label[] | null {
  const run: Label[] = [];
  for (let before = 0; before < stage; before += 1) {
    const slots = completing(stageOf(program, before));
    if (slots === null) return null;
    for (const slot of slots) run.push(labelOf(program, before, slot));
  }
  for (const slot of acts) run.push(labelOf(program, stage, slot));
  return run;
}

/** A run to the flow's end, roughly the shortest. */
export function wholeRun(program: Program): readonly Label[] {
  return runTo(program, program.stages.length) ?? [];
}

/** A complete run in which somebody acts wherever they are asked to, or only where the flow needs them. */
export function wholeRunOf(program: Program, person: number, part: "all" | "least"): readonly Label[] {
  return program.stages.flatMap((stage, index) => {
    const theirs = (slot: number) => stage.slots[slot]?.participant === person;
    const slots = part === "all" ? completing(stage, { rather: theirs }) : completing(stage, { without: theirs });
    return (slots ?? completing(stage) ?? []).map((slot) => labelOf(program, index, slot));
  });
}

/** The act of a slot, as a label. */
export function labelOf(program: Program, stage: number, slot: number): Label {
  const act = stageOf(program, stage).slots[slot];
  if (act === undefined) throw new RangeError(`Stage ${stage} has no act ${slot}.`);
  return actLabel(program.participants[act.participant] ?? "", act.verb, program.documents[act.document] ?? "");
}

/** @throws RangeError where the program has no such stage */
export function stageOf(program: Program, index: number): StageProgram {
  const stage = program.stages[index];
  if (stage === undefined) throw new RangeError(`The flow has no stage ${index}.`);
  return stage;
}

/** The acts that are pending once these have been done. */
export function pendingAfter(stage: StageProgram, acts: readonly number[]): Bits {
  const done = noBits(stage.slots.length);
  for (const slot of acts) setBit(done, slot);
  return pendingOf(stage, done);
}
