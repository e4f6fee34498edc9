import type { CheckedDraft } from "../../language/index.ts";
import { due } from "../commands/index.ts";
import { decide } from "../decide/index.ts";
import type {
  Command,
  DueItem,
  FlowEvent,
  Instant,
  NotificationKind,
  NotificationMethod,
  State,
} from "../model/index.ts";
import { contactOf, hasBit, isRunning, notificationOf, plusDaysSameLocalTime } from "../model/index.ts";

/** One thing that a flow would do by itself. */
export type ForecastItem = { readonly at: Instant } & (
  | { readonly kind: "stage"; readonly stage: string }
  | {
      readonly kind: NotificationKind;
      readonly participant: string;
      readonly method: NotificationMethod;
      /** Name in the messages; null: the built-in text [C1]. */
      readonly message: string | null;
      /** Which of the automatic reminders, from 0; null of other messages. */
      readonly reminder: number | null;
      /** false: the participant has no address for it, and it is not delivered [Mail]. */
      readonly deliverable: boolean;
    }
  | { readonly kind: "time_out" }
  | { readonly kind: "completed" }
);

export interface Forecast {
  /** In the order in which the engine does them. */
  readonly items: readonly ForecastItem[];
  /** The flow goes on behind the last item: there were more than asked for. */
  readonly cut: boolean;
}

export interface ForecastOptions {
  readonly start: Instant;
  /** Days after a stage begins, same local time, at which everybody expected acts; null: nobody ever does. */
  readonly actsAfterDays: number | null;
  /** The workspace's IANA zone, for a draft without one of its own. */
  readonly timeZone: string;
  readonly most: number;
}

/**
 * What a flow would send, and when, if it started at an instant: the flow itself is run, by the very decisions of the
 * engine, with seals that succeed at once and without authentication.
 * @throws RangeError when a time zone is not known
 */
export function forecast(draft: CheckedDraft, options: ForecastOptions): Forecast {
  const run = new ForecastRun();
  run.send(startOf(draft, options.timeZone), options.start);
  while (run.items.length <= options.most && isRunning(run.state.status)) {
    const [next] = due(run.state);
    const acts = actsAt(run.state, options.actsAfterDays);
    // Due work up to an instant comes before a command at it [C3].
    if (next !== undefined && (acts === null || next.at <= acts)) run.fallDue(next);
    else if (acts !== null) run.actAll(acts);
    else break;
  }
  return { items: run.items.slice(0, options.most), cut: run.items.length > options.most };
}

function startOf(draft: CheckedDraft, timeZone: string): Command {
  const { participants, documents } = draft.parameters;
  // An authentication delays nothing that is planned here, and nobody is there to answer it.
  const people = participants.map((person) => ({ ...person, authToView: null, authToSign: null }));
  return {
    type: "start",
    draft: { ...draft, parameters: { ...draft.parameters, participants: people } },
    participantIds: participants.map((_, index) => String(index)),
    documents: Object.keys(documents).map((name) => ({ name, documentId: name, sha256: "", title: name, pages: 1 })),
    timeZone: draft.settings.timeZone ?? timeZone,
    recordEndUserInfo: false,
  };
}

function actsAt({ stageEnteredAt, start }: State, days: number | null): Instant | null {
  return days === null ? null : plusDaysSameLocalTime(stageEnteredAt, days, start.settings.timeZone);
}

/** A flow in play, and what it has done so far. */
class ForecastRun {
  readonly items: ForecastItem[] = [];
  #state: State | null = null;

  get state(): State {
    if (this.#state === null) throw new Error("A forecast begins with its start.");
    return this.#state;
  }

  fallDue({ id, at }: DueItem): void {
    this.send({ type: "fall_due", id, collapseUntil: null }, at, id);
  }

  /** Everybody does everything that the stage waits for. */
  actAll(at: Instant): void {
    const { stage } = this.state;
    for (const slot of this.state.program.stages[stage]?.slots.keys() ?? []) {
      // An act may let others lapse, and the last one begins the next stage.
      if (this.state.stage === stage && hasBit(this.state.pending, slot)) this.#act(stage, slot, at);
    }
  }

  #act(stage: number, slot: number, at: Instant): void {
    const { program } = this.state;
    const act = program.stages[stage]?.slots[slot];
    if (act === undefined) return;
    const participant = program.participants[act.participant] ?? "";
    const document = program.documents[act.document] ?? "";
    this.send({ type: "act", participant, verb: act.verb, document, signature: null }, at);
  }

  /** @param cause the due id behind it */
  send(command: Command, at: Instant, cause = ""): void {
    const decided = decide(this.#state, command, at);
    if (!decided.ok) throw new Error(`The forecast was refused: ${decided.refusal.rule} ${decided.refusal.message}`);
    this.#state = decided.state;
    for (const event of decided.events) this.#note(event, reminderOf(cause));
    for (const event of decided.events) {
      if (event.type === "seal_requested")
        this.send({ type: "seal_succeeded", document: event.document, sha256: "" }, at);
    }
  }

  #note(event: FlowEvent, reminder: number | null): void {
    const { at } = event;
    switch (event.type) {
      case "stage_entered":
        this.items.push({ at, kind: "stage", stage: this.state.program.stages[event.stage]?.name ?? "" });
        return;
      case "notification_queued":
        if (!event.held) this.#noteMessage(event.id, at, reminder);
        return;
      case "notification_released":
        this.#noteMessage(event.id, at, reminder);
        return;
      case "timed_out":
        this.items.push({ at, kind: "time_out" });
        return;
      case "completed":
        this.items.push({ at, kind: "completed" });
        return;
      default:
        return;
    }
  }

  #noteMessage(id: number, at: Instant, reminder: number | null): void {
    const sent = notificationOf(this.state, id);
    if (sent === undefined) return;
    const { kind, participant, method, message } = sent;
    const deliverable = contactOf(this.state, participant, method) !== null;
    this.items.push({ at, kind, participant, method, message, reminder, deliverable });
  }
}

/** The entry in a reminder's due id; null of any other. */
function reminderOf(cause: string): number | null {
  const [kind, entry] = cause.split(":");
  return kind === "reminder" ? Number(entry) : null;
}
