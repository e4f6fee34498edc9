import type { Action, NotifyMethods, Process, Reminder, Verb } from "../../language/index.ts";
import { type Bits, hasBit, noBits, setBit, withoutBit } from "./bits.ts";

/** One act that a stage expects: a participant does `verb` to a document. Numbers index the program's name lists. */
export interface ActSlot {
  readonly participant: number;
  readonly verb: Verb;
  readonly document: number;
}

/** Holds when `needed` members have done all their acts [G3]; `signed-by` needs every member, a group its count. */
export interface ConditionProgram {
  readonly needed: number;
  /** Per member the slots of all its acts. */
  readonly members: readonly (readonly number[])[];
}

export interface StageProgram {
  readonly name: string;
  readonly actions: readonly Action[];
  /** The distinct acts of the stage; an act that several conditions expect is one slot that serves them all. */
  readonly slots: readonly ActSlot[];
  readonly conditions: readonly ConditionProgram[];
  /** Per slot the conditions that its act serves. */
  readonly conditionsOfSlot: readonly (readonly ConditionProgram[])[];
  readonly slotsOfParticipant: ReadonlyMap<number, readonly number[]>;
  readonly slotsOfDocument: ReadonlyMap<number, readonly number[]>;
  /** Key: see `slotKey`. */
  readonly slotOf: ReadonlyMap<number, number>;
}

/** A process with every name resolved: the engine runs it, and the exhaustive checker explores it. */
export interface Program {
  readonly participants: readonly string[];
  readonly documents: readonly string[];
  readonly participantIndex: ReadonlyMap<string, number>;
  readonly documentIndex: ReadonlyMap<string, number>;
  readonly allowRejections: boolean;
  readonly stages: readonly StageProgram[];
  readonly reminders: readonly Reminder[];
  /** Per document the last stage that expects an act on it; -1 when none does. */
  readonly lastStageOfDocument: readonly number[];
  /** Per participant the stages that expect an act of them, in order. */
  readonly stagesOfParticipant: readonly (readonly number[])[];
  /** Per participant the documents they act on in any stage, in the order of `documents`. */
  readonly documentsOfParticipant: readonly (readonly string[])[];
}

/**
 * Resolves the names of a checked process.
 * @param participants names, in the order of the parameters
 * @param documents names, in the order of the instance
 * @throws RangeError when the process uses a name that was not given; the checks R001 and R002 rule it out
 */
export function compile(process: Process, participants: readonly string[], documents: readonly string[]): Program {
  const participantIndex = indexOf(participants);
  const documentIndex = indexOf(documents);
  const lastStageOfDocument = documents.map(() => -1);
  const stagesOfParticipant: number[][] = participants.map(() => []);
  const stages = process.stages.map((stage, index) => {
    const compiled = compileStage(stage, participantIndex, documentIndex);
    for (const document of compiled.slotsOfDocument.keys()) lastStageOfDocument[document] = index;
    for (const participant of compiled.slotsOfParticipant.keys()) stagesOfParticipant[participant]?.push(index);
    return compiled;
  });
  return {
    participants,
    documents,
    participantIndex,
    documentIndex,
    allowRejections: process.allowRejections,
    stages,
    reminders: process.automaticReminders,
    lastStageOfDocument,
    stagesOfParticipant,
    documentsOfParticipant: participants.map((_, participant) => {
      const acted = new Set(stages.flatMap((stage) => documentsOf(stage, participant)));
      return documents.filter((_name, document) => acted.has(document));
    }),
  };
}

function documentsOf(stage: StageProgram, participant: number): number[] {
  const slots = stage.slotsOfParticipant.get(participant) ?? NONE;
  return slots.flatMap((slot) => stage.slots[slot]?.document ?? []);
}

type NameIndex = ReadonlyMap<string, number>;

