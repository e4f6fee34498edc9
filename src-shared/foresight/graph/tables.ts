import {
  type Bits,
  type CommandOf,
  hasBit,
  isEmpty,
  noBits,
  type Program,
  type StageProgram,
  setBit,
} from "../../flow/index.ts";
import { cellsOf } from "./cells.ts";
import { type Label, labelText } from "./labels.ts";
import { actLabel } from "./steps.ts";
import { type Alike, alikeIn, setApartFrom } from "./symmetry.ts";

/** What the exploration needs to know about a stage, computed once. By slot, unless stated otherwise. */
export interface StageTable {
  /** All slots. */
  readonly slots: readonly number[];
  readonly commands: readonly CommandOf<"act">[];
  /** Index of the act's participant. */
  readonly people: readonly number[];
  /** Index of the act's label. */
  readonly labels: readonly number[];
  /** An earlier slot of the same participant and document, which represents both in a rejection; -1 for none. */
  readonly twins: readonly number[];
  /** Whether the participant may have signed the document already, and so may not reject it [G6]. */
  readonly maySigned: readonly boolean[];
  /** Signatures that a later act on the same document still meets [G6]; null: none. */
  readonly carried: Bits | null;
  /** Slots by independent part of the stage. */
  readonly cells: readonly (readonly number[])[];
  /** Interchangeable participants of this stage. */
  readonly alike: readonly Alike[];
}

export class Labels {
  readonly list: Label[] = [];
  private readonly indexes = new Map<string, number>();

  indexOf(label: Label): number {
    const text = labelText(label);
    const known = this.indexes.get(text);
    if (known !== undefined) return known;
    this.indexes.set(text, this.list.length);
    return this.list.push(label) - 1;
  }
}

/** The table of every stage. */
export function tablesOf(program: Program, labels: Labels): readonly StageTable[] {
  const known = { pairs: pairsOf(program), labels, apartFrom: setApartFrom(program) };
  return program.stages.map((stage, index) => tableOf(program, stage, index, known));
}

interface Known {
  readonly pairs: Pairs;
  readonly labels: Labels;
  readonly apartFrom: ReadonlyMap<number, number>;
}

function tableOf(
  program: Program,
  stage: StageProgram,
  index: number,
  { pairs, labels, apartFrom }: Known,
): StageTable {
  const acts = stage.slots.map(({ participant, verb, document }) => ({
    participant: program.participants[participant] ?? "",
    verb,
    document: program.documents[document] ?? "",
  }));
  const keys = stage.slots.map((slot) => pairKey(program, slot));
  const twins = keys.map((key, at) => {
    const first = keys.indexOf(key);
    return first < at ? first : -1;
  });
  const carried = noBits(stage.slots.length);
  stage.slots.forEach(({ verb }, at) => {
    const key = keys[at] ?? -1;
    const again = (pairs.lastAct.get(key) ?? -1) > index || keys.indexOf(key) !== keys.lastIndexOf(key);
    if (verb === "sign" && again) setBit(carried, at);
  });
  const signedBefore = keys.map((key) => (pairs.firstSignature.get(key) ?? index) < index);
  const meets = (slot: number) => hasBit(carried, slot) || signedBefore[slot] === true;
  return {
    slots: [...stage.slots.keys()],
    people: stage.slots.map(({ participant }) => participant),
    commands: acts.map((act) => ({ type: "act", ...act, signature: null })),
    labels: acts.map(({ participant, verb, document }) => labels.indexOf(actLabel(participant, verb, document))),
    twins,
    maySigned: keys.map(
      (key, slot) =>
        signedBefore[slot] === true ||
        stage.slots.some(({ verb }, other) => other !== slot && verb === "sign" && keys[other] === key),
    ),
    carried: isEmpty(carried) ? null : carried,
    cells: cellsOf(stage),
    alike: alikeIn(program, index, meets, apartFrom),
  };
}

/** Per participant and document, the first stage with a signature of it and the last one with an act. */
interface Pairs {
  readonly firstSignature: ReadonlyMap<number, number>;
  readonly lastAct: ReadonlyMap<number, number>;
}

function pairsOf(program: Program): Pairs {
  const firstSignature = new Map<number, number>();
  const lastAct = new Map<number, number>();
  for (const [index, { slots }] of program.stages.entries()) {
    for (const slot of slots) {
      const key = pairKey(program, slot);
      lastAct.set(key, index);
      if (slot.verb === "sign" && !firstSignature.has(key)) firstSignature.set(key, index);
    }
  }
  return { firstSignature, lastAct };
}

function pairKey({ documents }: Program, slot: { readonly participant: number; readonly document: number }): number {
  return slot.participant * documents.length + slot.document;
}
