import { actsDone, type PendingAct } from "../decide/index.ts";
import type {
  DocumentState,
  EventOf,
  FlowEvent,
  FlowEventType,
  InstanceStatus,
  Instant,
  State,
} from "../model/index.ts";
import { canonicalJson, replay } from "../model/index.ts";
import { type Sentence, sentence } from "./sentences.ts";

/** One event of one history, for people. */
export interface HistoryPoint {
  /** From 1. */
  readonly seq: number;
  readonly at: Instant;
  readonly sentence: Sentence;
}

/** The first place where two histories differ. Null on one side: that history ends before it. */
export interface FirstDifference {
  readonly seq: number;
  readonly a: HistoryPoint | null;
  readonly b: HistoryPoint | null;
  /** The same thing happened, at another time. */
  readonly onlyTime: boolean;
}

export interface HistoryComparison {
  /** How many events both share at the beginning. */
  readonly common: number;
  /** Null: the histories are the same. */
  readonly first: FirstDifference | null;
  readonly outcome: {
    readonly status: { readonly a: InstanceStatus; readonly b: InstanceStatus };
    /** Every document of either, in the order of a, then of b; null if a flow does not have it. */
    readonly documents: readonly {
      readonly name: string;
      readonly a: DocumentState | null;
      readonly b: DocumentState | null;
    }[];
    /** Acts done in one of the two only. */
    readonly onlyA: readonly PendingAct[];
    readonly onlyB: readonly PendingAct[];
    /** Whether status, documents and acts are all equal. */
    readonly same: boolean;
  };
}

/**
 * How two histories differ: where they part, and how they end. Data that each run must have of its own does not count:
 * identifiers, the bytes of seals and signatures, codes, and being a fork.
 * @throws TypeError when one of them is empty or does not begin with `started`
 */
export function compareHistories(a: readonly FlowEvent[], b: readonly FlowEvent[]): HistoryComparison {
  const [stateA, stateB] = [stateOf(a), stateOf(b)];
  const [placedA, placedB] = [placed(a), placed(b)];
  const longer = Math.max(a.length, b.length);
  let same = 0;
  while (same < longer && spelling(placedA[same]?.event) === spelling(placedB[same]?.event)) same += 1;
  const [nextA, nextB] = [placedA[same], placedB[same]];
  const common = Math.min(nextA?.seq ?? longer + 1, nextB?.seq ?? longer + 1) - 1;
  const first: FirstDifference | null =
    nextA === undefined && nextB === undefined
      ? null
      : {
          seq: common + 1,
          a: pointOf(nextA, stateA),
          b: pointOf(nextB, stateB),
          onlyTime: spelling(nextA?.event, TIMES) === spelling(nextB?.event, TIMES),
        };
  return { common, first, outcome: compareOutcomes(stateA, stateB) };
}

interface Placed {
  readonly event: FlowEvent;
  /** From 1. */
  readonly seq: number;
}

const MESSAGE_EVENTS: ReadonlySet<FlowEvent["type"]> = new Set(["notification_queued", "notification_released"]);
const ENDS_OF_MESSAGES: ReadonlySet<FlowEvent["type"]> = new Set([
  "notification_status_changed",
  "notification_dropped",
]);

/**
 * A history with the end of each message right after its beginning, if both share an instant. Messages that several
 * decisions request at once end one by one or together, which is no difference between runs.
 */
function placed(events: readonly FlowEvent[]): readonly Placed[] {
  const began = new Map<number, { readonly index: number; readonly at: Instant }>();
  const places = events.map((event, index) => {
    if (!("id" in event) || typeof event.id !== "number") return index;
    const begin = began.get(event.id);
    if (MESSAGE_EVENTS.has(event.type)) began.set(event.id, { index, at: event.at });
    return ENDS_OF_MESSAGES.has(event.type) && begin?.at === event.at ? begin.index : index;
  });
  return events
    .map((event, index) => ({ event, seq: index + 1, place: places[index] ?? index }))
    .toSorted((one, other) => one.place - other.place);
}

function stateOf(events: readonly FlowEvent[]): State {
  const state = replay(events);
  if (state === null) throw new TypeError('There is nothing to compare: a history begins with "started".');
  return state;
}

