import { type Bits, hasBit, isPending, noBits, type Program, type State, setBit } from "../../flow/index.ts";
import { BEGIN } from "./steps.ts";
import { sorted } from "./symmetry.ts";
import type { StageTable } from "./tables.ts";

/**
 * The parts of a state that later decisions read (decision 0800, forget). No instants, hashes, reminders, mail on its
 * way or spent attempts; of the acts done, only those that something still depends on.
 */
export class StatePacker {
  /** The output of `pack`. */
  readonly row: Int32Array;
  private readonly begun: State;
  private readonly tables: readonly StageTable[];
  private readonly symmetric: boolean;
  private readonly words: number;
  private readonly documents = new Parts<State["documents"]>(withoutHashes, (documents) =>
    String.fromCharCode(
      ...documents.map(({ state, sealRequested }) => DOCUMENTS.indexOf(state) * 2 + Number(sealRequested)),
    ),
  );
  private readonly notifications = new Parts<State["notifications"]>((sent, state) =>
    paged(sent.flat().flatMap((message) => waiting(message, state))),
  );
  private readonly signatures: Parts<State["doneBefore"]>;
  private readonly attempts = new Parts<State["authentications"]>((attempts) => attempts);
  private readonly counts = new Parts<State["authenticationCounts"]>((counts) =>
    counts
      .filter(({ failures, exceeded }) => failures > 0 || exceeded)
      .map((count) => ({ ...count, smsSent: 0 }))
      .toSorted((a, b) => (a.participant < b.participant ? -1 : 1)),
  );

  /** @param symmetric whether interchangeable participants count as one another */
  constructor(begun: State, tables: readonly StageTable[], symmetric: boolean) {
    const { program } = begun;
    this.begun = begun;
    this.tables = tables;
    this.symmetric = symmetric;
    this.signatures = new Parts(
      (done) => done.map((bits, from) => carriedTo(program, tables, bits, from, done.length)),
      (done) => `${done.length} ${done.map((bits, from) => (bits.length === 0 ? "" : `${from}:${bits}`)).join("")}`,
    );
    this.words = Math.max(1, ...program.stages.map((stage) => noBits(stage.slots.length).length));
    const carries = tables.some(({ carried }) => carried !== null);
    this.row = new Int32Array(FIXED + this.words * (carries ? 2 : 1));
  }

  /** Writes the packed state to `row`: equal rows have equal futures. */
  pack(state: State): void {
    const { row, words } = this;
    const { alike = [], carried = null } = this.tables[state.stage] ?? {};
    const pending = this.symmetric && alike.length > 0 ? sorted(state.pending, alike) : state.pending;
    row.fill(0);
    row[0] = state.stage * STATUSES.length + STATUSES.indexOf(state.status);
    row[1] = this.documents.of(state.documents, state).number;
    row[2] = this.notifications.of(state.notifications, state).number;
    row[3] = this.signatures.of(state.doneBefore, state).number;
    row[4] = this.attempts.of(coversOf(state), state).number;
    row[5] = this.counts.of(state.authenticationCounts, state).number;
    for (let word = 0; word < pending.length; word += 1) {
      row[FIXED + word] = pending[word] ?? 0;
      if (carried !== null) row[FIXED + words + word] = (state.done[word] ?? 0) & (carried[word] ?? 0);
    }
  }

  /** The state that represents every state with its row. */
  forget(state: State): State {
    const instant = state.status === "timed_out" ? this.begun.timeoutAt : BEGIN;
    return {
      ...state,
      done: this.doneOf(state),
      doneBefore: this.signatures.of(state.doneBefore, state).value,
      documents: this.documents.of(state.documents, state).value,
      notifications: this.notifications.of(state.notifications, state).value,
      authentications: this.attempts.of(coversOf(state), state).value,
      authenticationCounts: this.counts.of(state.authenticationCounts, state).value,
      reminders: NONE,
      callbackCount: 0,
      stageEnteredAt: BEGIN,
      timeoutAt: this.begun.timeoutAt,
      lastEventAt: instant,
      endedAt: state.status === "timed_out" ? instant : null,
    };
  }

  /** Acts that are no longer pending count as done; only a signature that a later act meets stays as it is. */
  private doneOf({ done, pending, stage }: State): Bits {
    const { carried = null, commands = [] } = this.tables[stage] ?? {};
    return done.map((word, at) => {
      const there = at === done.length - 1 ? lastWord(commands.length) : FULL_WORD;
      return word | (there & ~(pending[at] ?? 0) & ~(carried?.[at] ?? 0));
    });
  }
}

