import { failureReasons } from "../../authentication/index.ts";
import {
  type AuthenticationKind,
  type EventOf,
  type FlowEvent,
  type Instant,
  plusDaysSameLocalTime,
  replay,
} from "../../flow/index.ts";
import type { CheckedDraft } from "../../language/index.ts";
import type { Label } from "../graph/labels.ts";
import { HOUR, Player } from "./player.ts";
import { type Scenario, type ScenarioStep, scenarioOfSteps } from "./scenario.ts";

/** The draft that a run was started from, rebuilt from its history. */
export function draftOfRun({ process, participants, documents, messages, settings, ...start }: Started): CheckedDraft {
  return {
    ...{ title: start.title, duration: start.duration, callback: start.callback },
    ...{ folderId: start.folderId, flowKind: start.flowKind, process, settings },
    parameters: {
      participants: participants.map(({ participantId: _, ...person }) => person),
      documents: Object.fromEntries(documents.map(({ name, documentId }) => [name, documentId])),
      messages,
    },
  };
}

type Started = EventOf<"started">;

/**
 * A run as a scenario: its steps, the time between them in whole hours, and how it ended. Played on the same flow it
 * takes the same steps to the same end (decision 0810).
 * @param history the run's events from its start
 * @throws RangeError where they do not begin with a start
 */
export function scenarioOf(history: readonly FlowEvent[], name: string): Scenario {
  return scenarioOfSteps(name, stepsOfRun(history), replay(history)?.status ?? "in_progress");
}

/** The steps of a run, without expectations. @throws RangeError as above */
export function stepsOfRun(history: readonly FlowEvent[]): readonly ScenarioStep[] {
  const [start, ...events] = history;
  if (start?.type !== "started") throw new RangeError("A run's history begins with its start.");
  const recording = new Recording(start, history);
  for (const [at, event] of events.entries()) recording.note(event, events[at + 1]);
  return recording.steps;
}

/** Records one event after the other and plays it at once, so that every step is one that a scenario can take. */
class Recording {
  readonly steps: ScenarioStep[] = [];
  private readonly player: Player;
  /** Documents whose seals are steps. */
  private readonly sealed: ReadonlySet<string>;
  /**
   * Participants who failed to authenticate or mistyped a code: their attempts to sign are steps, as they count towards
   * a lock-out [U3].
   */
  private readonly failing: ReadonlySet<string>;
  private readonly begun = new Map<string, EventOf<"authentication_started">>();
  /** Failed attempts: their mistyped codes are not steps of their own. */
  private readonly failed: ReadonlySet<string>;
  private readonly timeZone: string;
  /**
   * The run's instant that the scenario's clock has reached: never later than the last step, and less than an hour
   * before.
   */
  private reached: Instant;
  private lastStep: Instant;

  constructor(start: Started, history: readonly FlowEvent[]) {
    this.sealed = sealsApart(history);
    for (const event of history)
      if (event.type === "authentication_started") this.begun.set(event.transactionId, event);
    this.failed = new Set(
      history.flatMap((event) =>
        event.type === "authentication_attempted" && event.result === "failure" ? event.transactionId : [],
      ),
    );
    const mistyped = history.flatMap((event) => (event.type === "sms_code_mistyped" ? event.transactionId : []));
    this.failing = new Set(
      [...this.failed, ...mistyped].flatMap((id) => {
        const attempt = this.begun.get(id);
        return attempt?.kind === "sign" ? attempt.participant : [];
      }),
    );
    this.player = new Player(draftOfRun(start), this.sealed);
    this.timeZone = start.settings.timeZone;
    this.reached = start.at;
    this.lastStep = start.at;
  }

  note(event: FlowEvent, next: FlowEvent | undefined): void {
    if (event.type === "timed_out") {
      this.step({ kind: "label", label: { kind: "time_out" } });
      this.reached = event.at;
      this.lastStep = event.at;
    } else if (event.type === "prolonged") {
      this.waitUntil(event.at);
      this.prolong(event.days);
    } else {
      const label = this.labelOf(event, next);
      if (label === null) return;
      this.waitUntil(event.at);
      // An unfinished attempt that nobody waited for any more is left out.
      if (this.player.play({ kind: "label", label }) === null || !isAuthentication(label))
        this.steps.push({ kind: "label", label });
    }
  }

  private labelOf(event: FlowEvent, next: FlowEvent | undefined): Label | null {
    switch (event.type) {
      case "acted": {
        const does = event.verb === "sign" ? "signs" : "approves";
        return { kind: "act", who: event.participant, does, document: event.document };
      }
      case "document_rejected":
        return { kind: "reject", who: event.participant, document: event.document };
      case "instance_rejected":
        return { kind: "reject_flow", who: event.participant };
      case "canceled":
        return { kind: "cancel" };
      case "document_sealed":
        return this.sealed.has(event.document) ? { kind: "seal", document: event.document } : null;
      case "failed":
        return event.document === null ? null : { kind: "fail_seal", document: event.document };
      case "authentication_attempted":
        return this.attempt(event, next);
      case "sms_code_mistyped":
        return this.mistyped(event);
      case "participant_unlocked":
        return { kind: "unlock", who: event.participant };
      // `note` records these.
      case "timed_out":
      case "prolonged":
        return null;
      // These follow from a step, or are not steps that a scenario can take.
      case "started":
      case "stage_entered":
      case "notification_queued":
      case "notification_released":
      case "notification_dropped":
      case "notification_status_changed":
      case "callback_requested":
      case "viewing_changed":
      case "reminder_planned":
      case "reminder_ended":
      case "seal_requested":
      case "finalising":
      case "completed":
      case "trashed":
      case "restored":
      case "authentication_started":
      case "sms_code_sent":
      case "authentication_max_failures_exceeded":
        return null;
    }
  }