function pointOf(placed: Placed | undefined, state: State): HistoryPoint | null {
  if (placed === undefined) return null;
  const { event, seq } = placed;
  return { seq, at: event.at, sentence: sentence(event, state) };
}

type EventField = { [T in FlowEventType]: keyof EventOf<T> }[FlowEventType];

/** The origin of an event's field, at any depth: the `flow`, its `clock`, or this very `run`. */
const FIELDS: Readonly<Record<EventField | "participantId" | "documentId", "flow" | "clock" | "run">> = {
  allow: "flow",
  apart: "run",
  at: "clock",
  attach: "flow",
  authentication: "run",
  callback: "flow",
  callbackName: "flow",
  codeHash: "run",
  days: "flow",
  document: "flow",
  documentId: "run",
  documents: "flow",
  due: "clock",
  duration: "flow",
  emailLinkOnly: "flow",
  endUserInfo: "run",
  entry: "flow",
  expires: "clock",
  flowKind: "flow",
  folderId: "flow",
  forkOf: "run",
  held: "flow",
  id: "flow",
  kind: "flow",
  label: "flow",
  message: "flow",
  messages: "flow",
  method: "flow",
  participant: "flow",
  participantId: "run",
  participants: "flow",
  process: "flow",
  provider: "flow",
  providerData: "flow",
  reason: "flow",
  recordEndUserInfo: "flow",
  result: "flow",
  rules: "flow",
  settings: "flow",
  // The hash of a document at the start; that of a seal or a signature is each run's own.
  sha256: "flow",
  signature: "flow",
  stage: "flow",
  status: "flow",
  timeoutAt: "clock",
  title: "flow",
  transactionId: "run",
  type: "flow",
  users: "flow",
  validUntil: "clock",
  verb: "flow",
};

const fieldsOf = (source: "clock" | "run"): ReadonlySet<string> =>
  new Set(Object.entries(FIELDS).flatMap(([field, from]) => (from === source ? [field] : [])));

/** Fields that every run has of its own, at any place in an event. */
const OWN = fieldsOf("run");

/** Fields that follow the clock. */
const TIMES = fieldsOf("clock");

/** An event without its run's own fields, as text to compare; "" for none. */
function spelling(event: FlowEvent | undefined, leftOut: ReadonlySet<string> = new Set()): string {
  if (event === undefined) return "";
  const own = event.type === "document_sealed" || event.type === "acted" ? SEALED_OR_DRAWN : OWN;
  return canonicalJson(without(event, (key) => own.has(key) || leftOut.has(key)));
}

/** The bytes of seals and drawn signatures are each run's own; those of the documents at the start are not. */
const SEALED_OR_DRAWN: ReadonlySet<string> = new Set([...OWN, "sha256"]);

/** Records whose keys are the author's or a provider's words, not ours. */
const OTHERS_WORDS: ReadonlySet<string> = new Set(["messages", "providerData", "process"]);

function without(value: unknown, leftOut: (key: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => without(item, leftOut));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => !leftOut(key));
  return Object.fromEntries(
    kept.map(([key, member]) => [key, OTHERS_WORDS.has(key) ? member : without(member, leftOut)]),
  );
}

function compareOutcomes(a: State, b: State): HistoryComparison["outcome"] {
  const [stateInA, stateInB] = [documentStates(a), documentStates(b)];
  const names = [...new Set([...stateInA.keys(), ...stateInB.keys()])];
  const documents = names.map((name) => ({ name, a: stateInA.get(name) ?? null, b: stateInB.get(name) ?? null }));
  const [onlyA, onlyB] = [actsOnlyIn(a, b), actsOnlyIn(b, a)];
  const sameDocuments = documents.every((document) => document.a === document.b);
  const same = a.status === b.status && sameDocuments && onlyA.length === 0 && onlyB.length === 0;
  return { status: { a: a.status, b: b.status }, documents, onlyA, onlyB, same };
}

function documentStates({ documents }: State): ReadonlyMap<string, DocumentState> {
  return new Map(documents.map(({ name, state }) => [name, state]));
}

function actsOnlyIn(state: State, other: State): readonly PendingAct[] {
  const there = new Set(acts(other).map(canonicalJson));
  return acts(state).filter((act) => !there.has(canonicalJson(act)));
}

function acts(state: State): readonly PendingAct[] {
  return state.program.participants.flatMap((participant) => actsDone(state, participant));
}
