import { hasBit, mayRejectDocument, type Program, type State } from "../../flow/index.ts";
import type { Label } from "./labels.ts";
import type { StageTable } from "./tables.ts";

export const endStatuses = ["completed", "failed", "canceled", "timed_out"] as const;
export type EndStatus = (typeof endStatuses)[number];

/** One way in which a run can end, with the first state that ends so. */
export interface Ending {
  readonly status: EndStatus;
  /** -1, and no label: the run ends where it begins. */
  readonly from: number;
  readonly label: Label | null;
  /** Name of the stage in which it happens. */
  readonly stage: string;
}

/**
 * The ends that people and time can cause from each state: rejections, cancel, time-out. They enable no act, so they
 * are judged by state and label, without a state of their own (decision 0800, ends as labels).
 */
export class Endings {
  readonly list: Ending[] = [];
  private readonly program: Program;
  private readonly tables: readonly StageTable[];
  private readonly known = new Set<string>();
  /** Per stage, people who can always reject the flow because they act in a later stage. */
  private readonly ahead: readonly (readonly number[])[];
  /** By participant, the state in which they were last counted. */
  private readonly counted: Int32Array;
  /**
   * By stage and slot, and by participant: 1 if the rejection is already recorded. Usually all are, and only the count
   * remains.
   */
  private readonly rejected: readonly Uint8Array[];
  private readonly flowRejected: Uint8Array;

  constructor(program: Program, tables: readonly StageTable[]) {
    this.program = program;
    this.tables = tables;
    this.counted = new Int32Array(program.participants.length).fill(-1);
    this.rejected = tables.map(({ commands }) => new Uint8Array(commands.length));
    this.flowRejected = new Uint8Array(program.participants.length);
    const lastStages = program.stagesOfParticipant.map((stages) => stages.at(-1) ?? -1);
    this.ahead = program.stages.map((_, stage) =>
      [...lastStages.keys()].filter((who) => (lastStages[who] ?? -1) > stage),
    );
  }

  /** Records the cancel and the rejections of a state in progress. @returns how many rejections there are */
  count(state: State, from: number): number {
    const table = this.tables[state.stage];
    if (table === undefined) return 0;
    this.add("canceled", "cancel", state, from, { kind: "cancel" });
    this.add("failed", "author", state, from, { kind: "reject_flow", who: null });
    const author = 1;
    return author + this.countFlow(table, state, from) + this.countDocuments(table, state, from);
  }

  /** Participants with something to do, now or later, may reject the whole flow [G6]. */
  private countFlow(table: StageTable, state: State, from: number): number {
    if (!this.program.allowRejections) return 0;
    const ahead = this.ahead[state.stage] ?? [];
    let count = ahead.length;
    for (const who of ahead) {
      this.counted[who] = from;
      if (this.flowRejected[who] === 0) this.addFlow(who, state, from);
    }
    for (const slot of table.slots) {
      const who = table.people[slot] ?? -1;
      if (!hasBit(state.pending, slot) || this.counted[who] === from) continue;
      this.counted[who] = from;
      count += 1;
      if (this.flowRejected[who] === 0) this.addFlow(who, state, from);
    }
    return count;
  }

  private countDocuments(table: StageTable, state: State, from: number): number {
    const seen = this.rejected[state.stage];
    let count = 0;
    for (const slot of table.slots) {
      if (!hasBit(state.pending, slot) || isTwin(table, state, slot)) continue;
      const command = table.commands[slot];
      if (command === undefined) continue;
      const { participant, document } = command;
      if (table.maySigned[slot] && !mayRejectDocument(state, participant, document)) continue;
      count += 1;
      if (seen === undefined || seen[slot] === 1) continue;
      seen[slot] = 1;
      this.add("failed", `${participant}\n${document}`, state, from, { kind: "reject", who: participant, document });
    }
    return count;
  }

  private addFlow(who: number, state: State, from: number): void {
    this.flowRejected[who] = 1;
    const name = this.program.participants[who] ?? "";
    this.add("failed", `flow ${name}`, state, from, { kind: "reject_flow", who: name });
  }

  add(status: EndStatus, what: string, state: State, from: number, label: Label | null): void {
    if (this.known.has(what)) return;
    this.known.add(what);
    this.list.push({ status, from, label, stage: this.program.stages[state.stage]?.name ?? "" });
  }
}

/** Signing and approving one document count as one rejection. */
function isTwin(table: StageTable, state: State, slot: number): boolean {
  const twin = table.twins[slot] ?? -1;
  return twin >= 0 && hasBit(state.pending, twin);
}