const FIXED = 6;
const STATUSES: readonly State["status"][] = [
  ...(["in_progress", "finalising", "timed_out"] as const),
  ...(["completed", "failed", "canceled"] as const),
];
const DOCUMENTS: readonly State["documents"][number]["state"][] = [
  ...(["in_progress", "sealed", "rejected", "canceled", "timed_out", "failed"] as const),
];
const NONE: readonly never[] = [];
const FULL_WORD = 2 ** 30 - 1;

function lastWord(slots: number): number {
  return slots % 30 === 0 ? FULL_WORD : 2 ** (slots % 30) - 1;
}

interface Part<T> {
  readonly value: T;
  readonly number: number;
}

/** Parts of states, reduced and interned: equal ones are one object, so most comparisons are by identity. */
class Parts<T extends object> {
  private readonly known = new WeakMap<T, Part<T>>();
  private readonly contents = new Map<string, Part<T>>();
  private readonly reduce: (part: T, state: State) => T;
  private readonly spell: (part: T) => string;

  /** @param spell gives equal parts the same spelling */
  constructor(reduce: (part: T, state: State) => T, spell: (part: T) => string = JSON.stringify) {
    this.reduce = reduce;
    this.spell = spell;
  }

  of(part: T, state: State): Part<T> {
    const known = this.known.get(part);
    if (known !== undefined) return known;
    const value = this.reduce(part, state);
    const content = this.spell(value);
    const found = this.contents.get(content) ?? { value, number: this.contents.size };
    this.contents.set(content, found);
    this.known.set(part, found);
    this.known.set(found.value, found);
    return found;
  }
}

function withoutHashes(documents: State["documents"]): State["documents"] {
  // With a thousand documents in a thousand states, most documents do not change.
  return documents.map((document) => (document.sealedSha256 === null ? document : { ...document, sealedSha256: null }));
}

type Message = State["notifications"][number][number];

/**
 * A confirmation that waits for seals; after a time-out, one that the flow would send once its deadline is extended.
 */
function waiting(message: Message, { status, endedAt }: State): readonly Message[] {
  if (message.status === "held") return [{ ...message, changedAt: BEGIN }];
  return status === "timed_out" && message.status === "dropped" && message.changedAt === endedAt ? [message] : [];
}

function paged(messages: readonly Message[]): State["notifications"] {
  const numbered = messages.map((message, at) => ({ ...message, id: at + 1 }));
  return Array.from({ length: Math.ceil(numbered.length / 64) }, (_, page) =>
    numbered.slice(page * 64, page * 64 + 64),
  );
}

/** Signatures of earlier stages that an act of this stage or a later one still meets [G6]. */
function carriedTo(program: Program, tables: readonly StageTable[], done: Bits, from: number, stage: number): Bits {
  const { carried = null } = tables[from] ?? {};
  const { slots = [] } = program.stages[from] ?? {};
  if (carried === null) return NONE;
  const kept = noBits(slots.length);
  for (const [slot, { participant, document }] of slots.entries()) {
    if (!hasBit(carried, slot) || !hasBit(done, slot)) continue;
    const meets = (later: Program["stages"][number]) =>
      later.slotsOfParticipant.get(participant)?.some((other) => later.slots[other]?.document === document);
    if (program.stages.slice(stage).some(meets)) setBit(kept, slot);
  }
  return kept;
}

/** The documents that each participant may act on without authenticating again, as one attempt each [U1]. */
function coversOf(state: State): State["authentications"] {
  if (state.authentications.length === 0) return NONE;
  const covers: State["authentications"][number][] = [];
  for (const participant of state.program.participants) {
    const attempts = state.authentications.filter((attempt) => attempt.participant === participant);
    const covered = attempts
      .flatMap(({ validUntil, documents }) => (validUntil !== null && validUntil > state.lastEventAt ? documents : []))
      .filter(
        ({ name, used }) =>
          !used && (isPending(state, participant, "sign", name) || isPending(state, participant, "approve", name)),
      );
    const [last] = attempts;
    const documents = [...new Map(covered.map((document) => [document.name, document])).values()].toSorted((a, b) =>
      a.name < b.name ? -1 : 1,
    );
    if (last === undefined || documents.length === 0) continue;
    covers.push({
      ...last,
      transactionId: `covers ${participant}`,
      status: "success",
      code: null,
      validUntil: VALID,
      documents,
    });
  }
  return covers;
}

const VALID = BEGIN + 1;