  private attempt(event: EventOf<"authentication_attempted">, next: FlowEvent | undefined): Label | null {
    const who = event.participant;
    // A signer has authenticated; opening a page is recorded by nothing else.
    if (event.kind === "sign" && !this.failing.has(who)) return null;
    const own = ownOf(event);
    if (event.result === "success") return { kind: "authenticate", ...own };
    const isLast = next?.type === "authentication_max_failures_exceeded" && next.participant === who;
    if (isLast) return { kind: "lock_out", ...own };
    const reason = failureReasons.find((known) => known === event.reason);
    return { kind: "fail_authentication", ...own, ...(reason !== undefined && { reason }) };
  }

  private mistyped({ transactionId }: EventOf<"sms_code_mistyped">): Label | null {
    const attempt = this.begun.get(transactionId);
    return attempt === undefined || this.failed.has(transactionId) ? null : { kind: "mistype", ...ownOf(attempt) };
  }

  /** The ten minutes that an authentication covers [U1] must not become an hour: less than one hour counts as none. */
  private waitUntil(instant: Instant): void {
    const isLong = instant - this.lastStep >= HOUR;
    this.lastStep = instant;
    if (!isLong) return;
    const { state, now } = this.player;
    let { days, hours } = between(this.reached, instant, this.timeZone);
    this.reached = after(this.reached, { days, hours }, this.timeZone);
    // If daylight saving changes in the scenario's weeks, an hour could cause a time-out that did not happen.
    if (state.status === "in_progress" && after(now, { days, hours }, this.player.timeZone) >= state.timeoutAt)
      ({ days, hours } = between(now, state.timeoutAt - 1, this.player.timeZone));
    if (days > 0 || hours > 0) this.step({ kind: "wait", days, hours });
  }

  private prolong(days: number): void {
    // The furthest allowed may be an hour less from the scenario's clock [G9].
    for (const tried of [days, days - 1]) {
      if (this.player.play({ kind: "prolong", days: tried }) !== null) continue;
      this.steps.push(tried === 1 ? { kind: "label", label: { kind: "prolong" } } : { kind: "prolong", days: tried });
      return;
    }
  }

  private step(step: ScenarioStep): void {
    this.player.play(step);
    this.steps.push(step);
  }
}

function ownOf({ participant, kind }: { readonly participant: string; readonly kind: AuthenticationKind }): {
  readonly who: string;
  readonly to?: "view";
} {
  return { who: participant, ...(kind === "view" && { to: kind }) };
}

/** Whether a step proves somebody's identity. */
export function isAuthentication({ kind }: Label): boolean {
  return (
    kind === "authenticate" ||
    kind === "fail_authentication" ||
    kind === "mistype" ||
    kind === "lock_out" ||
    kind === "unlock"
  );
}

/** Documents whose seals failed, or were made after another step. */
function sealsApart(history: readonly FlowEvent[]): ReadonlySet<string> {
  const apart = new Set<string>();
  const asked = new Set<string>();
  const late = new Set<string>();
  for (const event of history) {
    if (event.type === "seal_requested") asked.add(event.document);
    else if (event.type === "document_sealed" && late.has(event.document)) apart.add(event.document);
    else if (event.type === "failed" && event.document !== null) apart.add(event.document);
    else if (STEPS.has(event.type)) for (const document of asked) late.add(document);
  }
  return apart;
}

const STEPS: ReadonlySet<FlowEvent["type"]> = new Set([
  ...(["acted", "document_rejected", "instance_rejected", "canceled", "timed_out", "prolonged"] as const),
  ...(["authentication_attempted", "participant_unlocked"] as const),
]);

interface Gap {
  readonly days: number;
  readonly hours: number;
}

/** Whole days at the same local time, and the rest in whole hours. */
function between(from: Instant, to: Instant, timeZone: string): Gap {
  let days = Math.max(0, Math.floor((to - from) / (24 * HOUR)) + 1);
  while (days > 0 && plusDaysSameLocalTime(from, days, timeZone) > to) days -= 1;
  return { days, hours: Math.floor((to - plusDaysSameLocalTime(from, days, timeZone)) / HOUR) };
}

function after(instant: Instant, { days, hours }: Gap, timeZone: string): Instant {
  return plusDaysSameLocalTime(instant, days, timeZone) + hours * HOUR;
}
