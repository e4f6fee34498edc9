import { type CommandOf, compile, decide, hasBit, type State } from "../../flow/index.ts";
import type { CheckedDraft } from "../../language/index.ts";
import { completing } from "../findings/lemma.ts";
import type { Label } from "../graph/labels.ts";
import { StatePacker } from "../graph/state-packer.ts";
import { StateSet } from "../graph/state-set.ts";
import { type Assumptions, BEGIN, begin, enabled, settle, type Taken, take } from "../graph/steps.ts";
import { Labels, type StageTable, tablesOf } from "../graph/tables.ts";
import { decideQuickly } from "./decide-quickly.ts";
import type { Happening } from "./happenings.ts";
import type { Answer, Question, SearchOptions } from "./question.ts";
import { endsThatShow, type Seen, seenIn } from "./watch.ts";

/** States per slice, before the caller may cancel: large ones take a millisecond each. */
const SLICE = 16;

/**
 * Looks for a run in which something happens before anything that is avoided. Acts that the question cannot see are
 * taken in one order only, and groups of them in one way only (decision 0802). Yields regularly.
 */
export function* searching(draft: CheckedDraft, question: Question, options: SearchOptions): Generator<number, Answer> {
  // If seals can fail, a run says when each is made.
  const atOnce = options.assume.seals === "succeed" ? decideQuickly(programOf(draft), question) : null;
  if (atOnce !== null) return atOnce;
  const search = new Search(draft, question, options.assume);
  while (search.found === null && search.next < search.size) {
    if (search.size > options.budget) return { verdict: "not_decided", states: search.size };
    if (search.next % SLICE === SLICE - 1) yield search.size;
    search.expand();
  }
  return search.found === null ? { verdict: "never" } : { verdict: "found", run: search.found };
}

function programOf({ process, parameters: { participants, documents } }: CheckedDraft): State["program"] {
  return compile(
    process,
    participants.map(({ name }) => name),
    Object.keys(documents),
  );
}

/** One act, or a way to close a whole cell. */
interface Move {
  readonly labels: readonly Label[];
  readonly state: State;
  readonly seen: Seen;
}

class Search {
  found: readonly Label[] | null = null;
  /** The next state to take steps from. */
  next = 0;
  private readonly question: Required<Question>;
  private readonly assume: Assumptions;
  private readonly labels = new Labels();
  private readonly tables: readonly StageTable[];
  private readonly cells: readonly (readonly Cell[])[];
  private readonly forgetting: StatePacker;
  private readonly known: StateSet;
  private readonly waiting: (State | undefined)[] = [];
  /** By state: the state and the step that reached it first. */
  private readonly parents: { readonly from: number; readonly labels: readonly Label[] }[] = [];

  constructor(draft: CheckedDraft, { sought, avoided = [], absent = new Set() }: Question, assume: Assumptions) {
    this.question = { sought, avoided, absent };
    this.assume = assume;
    const begun = begin(draft, false, assume);
    const { program } = begun.state;
    // Past signatures decide only whether their signers can still reject the document [G6]: a participant whose
    // rejection is sought could reject it at the latest before the first of their acts on it.
    this.tables = tablesOf(program, this.labels).map((table) => ({ ...table, carried: null }));
    const seesAll = dependsOnOrder(draft, [...sought, ...avoided]);
    this.cells = this.tables.map((table, stage) => cellsIn(program.stages[stage], table, this.question, seesAll));
    this.forgetting = new StatePacker(begun.state, this.tables, true);
    this.known = new StateSet(this.forgetting.row.length);
    this.visit({ labels: [], state: begun.state, seen: seenIn(begun, sought, avoided) }, -1);
  }

  get size(): number {
    return this.known.size;
  }

  /** Takes every step from the next state that the question needs. */
  expand(): void {
    const from = this.next;
    const state = this.waiting[from];
    this.waiting[from] = undefined;
    this.next += 1;
    if (state === undefined) return;
    for (const label of state.status === "in_progress" ? endsThatShow(state, this.question.sought) : [])
      this.visit(this.moved([label], take(state, label, this.assume)), from);
    const moves = this.movesFrom(state);
    for (const move of moves) this.visit(move, from);
  }

  /** The acts to distinguish here, or one closed cell that the question cannot see. */
  private movesFrom(state: State): readonly Move[] {
    const all: Move[] = [];
    for (const cell of this.cells[state.stage] ?? []) {
      if (!cell.slots.some((slot) => hasBit(state.pending, slot))) continue;
      const moves = this.movesIn(state, cell);
      // A step that shows something must be taken in every order.
      if (!cell.visible && moves.length > 0 && moves.every(({ seen }) => seen === null)) return moves;
      all.push(...moves);
    }
    return this.assume.seals === "succeed" ? all : [...all, ...this.seals(state)];
  }

  private movesIn(state: State, { slots, barred, closing }: Cell): readonly Move[] {
    if (closing !== null) {
      const move = this.chain(state, closing);
      return move === null ? [] : [move];
    }
    const open = slots.filter((slot) => hasBit(state.pending, slot) && !barred.has(slot));
    return open.flatMap((slot) => this.chain(state, [slot]) ?? []);
  }

