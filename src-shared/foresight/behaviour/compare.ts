import { type NotificationMethod, type State, sentBy } from "../../flow/index.ts";
import type { CheckedDraft } from "../../language/index.ts";
import type { MessageKind } from "../../mail/index.ts";
import { type Label, labelText } from "../graph/labels.ts";
import { StatePacker } from "../graph/state-packer.ts";
import { StateSet } from "../graph/state-set.ts";
import { begin, DEFAULT_ASSUMPTIONS, enabled, type Taken, take } from "../graph/steps.ts";
import { Labels, tablesOf } from "../graph/tables.ts";

/** A difference in behaviour: only one of two versions can show it. Carries a shortest run to it. */
export interface Difference {
  /** `gained`: only the second version shows it. */
  readonly direction: "gained" | "lost";
  readonly what:
    | { readonly kind: "step"; readonly label: Label }
    | { readonly kind: "completes" }
    | {
        readonly kind: "message";
        readonly who: string;
        readonly method: NotificationMethod;
        readonly message: MessageKind;
      };
  /** The steps that both versions share before the difference. */
  readonly run: readonly Label[];
}

export interface Comparison {
  readonly differences: readonly Difference[];
  /** false: the budget ran out; there may be more differences. */
  readonly whole: boolean;
  /** Explored pairs of states, one of each version, that the same run reaches. */
  readonly states: number;
}

/** States per slice, before the caller may cancel: large ones take a millisecond each. */
const SLICE = 16;

/**
 * Compares what people can do in two versions of a flow. Both run side by side. A label leads to one state, so the
 * first step that only one version can take is a shortest witness (decision 0803). Nobody authenticates. Yields the
 * number of pairs regularly.
 */
export function* comparing(before: CheckedDraft, after: CheckedDraft, budget: number): Generator<number, Comparison> {
  const pairs = new Pairs(before, after);
  while (pairs.next < pairs.size) {
    if (pairs.size > budget) return { differences: pairs.differences, whole: false, states: pairs.size };
    if (pairs.next % SLICE === SLICE - 1) yield pairs.size;
    pairs.expand();
  }
  return { differences: pairs.differences, whole: true, states: pairs.size };
}

interface Pair {
  readonly states: readonly [State, State];
  readonly from: number;
  readonly label: Label | null;
}

class Pairs {
  readonly differences: Difference[] = [];
  /** The next pair to take steps from. */
  next = 0;
  private readonly sides: readonly [StatePacker, StatePacker];
  private readonly known: StateSet;
  private readonly row: Int32Array;
  private readonly list: Pair[] = [];
  private readonly reported = new Set<string>();

  constructor(before: CheckedDraft, after: CheckedDraft) {
    const begun = [start(before), start(after)] as const;
    this.sides = [forgettingOf(begun[0].state), forgettingOf(begun[1].state)];
    const width = this.sides[0].row.length + this.sides[1].row.length;
    this.known = new StateSet(width);
    this.row = new Int32Array(width);
    this.compare(begun, []);
    this.reach(begun, -1, null);
  }

  get size(): number {
    return this.known.size;
  }

  /** Takes every step from the next pair that both versions can take, and records those that only one can take. */
  expand(): void {
    const from = this.next;
    const pair = this.list[from];
    this.next += 1;
    if (pair === undefined) return;
    const [before, after] = pair.states.map(stepsOf);
    if (before === undefined || after === undefined) return;
    for (const [text, label] of before) if (!after.has(text)) this.note("lost", { kind: "step", label }, from);
    for (const [text, label] of after) if (!before.has(text)) this.note("gained", { kind: "step", label }, from);
    for (const [text, label] of before) if (label.kind === "act" && after.has(text)) this.step(pair, from, label);
  }

  private step({ states: [before, after] }: Pair, from: number, label: Label): void {
    const taken = [take(before, label, DEFAULT_ASSUMPTIONS), take(after, label, DEFAULT_ASSUMPTIONS)] as const;
    this.compare(taken, [...this.runTo(from), label]);
    this.reach(taken, from, label);
  }

  /** What one step shows in both versions, and where it leads. */
  private compare([before, after]: readonly [Taken, Taken], run: readonly Label[]): void {
    const completes = [before, after].map(({ state }) => state.status === "completed");
    // Messages at an end that only one version reaches are implied by that end.
    if (completes[0] !== completes[1]) {
      this.add(completes[1] === true ? "gained" : "lost", { kind: "completes" }, run);
      return;
    }
    const sent = [messagesOf(before), messagesOf(after)] as const;
    for (const [text, what] of sent[0]) if (!sent[1].has(text)) this.add("lost", what, run);
    for (const [text, what] of sent[1]) if (!sent[0].has(text)) this.add("gained", what, run);
  }

  private note(direction: Difference["direction"], what: Difference["what"], from: number): void {
    if (!this.reported.has(keyOf(direction, what))) this.add(direction, what, this.runTo(from));
  }

  private add(direction: Difference["direction"], what: Difference["what"], run: readonly Label[]): void {
    const key = keyOf(direction, what);
    if (this.reported.has(key)) return;
    this.reported.add(key);
    this.differences.push({ direction, what, run });
  }

  private reach([before, after]: readonly [Taken, Taken], from: number, label: Label | null): void {
    // Once one version has ended, everything the other can still do is reported as one difference: it goes on.
    if (before.state.status !== "in_progress" || after.state.status !== "in_progress") return;
    this.sides[0].pack(before.state);
    this.sides[1].pack(after.state);
    this.row.set(this.sides[0].row);
    this.row.set(this.sides[1].row, this.sides[0].row.length);
    if (this.known.add(this.row) >= 0) return;
    const states = [this.sides[0].forget(before.state), this.sides[1].forget(after.state)] as const;
    this.list.push({ states, from, label });
  }

  private runTo(pair: number): readonly Label[] {
    const run: Label[] = [];
    for (let at = this.list[pair]; at !== undefined; at = this.list[at.from]) if (at.label !== null) run.push(at.label);
    return run.reverse();
  }
}

function start(draft: CheckedDraft): Taken {
  return begin(draft, false, DEFAULT_ASSUMPTIONS);
}

function forgettingOf(begun: State): StatePacker {
  return new StatePacker(begun, tablesOf(begun.program, new Labels()), false);
}

function keyOf(direction: Difference["direction"], what: Difference["what"]): string {
  return `${direction} ${what.kind === "step" ? labelText(what.label) : JSON.stringify(what)}`;
}

/** Steps of participants, by their words; what the author and time can do is the same in every flow. */
function stepsOf(state: State): ReadonlyMap<string, Label> {
  const labels = enabled(state, DEFAULT_ASSUMPTIONS).filter(
    (label) => label.kind === "act" || label.kind === "reject" || (label.kind === "reject_flow" && label.who !== null),
  );
  return new Map(labels.map((label) => [labelText(label), label]));
}

type Message = Extract<Difference["what"], { kind: "message" }>;

/** The messages that a step sends to people who have an address. */
function messagesOf({ events, state }: Taken): ReadonlyMap<string, Message> {
  const sent = new Map<string, Message>();
  for (const event of events) {
    const message = sentBy(state, event);
    if (message === null) continue;
    const { participant: who, method, kind } = message;
    const reported: Message = { kind: "message", who, method, message: kind };
    sent.set(JSON.stringify(reported), reported);
  }
  return sent;
}
