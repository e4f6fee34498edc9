import { toItsEnd } from "../../basics/index.ts";
import { coveredByAuthentication, decide, hasBit, type Program, type State } from "../../flow/index.ts";
import type { CheckedDraft } from "../../language/index.ts";
import { type Ending, Endings, type EndStatus } from "./endings.ts";
import type { Label } from "./labels.ts";
import { StatePacker } from "./state-packer.ts";
import { enlarged, StateSet } from "./state-set.ts";
import { type Assumptions, BEGIN, begin, enabled, settle, take } from "./steps.ts";
import { Labels, type StageTable, tablesOf } from "./tables.ts";

export interface ExploreOptions {
  readonly assume: Assumptions;
  /** Most states; a larger graph is incomplete. */
  readonly budget: number;
  /** false: every order of every act, and each authentication separately; for comparison. */
  readonly reduced: boolean;
  /** Polled regularly: true ends the exploration as if the budget were spent. */
  readonly isEnough?: () => boolean;
  /** Names of participants who never act. */
  readonly absent?: ReadonlySet<string>;
}

/** Every state that a run can be in, and every step between them. Ends have no state of their own. */
export interface Graph {
  /** false: the budget ran out; the rest is unknown. */
  readonly whole: boolean;
  readonly states: number;
  readonly transitions: number;
  readonly endings: readonly Ending[];
  /** How many transitions end a run, by final status. */
  readonly ends: Readonly<Record<EndStatus, number>>;
  readonly program: Program;
  /** A shortest run to a state. */
  readonly runTo: (state: number) => readonly Label[];
}

/** States per slice, before the caller may cancel: large ones take a millisecond each. */
const SLICE = 16;

/** Explores a draft without errors; yields the number of states regularly, so that callers can cancel. */
export function* exploring(draft: CheckedDraft, options: ExploreOptions): Generator<number, Graph> {
  const exploration = new Exploration(draft, options);
  while (exploration.next < exploration.size && exploration.size <= options.budget) {
    if (exploration.next % SLICE === SLICE - 1) {
      yield exploration.size;
      if (options.isEnough?.() === true) break;
    }
    exploration.expand();
  }
  return exploration.graph();
}

/** The whole graph of a draft without errors, or as much of it as the budget allows. */
export function explore(draft: CheckedDraft, options: ExploreOptions): Graph {
  return toItsEnd(exploring(draft, options));
}

class Exploration {
  /** The next state to take steps from. */
  next = 0;
  private readonly assume: Assumptions;
  private readonly reduced: boolean;
  private readonly labels = new Labels();
  private readonly program: Program;
  private readonly tables: readonly StageTable[];
  private readonly forgetting: StatePacker;
  private readonly known: StateSet;
  private readonly endings: Endings;
  /** By state; undefined after its expansion, to free memory. */
  private readonly waiting: (State | undefined)[] = [];
  /** By state, the previous state and the label that reached it first. */
  private parents = new Int32Array(1024);
  private parentLabels = new Int32Array(1024);
  private transitions = 0;
  private readonly ends = { completed: 0, failed: 0, canceled: 0, timed_out: 0 };
  /** Steps other than acts that lead on: authentication, delayed seals, a time-out that can be reverted. */
  private readonly hasOthers: boolean;
  private readonly authenticates: boolean;
  private readonly absent: ReadonlySet<string>;

  constructor(draft: CheckedDraft, { assume, reduced, absent = new Set() }: ExploreOptions) {
    this.absent = absent;
    this.assume = assume;
    this.reduced = reduced;
    this.authenticates = !reduced && draft.parameters.participants.some(({ authToSign }) => authToSign !== null);
    this.hasOthers = this.authenticates || assume.seals !== "succeed" || assume.prolong !== "never";
    const { state } = begin(draft, !reduced, assume);
    this.program = state.program;
    this.tables = tablesOf(state.program, this.labels);
    this.endings = new Endings(state.program, this.tables);
    this.forgetting = new StatePacker(state, this.tables, reduced);
    this.known = new StateSet(this.forgetting.row.length);
    this.reach(state, -1, -1);
  }

  get size(): number {
    return this.known.size;
  }