  /** Takes acts one after the other until one of them shows something. */
  private chain(state: State, slots: readonly number[]): Move | null {
    const table = this.tables[state.stage];
    let move: Move | null = null;
    for (const slot of slots) {
      const at: State = move?.state ?? state;
      const command = table?.commands[slot];
      const label = this.labels.list[table?.labels[slot] ?? -1];
      if (command === undefined || label === undefined || !hasBit(at.pending, slot)) continue;
      move = this.moved([...(move?.labels ?? []), label], this.acted(at, command));
      if (move.seen !== null || move.state.stage !== state.stage) return move;
    }
    return move;
  }

  private acted(state: State, command: CommandOf<"act">): Taken {
    const decided = decide(state, command, BEGIN);
    if (!decided.ok) throw new Error(`The engine refused a pending act: ${decided.refusal.message}`);
    return settle(decided, this.assume);
  }

  private moved(labels: readonly Label[], taken: Taken): Move {
    return { labels, state: taken.state, seen: seenIn(taken, this.question.sought, this.question.avoided) };
  }

  private seals(state: State): readonly Move[] {
    return enabled(state, this.assume)
      .filter(({ kind }) => kind === "seal" || kind === "fail_seal")
      .map((label) => this.moved([label], take(state, label, this.assume)));
  }

  private visit({ labels, state, seen }: Move, from: number): void {
    if (seen === "sought") this.found ??= [...this.runTo(from), ...labels];
    if (seen !== null || (state.status !== "in_progress" && state.status !== "finalising")) return;
    this.forgetting.pack(state);
    if (this.known.add(this.forgetting.row) >= 0) return;
    this.parents.push({ from, labels });
    this.waiting.push(this.forgetting.forget(state));
  }

  private runTo(state: number): readonly Label[] {
    const parts: (readonly Label[])[] = [];
    for (let at = state; at >= 0; at = this.parents[at]?.from ?? -1) parts.push(this.parents[at]?.labels ?? []);
    return parts.reverse().flat();
  }
}

/** An independent part of a stage, for one question. */
interface Cell {
  readonly slots: readonly number[];
  /** Acts that no run answering the question may take. */
  readonly barred: ReadonlySet<number>;
  /** The question can tell its acts apart. */
  readonly visible: boolean;
  /** One set of acts that completes it; null: every way must be tried. */
  readonly closing: readonly number[] | null;
}

type Stage = State["program"]["stages"][number];

function cellsIn(
  stage: Stage | undefined,
  { cells, commands }: StageTable,
  { sought, avoided, absent }: Required<Question>,
  seesAll: boolean,
): readonly Cell[] {
  if (stage === undefined) return [];
  const isOne = (slot: number, of: readonly Happening[]) => of.some((happening) => concerns(happening, commands[slot]));
  const isBarred = (slot: number) =>
    absent.has(commands[slot]?.participant ?? "") || (isOne(slot, avoided.filter(isAct)) && !isOne(slot, sought));
  return cells.map((slots) => {
    const visible = seesAll || slots.some((slot) => isOne(slot, sought));
    const barred = new Set(slots.filter(isBarred));
    const needs = { ...stage, conditions: conditionsOf(stage, slots) };
    const closing = visible ? null : completing(needs, { without: (slot) => barred.has(slot) });
    return { slots, barred, visible, closing };
  });
}

function isAct({ kind }: Happening): boolean {
  return kind === "act";
}

/** A cell's obligations: its groups, and each single act that the flow waits for. */
function conditionsOf(stage: Stage, slots: readonly number[]): Stage["conditions"] {
  const inside = new Set(slots);
  return stage.conditions.flatMap((condition) => {
    if (condition.needed < condition.members.length)
      return condition.members.flat().some((slot) => inside.has(slot)) ? [condition] : [];
    const needed = condition.members.flat().filter((slot) => inside.has(slot));
    return needed.map((slot) => ({ ...condition, needed: 1, members: [[slot]] }));
  });
}

/**
 * Whether a happening is this act. A rejection depends on no act: it is possible when the stage begins at the latest
 * [G6].
 */
function concerns(happening: Happening, act: CommandOf<"act"> | undefined): boolean {
  if (act === undefined) return false;
  const { participant, verb, document } = act;
  if (happening.kind !== "act" || happening.who !== participant || happening.document !== document) return false;
  return (happening.does === "signs") === (verb === "sign");
}

/**
 * Whether the order of acts that a question does not name can decide it. The order of seals decides which of two
 * confirmations goes out first, and whether one goes out before the next stage begins, where its recipient may see more
 * [G16]. What somebody sees does not depend on it: within a stage nobody sees more than at its beginning.
 */
function dependsOnOrder({ process }: CheckedDraft, asked: readonly Happening[]): boolean {
  const mails = asked.filter(({ kind }) => kind === "gets-message" || kind === "gets-copy").length;
  const begins = asked.some(({ kind }) => kind === "begins");
  if (mails > 1 || (mails > 0 && begins)) return true;
  const permits = process.stages.some(({ actions }) =>
    actions.some(({ kind }) => kind === "allow-viewing" || kind === "deny-viewing"),
  );
  return permits && mails > 0;
}
