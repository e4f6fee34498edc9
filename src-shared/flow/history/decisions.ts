import { eventKinds, type FlowEvent } from "../model/index.ts";

/** An event as a store keeps it. */
export interface HistoryItem {
  /** From 1. */
  readonly seq: number;
  /** Wall time, epoch milliseconds. */
  readonly recorded: number;
  /** `author`, `clock`, `effect` or `participant:<name>`. */
  readonly by: string;
  /** The seq of the first event of its decision; null: recorded by a release before schema step 11. */
  readonly decision: number | null;
  readonly event: FlowEvent;
  /** SHA-256 hex that chains it to its predecessor. */
  readonly hash: string;
}

/**
 * The seq of the last event that was decided together with event `seq`. A history cut before it would hold half a
 * decision, such as an act without the seal and the stage that follow from it, and would never continue.
 * @param items the whole history, from its start
 */
export function decisionEnd(items: readonly HistoryItem[], seq: number): number {
  const begins = decisionReader();
  let end = seq;
  for (const item of items) {
    const isNext = begins(item);
    if (item.seq <= seq) continue;
    if (isNext) break;
    end = item.seq;
  }
  return end;
}

/** The events of a history, grouped by decision. */
export function decisionsOf<T extends HistoryItem>(items: readonly T[]): readonly (readonly T[])[] {
  const begins = decisionReader();
  const decisions: T[][] = [];
  for (const item of items) {
    const last = decisions.at(-1);
    if (begins(item) || last === undefined) decisions.push([item]);
    else last.push(item);
  }
  return decisions;
}

type Started = Extract<FlowEvent, { type: "started" }>;

/**
 * Reads a history in order and says for each event whether it begins a decision. Releases before schema step 11 did not
 * record that; there it is inferred from the events.
 * @param start needed where the history is not read from its start
 */
export function decisionReader(start: Started | null = null): (item: HistoryItem) => boolean {
  const inferred = new InferredDecisions(start);
  return (item) => {
    const begins = item.decision === null ? inferred.begins(item) : item.decision === item.seq;
    inferred.take(item, begins);
    return begins;
  };
}

class InferredDecisions {
  #before: HistoryItem | null = null;
  #apart: ReadonlySet<number> = new Set();
  #people: readonly string[] = [];
  /** The place of the last message in the current reminding; null: another decision. */
  #reminded: number | null = null;

  constructor(start: Started | null) {
    if (start !== null) this.#start(start);
  }

  #start({ forkOf, apart = [], participants }: Started): void {
    // Forks of those releases recorded copied events all at once: `apart` lists the decisions that would blur [C5].
    this.#apart = new Set(forkOf === null ? apart : [...apart, forkOf.seq + 1]);
    this.#people = participants.map(({ name }) => name);
  }

  begins(item: HistoryItem): boolean {
    const before = this.#before;
    if (before === null || this.#apart.has(item.seq) || !sameMoment(item, before)) return true;
    return !(isConsequence(item.event, before.event) || this.#isMoreOfReminding(item.event, before.event));
  }

  take(item: HistoryItem, begins: boolean): void {
    const { event } = item;
    if (event.type === "started") this.#start(event);
    this.#reminded = this.#placeOf(event) ?? (begins ? null : this.#reminded);
    this.#before = item;
  }

  /**
   * Whether a reminder's message belongs with the one before it. One reminder sends several, ordered by people and
   * methods; any other decision there follows the plan of the next reminder, or has another author.
   */
  #isMoreOfReminding(event: FlowEvent, before: FlowEvent): boolean {
    const place = this.#placeOf(event);
    if (place === null || this.#reminded === null || place <= this.#reminded) return false;
    return before.type === "notification_queued" || before.type === "notification_status_changed";
  }

  /** The place of a reminder's message in a reminding of everybody; null: not a reminder. */
  #placeOf(event: FlowEvent): number | null {
    if (!isReminder(event)) return null;
    return this.#people.indexOf(event.participant) * 2 + (event.method === "email" ? 0 : 1);
  }
}

/** Whether two events were recorded together for the same one: only then can one follow from the other. */
export function sameMoment(a: Moment, b: Moment): boolean {
  return a.by === b.by && a.recorded === b.recorded && a.event.at === b.event.at;
}

type Moment = Pick<HistoryItem, "by" | "recorded" | "event">;

/** A reminder is its own reason, also if a reminding sends several. */
export function isReminder(event: FlowEvent): event is Extract<FlowEvent, { type: "notification_queued" }> {
  return event.type === "notification_queued" && event.kind === "reminder";
}

/**
 * Whether an event follows from the one before it instead of beginning a decision. Events of one decision share instant
 * and author, but separate decisions may too, so the event's type decides.
 */
function isConsequence(event: FlowEvent, before: FlowEvent): boolean {
  switch (event.type) {
    case "failed":
      return event.reason === "rejected";
    case "notification_queued":
      return !isReminder(event);
    case "notification_status_changed":
      return isAbout(before, event.id);
    case "sms_code_sent":
      return before.type === "authentication_started";
    case "authentication_attempted":
      return event.result === "failure" && before.type === "sms_code_mistyped";
    default:
      return eventKinds[event.type].begins === false;
  }
}

/** A message without an address is given up in the decision that queued or released it. */
function isAbout(before: FlowEvent, id: number): boolean {
  return (before.type === "notification_queued" || before.type === "notification_released") && before.id === id;
}