function compileStage(stage: Process["stages"][number], participants: NameIndex, documents: NameIndex): StageProgram {
  const slots: ActSlot[] = [];
  const slotOf = new Map<number, number>();
  const slotsOfParticipant = new Map<number, number[]>();
  const slotsOfDocument = new Map<number, number[]>();
  const slotFor = (participant: number, verb: Verb, document: number): number => {
    const key = slotKey(participant, verb, document, documents.size);
    const known = slotOf.get(key);
    if (known !== undefined) return known;
    const slot = slots.push({ participant, verb, document }) - 1;
    slotOf.set(key, slot);
    append(slotsOfParticipant, participant, slot);
    append(slotsOfDocument, document, slot);
    return slot;
  };
  const conditions = stage.conditions.map(({ verb, users, documents: names, count }) => ({
    needed: count ?? users.length,
    members: users.map((user) =>
      names.map((name) => slotFor(resolve(participants, user), verb, resolve(documents, name))),
    ),
  }));
  const conditionsOfSlot = slots.map((): ConditionProgram[] => []);
  for (const condition of conditions) {
    for (const slot of condition.members.flat()) conditionsOfSlot[slot]?.push(condition);
  }
  const { name, actions } = stage;
  return { name, actions, slots, conditions, conditionsOfSlot, slotsOfParticipant, slotsOfDocument, slotOf };
}

/** The slot of an act in a stage; -1 when the stage does not expect it of that participant. */
export function slotOfAct(program: Program, stage: number, participant: string, verb: Verb, document: string): number {
  const who = program.participantIndex.get(participant);
  const what = program.documentIndex.get(document);
  if (who === undefined || what === undefined) return -1;
  return program.stages[stage]?.slotOf.get(slotKey(who, verb, what, program.documents.length)) ?? -1;
}

/** The slots of a participant's acts in a stage. */
export function slotsOfParticipant(program: Program, stage: number, participant: string): readonly number[] {
  const who = program.participantIndex.get(participant);
  return (who === undefined ? undefined : program.stages[stage]?.slotsOfParticipant.get(who)) ?? NONE;
}

/** The slots of the acts on a document in a stage. */
export function slotsOfDocument(program: Program, stage: number, document: number): readonly number[] {
  return program.stages[stage]?.slotsOfDocument.get(document) ?? NONE;
}

/**
 * The acts that a stage still waits for, given those done: the unmade acts of every condition that does not hold.
 * Acts of a group that holds have lapsed unless another condition expects them [G3]. The set is empty exactly when
 * the stage is done [G2].
 */
export function pendingOf(stage: StageProgram, done: Bits): Bits {
  const pending = noBits(stage.slots.length);
  for (const condition of stage.conditions) {
    if (holds(condition, done)) continue;
    for (const slots of condition.members) {
      for (const slot of slots) if (!hasBit(done, slot)) setBit(pending, slot);
    }
  }
  return pending;
}

/**
 * `pendingOf` after one more act, from the pending acts before it: only an act that completes a condition can let
 * others lapse; any other act only removes itself.
 */
export function pendingAfter(stage: StageProgram, done: Bits, pending: Bits, slot: number): Bits {
  const completes = stage.conditionsOfSlot[slot]?.some((condition) => holds(condition, done));
  return completes ? pendingOf(stage, done) : withoutBit(pending, slot);
}

/** Whether a condition holds, given the acts done [G3]. */
export function holds(condition: ConditionProgram, done: Bits): boolean {
  let missing = condition.needed;
  let left = condition.members.length;
  for (const slots of condition.members) {
    if (missing <= 0 || missing > left) break;
    if (slots.every((slot) => hasBit(done, slot))) missing -= 1;
    left -= 1;
  }
  return missing <= 0;
}

/** The methods of the latest invitation that a participant got up to and including a stage [C1]; null without one. */
export function lastInvitation(program: Program, stage: number, participant: string): NotifyMethods | null {
  for (let index = stage; index >= 0; index -= 1) {
    const action = program.stages[index]?.actions.findLast(
      (candidate) => candidate.kind === "notify" && !candidate.confirmation && candidate.users.includes(participant),
    );
    if (action?.kind === "notify") return action.methods;
  }
  return null;
}

const NONE: readonly number[] = [];

function slotKey(participant: number, verb: Verb, document: number, documents: number): number {
  return (participant * documents + document) * 2 + (verb === "sign" ? 0 : 1);
}

function indexOf(names: readonly string[]): NameIndex {
  return new Map(names.map((name, index) => [name, index]));
}

function resolve(index: NameIndex, name: string): number {
  const found = index.get(name);
  if (found === undefined) throw new RangeError(`The process uses "${name}", which the parameters do not give.`);
  return found;
}

function append(lists: Map<number, number[]>, key: number, value: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
