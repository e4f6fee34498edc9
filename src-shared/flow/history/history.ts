import { controlsShown, csvRow } from "../../basics/index.ts";
import { canonicalJson, type FlowEvent, isoInstant, localSecond, type State } from "../model/index.ts";
import { decisionReader, type HistoryItem, isReminder } from "./decisions.ts";
import { english, type Sentence, type SentenceKey, sentence } from "./sentences.ts";

/** An event for people: what happened, who did it, when in flow and wall time, and why. */
export interface HistoryAccount {
  readonly item: HistoryItem;
  readonly what: string;
  readonly who: string;
  /** The given reason, else the sentence of the event that it follows from; null if it needs no reason. */
  readonly why: string | null;
  /** A note about the times beside it; null: none. */
  readonly note: string | null;
  /** IANA name. */
  readonly timeZone: string;
}

/** The messages of an event, for any language. */
export interface HistoryMessage {
  readonly what: Sentence;
  readonly who: Sentence;
  /** The given reason, else what it follows from; null if it needs no reason. */
  readonly why: Sentence | null;
  /** A note on its times, such as that the machine's clock was set back; null: none. */
  readonly note: Sentence | null;
  /** Whether it begins a decision; else it follows from an earlier event. */
  readonly begins: boolean;
}

/**
 * Describes the events of one instance, one after the other. Each call takes the next event of the history, from its
 * start, so a long history is never held whole.
 * @param state any state of the flow from its last event on
 */
export function historyAccountant(state: State): (item: HistoryItem) => HistoryAccount {
  const format = historyFormatter(state);
  return (item) => {
    const { what, who, why, note } = format(item);
    return {
      item,
      what: english(what),
      who: english(who),
      why: why && english(why),
      note: note && english(note),
      timeZone: zoneOf(state),
    };
  };
}

/** Like `historyAccountant`, for any language; it may start at any event that begins a moment (`sameMoment`). */
export function historyFormatter(state: State): (item: HistoryItem) => HistoryMessage {
  const timeZone = zoneOf(state);
  const begins = decisionReader(state.start);
  let cause: HistoryItem | null = null;
  let before: HistoryItem | null = null;
  return (item) => {
    const follows = !begins(item) && !isReminder(item.event);
    const because = follows && cause !== null ? sentence(cause.event, state) : dueBy(item, timeZone);
    if (!follows) cause = item;
    const note = historyNote(item, before, timeZone);
    before = item;
    const what = sentence(item.event, state);
    return {
      what,
      who: whoIs(item, timeZone),
      why: givenReason(item.event, timeZone) ?? because,
      note,
      begins: !follows,
    };
  };
}

/** Milliseconds that network time may set a clock back. */
const BY_ITSELF = 1_000;

/**
 * Explains an event that was recorded at an earlier time than the one before it: the machine's clock was set back, and
 * the order of a history is that of its numbers (law 4) [C5].
 * @param before null: it is the first
 * @param timeZone the flow's own, IANA name
 */
export function historyNote(
  { recorded }: Pick<HistoryItem, "recorded">,
  before: Pick<HistoryItem, "recorded"> | null,
  timeZone: string,
): Sentence | null {
  if (before === null || before.recorded - recorded < BY_ITSELF) return null;
  const values = { before: isoInstant(before.recorded), after: isoInstant(recorded) };
  return { key: "note.set_back", values, timeZone };
}

/**
 * An event as one line of JSON, which ends in a line feed. Holds everything that its hash chain depends on. Control
 * characters in untrusted text become JSON escapes.
 */
export function historyLine({ item, what, who, why, note, timeZone }: HistoryAccount): string {
  const { seq, recorded, by, event, hash } = item;
  const when = { at: isoInstant(event.at), local: localSecond(event.at, timeZone), recorded: isoInstant(recorded) };
  const record = { seq, what, who, why, note, ...when, by, type: event.type, event: sorted(event), hash };
  return `${controlsShown(JSON.stringify(record))}\n`;
}

/** The columns of a table of events. Times are local to the flow's zone, with their offset. */
export const CSV_COLUMNS = ["seq", "at", "recorded", "who", "what", "why", "type", "hash", "note"] as const;

/** The header row of a table of events; none of its names needs quotes. */
export const CSV_HEAD = `${CSV_COLUMNS.join(",")}\r\n`;

/** An event as a row for spreadsheets. */
export function historyCsvRow({ item, what, who, why, note, timeZone }: HistoryAccount): string {
  const { seq, recorded, event, hash } = item;
  const [at, wall] = [localSecond(event.at, timeZone), localSecond(recorded, timeZone)];
  return csvRow([String(seq), at, wall, who, what, why ?? "", event.type, hash, note ?? ""]);
}

/** Keys in a fixed order, so that the line does not depend on how the event was made. */
function sorted(event: FlowEvent): unknown {
  return JSON.parse(canonicalJson(event));
}

/** Why an event happened that nobody requested and that follows from no other. */
function dueBy({ by, event }: HistoryItem, timeZone: string): Sentence | null {
  if (by !== "clock") return null;
  return { key: event.type === "trashed" ? "why.retention" : "why.due", values: {}, timeZone };
}

const PARTICIPANT = "participant:";
const WHO: Readonly<Record<string, SentenceKey>> = {
  author: "who.author",
  clock: "who.clock",
  effect: "who.effect",
};

function whoIs({ by }: HistoryItem, timeZone: string): Sentence {
  const key = WHO[by];
  if (key !== undefined) return { key, values: {}, timeZone };
  const name = by.startsWith(PARTICIPANT) ? by.slice(PARTICIPANT.length) : by;
  return { key: "who.named", values: { name }, timeZone };
}

function zoneOf(state: State): string {
  return state.start.settings.timeZone;
}

function givenReason(event: FlowEvent, timeZone: string): Sentence | null {
  switch (event.type) {
    case "document_rejected":
    case "instance_rejected":
    case "failed":
      if (event.message === null || (event.type === "failed" && event.reason === "rejected")) return null;
      return { key: "why.message", values: { message: event.message }, timeZone };
    case "notification_dropped":
    case "notification_status_changed":
    case "authentication_attempted":
      return event.reason === null ? null : { key: "why.reason", values: { reason: event.reason }, timeZone };
    case "notification_queued":
      // Its message is the name of a text.
      return null;
    default:
      event satisfies Exclude<FlowEvent, { readonly reason: unknown } | { readonly message: unknown }>;
      return null;
  }
}