  /** Takes every step from the next state. */
  expand(): void {
    const from = this.next;
    const state = this.waiting[from];
    this.waiting[from] = undefined;
    this.next += 1;
    if (state === undefined) return;
    if (state.status === "in_progress") {
      this.takeActs(state, from);
      const rejections = this.endings.count(state, from);
      this.ends.failed += rejections;
      this.ends.canceled += 1;
      this.transitions += rejections + 1;
      if (this.assume.prolong === "never") this.timeOut(state, from);
    }
    if (this.hasOthers) this.takeOthers(state, from);
  }

  graph(): Graph {
    return {
      whole: this.next >= this.size,
      states: this.size,
      transitions: this.transitions,
      endings: this.endings.list,
      ends: this.ends,
      program: this.program,
      runTo: runsOf(this.labels.list, this.parents, this.parentLabels),
    };
  }

  private takeActs(state: State, from: number): void {
    const table = this.tables[state.stage];
    if (table === undefined) return;
    const slots = this.reduced ? openCell(table, state) : table.slots;
    for (const slot of slots) {
      if (!hasBit(state.pending, slot)) continue;
      const command = table.commands[slot];
      if (command === undefined || !this.canAct(state, command)) continue;
      const decided = decide(state, command, BEGIN);
      if (!decided.ok) throw new Error(`The engine refused a pending act: ${decided.refusal.message}`);
      const { state: next } = decided.state.documents === state.documents ? decided : settle(decided, this.assume);
      this.reach(next, from, table.labels[slot] ?? -1);
    }
  }

  private canAct(state: State, { participant, document }: StageTable["commands"][number]): boolean {
    if (this.absent.size > 0 && this.absent.has(participant)) return false;
    return !this.authenticates || coveredByAuthentication(state, participant, document, BEGIN);
  }

  private timeOut(state: State, from: number): void {
    this.transitions += 1;
    this.ends.timed_out += 1;
    this.endings.add("timed_out", `time-out ${state.stage}`, state, from, { kind: "time_out" });
  }

  private takeOthers(state: State, from: number): void {
    for (const label of enabled(state, this.assume)) {
      if (label.kind === "act" || (isEnd(label) && state.status === "in_progress")) continue;
      if (label.kind === "time_out" && this.assume.prolong === "never") continue;
      const next = take(state, label, this.assume).state;
      if (label.kind === "fail_seal" || label.kind === "cancel") {
        this.transitions += 1;
        const status = label.kind === "cancel" ? "canceled" : "failed";
        this.ends[status] += 1;
        this.endings.add(status, `${label.kind} ${"document" in label ? label.document : ""}`, state, from, label);
      } else this.reach(next, from, this.labels.indexOf(label));
      if (label.kind === "time_out") this.endings.add("timed_out", `time-out ${state.stage}`, state, from, label);
    }
  }

  private reach(state: State, from: number, label: number): void {
    if (from >= 0) this.transitions += 1;
    if (state.status === "completed") {
      this.ends.completed += 1;
      this.endings.add("completed", "completed", state, from, this.labels.list[label] ?? null);
      return;
    }
    this.forgetting.pack(state);
    if (this.known.add(this.forgetting.row) >= 0) return;
    const number = this.size - 1;
    if (number >= this.parents.length) {
      this.parents = enlarged(this.parents);
      this.parentLabels = enlarged(this.parentLabels);
    }
    this.parents[number] = from;
    this.parentLabels[number] = label;
    this.waiting.push(this.forgetting.forget(state));
  }
}

/** Keeps only the part of the exploration that runs need, because the rest is large. */
function runsOf(labels: readonly Label[], parents: Int32Array, parentLabels: Int32Array): Graph["runTo"] {
  return (state) => {
    const run: Label[] = [];
    for (let at = state; at > 0; at = parents[at] ?? -1) {
      const label = labels[parentLabels[at] ?? -1];
      if (label !== undefined) run.push(label);
    }
    return run.reverse();
  };
}

/**
 * The part of a stage whose acts come first: the order of independent parts does not matter (decision 0800, ample
 * sets).
 */
function openCell({ cells, slots }: StageTable, { pending }: State): readonly number[] {
  return cells.find((cell) => cell.some((slot) => hasBit(pending, slot))) ?? slots;
}

function isEnd({ kind }: Label): boolean {
  return kind === "reject" || kind === "reject_flow" || kind === "cancel";
}
