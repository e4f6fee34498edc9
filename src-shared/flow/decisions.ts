import { eventKinds } from "./event-kinds.ts";
import type { FlowEvent } from "./types.ts";

/** An event as a store keeps it. */
export interface HistoryItem {
  /** From 1. */
  readonly seq: number;
  /** Wall time, epoch milliseconds. */
  readonly recorded: number;
  /** `author`, `clock`, `effect` or `participant:<name>`. */
  readonly by: string;
  readonly event: FlowEvent;
  /** SHA-256 hex that chains it to its predecessor. */
  readonly hash: string;
}

/** Whether two events were recorded at once for the same one: only such an event can follow from the other. */
export function sameMoment(a: Moment, b: Moment): boolean {
  return a.by === b.by && a.recorded === b.recorded && a.event.at === b.event.at;
}

type Moment = Pick<HistoryItem, "by" | "recorded" | "event">;

/**
 * The seq of the last event that was decided together with event `seq`: a history cut before it would hold half a
 * decision, such as an act without the seal and the stage that follow from it, and would stand still for ever.
 * @param items the whole history, from its start
 */
export function decisionEnd(items: readonly HistoryItem[], seq: number): number {
  const decisions = new Decisions();
  let end = seq;
  for (const item of items) {
    const begins = decisions.begins(item);
    if (item.seq <= seq) continue;
    if (begins) break;
    end = item.seq;
  }
  return end;
}

/**
 * The events that begin a decision, though a fork that takes them over, all recorded at once, would show them as part of the
 * one before: a fork of the fork could not tell otherwise [C5].
 * @param items the history that is taken over, from its start
 */
export function blurredIn(items: readonly HistoryItem[]): readonly number[] {
  const [own, copied] = [new Decisions(), new Decisions()];
  const blurred: number[] = [];
  for (const item of items) {
    const copy = { ...item, recorded: 0, event: withoutOrigin(item.event) };
    const begins = own.begins(item);
    if (begins && !copied.wouldBegin(copy)) blurred.push(item.seq);
    copied.take(copy, begins);
  }
  return blurred;
}

function withoutOrigin(event: FlowEvent): FlowEvent {
  return event.type === "started" ? { ...event, forkOf: null, apart: [] } : event;
}

/** The seqs that begin a decision whatever their moment: what a fork knows of its source, and its own first. */
export function apartIn({ forkOf, apart = [] }: Started): ReadonlySet<number> {
  return new Set(forkOf === null ? apart : [...apart, forkOf.seq + 1]);
}

type Started = Pick<Extract<FlowEvent, { type: "started" }>, "forkOf" | "apart">;

/** Reads a history from its start, and tells which events begin a decision. */
class Decisions {
  #before: HistoryItem | null = null;
  #apart: ReadonlySet<number> = new Set();
  #people: readonly string[] = [];
  /** The place of the last message in the reminding that is being read; null: it is another decision. */
  #reminded: number | null = null;

  /** Takes the next event in. */
  begins(item: HistoryItem): boolean {
    const begins = this.wouldBegin(item);
    this.take(item, begins);
    return begins;
  }

  wouldBegin(item: HistoryItem): boolean {
    const before = this.#before;
    if (before === null || this.#apart.has(item.seq)) return true;
    return !(isConsequence(item, before, before) || this.#isMoreOfReminding(item, before));
  }

  take(item: HistoryItem, begins: boolean): void {
    const { event } = item;
    if (event.type === "started") {
      this.#apart = apartIn(event);
      this.#people = event.participants.map(({ name }) => name);
    }
    this.#reminded = this.#placeOf(event) ?? (begins ? null : this.#reminded);
    this.#before = item;
  }

  /**
   * Whether a reminder's message belongs with the one before it: one reminding sends several, to each by each method in
   * their order, and whatever else begins there comes after the plan of the next one or as somebody else's doing.
   */
  #isMoreOfReminding(item: HistoryItem, before: HistoryItem): boolean {
    const place = this.#placeOf(item.event);
    if (place === null || this.#reminded === null || place <= this.#reminded || !sameMoment(item, before)) return false;
    return before.event.type === "notification_queued" || before.event.type === "notification_status_changed";
  }

  /** Where a reminder's message stands in a reminding of everybody; null: it is none. */
  #placeOf(event: FlowEvent): number | null {
    if (event.type !== "notification_queued" || event.kind !== "reminder") return null;
    return this.#people.indexOf(event.participant) * 2 + (event.method === "email" ? 0 : 1);
  }
}

/**
 * Whether an event follows from `cause` rather than beginning something of its own. Events of one decision share their
 * instants and their author, but several decisions may, too: so the events that can begin one are told apart.
 */
export function isConsequence(item: HistoryItem, before: HistoryItem | null, cause: HistoryItem): boolean {
  const { event } = item;
  if (!sameMoment(item, cause)) return false;
  switch (event.type) {
    case "failed":
      return event.reason === "rejected";
    case "notification_queued":
      return event.kind !== "reminder";
    case "notification_status_changed":
      return isAbout(before?.event, event.id);
    case "sms_code_sent":
      return before?.event.type === "authentication_started";
    case "authentication_attempted":
      return event.result === "failure" && before?.event.type === "sms_code_mistyped";
    default:
      return eventKinds[event.type].begins === false;
  }
}

/** A message without an address is given up in the decision that queued or released it. */
function isAbout(before: FlowEvent | undefined, id: number): boolean {
  return (before?.type === "notification_queued" || before?.type === "notification_released") && before.id === id;
}
