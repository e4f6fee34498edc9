import { decide, type Effect, type FlowEvent, type Instant, type State } from "../../../src-shared/flow/index.ts";
import type { JobPayload, JobRow, MailRow, StoreWrites } from "../../store/index.ts";
import { type InstanceContext, jobId } from "../project.ts";
import { enqueue } from "./effects.ts";

/** The message that an event asks for: of a notification, or with a code. */
export type MailAsked = Readonly<JobPayload<"mail">>;

/** A message as the mailbox keeps it. */
export interface QueuedMail {
  readonly mail: MailRow;
  /** Flow time at which one that is on its way arrives; null: its delivery has ended. */
  readonly arrivesAt: Instant | null;
}

/** The outcome of a message on arrival. */
export interface Arrival {
  readonly status: "delivered" | "not_delivered";
  readonly reason: string | null;
}

type MailedInstance = Pick<InstanceContext, "id" | "accountId">;

/** Delivers messages as the author's rules say: all within this process, so it may be done in a transaction. */
export interface MailSender {
  /** Makes a message and sends it. */
  send(state: State, instance: MailedInstance, asked: MailAsked, at: Instant): QueuedMail;
  /** Of one that was on its way; null: a server has yet to take it, and its job will tell. */
  arrival(mail: Pick<MailRow, "to" | "participant" | "method">, instance: MailedInstance): Arrival | null;
}

/** Events that were decided together. */
export interface DecidedEvents {
  /** Who caused them. */
  readonly by: string;
  readonly events: readonly FlowEvent[];
}

export interface MailResult {
  readonly state: State;
  readonly decisions: readonly DecidedEvents[];
  readonly mails: readonly MailRow[];
  readonly jobs: readonly JobRow[];
}

interface Mailing {
  readonly context: InstanceContext;
  readonly state: State;
  readonly events: readonly FlowEvent[];
  /** Of each event, as far as they are wanted. */
  readonly effects: readonly (readonly Effect[])[];
  /** Flow time. */
  readonly at: Instant;
}

/**
 * Puts the messages that the events ask for into the mailbox, which is the outbox of law 3, and decides what their delivery
 * means for the flow. One that is on its way gets a job for its arrival.
 */
export function sendMail(
  sender: MailSender,
  tx: StoreWrites,
  { context, state, events, effects, at }: Mailing,
): MailResult {
  const mailed = { state, decisions: [] as DecidedEvents[], mails: [] as MailRow[], jobs: [] as JobRow[] };
  events.forEach((event, index) => {
    for (const effect of effects[index] ?? []) {
      const asked = mailAsked(event, effect);
      if (asked === null) continue;
      const { mail, arrivesAt } = sender.send(mailed.state, context, asked, at);
      tx.mail.put(mail);
      mailed.mails.push(mail);
      if (arrivesAt !== null) mailed.jobs.push(enqueue(tx, context, "mail", mailJobName(asked), arrivesAt, asked));
      else if (mail.notification !== null) end(mailed, mail, mail.notification, at);
    }
  });
  return mailed;
}

/** A message whose arrival was missed. */
export interface Missed {
  readonly job: JobRow;
  readonly mail: MailRow;
  readonly notification: number;
  readonly arrival: Arrival;
}

/** Of an instance's messages that are on their way, the first that should have arrived before `now`; null: none. */
export function missedArrival(
  sender: MailSender,
  tx: StoreWrites,
  { context, state }: Pick<Mailing, "context" | "state">,
  now: Instant,
): Missed | null {
  // Its plan is a newer release's.
  if (state.unknownSince !== null) return null;
  let first: Missed | null = null;
  for (const notification of queuedOf(state)) {
    const job = tx.jobs.get(jobId(context.id, mailJobName({ notification })));
    if (job === null || job.kind !== "mail" || job.dueAt >= (first?.job.dueAt ?? now)) continue;
    // A missing row is created again by its own job.
    const mail = tx.mail.get(`${context.id}-${notification}`);
    const arrival = mail === null ? null : sender.arrival(mail, context);
    if (mail !== null && arrival !== null) first = { job, mail, notification, arrival };
  }
  return first;
}

/** Asked before every act; a page of notifications stays as it is until one of it changes. */
const queuedOnPage = new WeakMap<State["notifications"][number], readonly number[]>();

/** The numbers of the messages that are on their way, in order. */
export function queuedOf({ notifications }: State): readonly number[] {
  const queued: number[] = [];
  let before = 0;
  for (const page of notifications) {
    let places = queuedOnPage.get(page);
    if (places === undefined) {
      places = page.flatMap(({ status }, index) => (status === "queued" ? [index] : []));
      queuedOnPage.set(page, places);
    }
    for (const index of places) queued.push(before + index + 1);
    before += page.length;
  }
  return queued;
}

function end(
  mailed: { state: State; readonly decisions: DecidedEvents[] },
  { status, reason }: MailRow,
  id: number,
  at: Instant,
): void {
  if (status === "queued") return;
  const decision = decide(mailed.state, { type: "notification_result", id, status, reason }, at);
  if (!decision.ok) throw new Error(`The end of message ${id} could not be recorded: ${decision.refusal.message}`);
  mailed.decisions.push({ by: "effect", events: decision.events });
  mailed.state = decision.state;
}

function mailAsked(event: FlowEvent, effect: Effect): MailAsked | null {
  if (effect.kind === "notify") return { notification: effect.notification };
  if (effect.kind !== "sms_code") return null;
  const codeHash = event.type === "sms_code_sent" ? event.codeHash : "";
  return { transactionId: effect.transactionId, participant: effect.participant, codeHash };
}

/** Of a message's job among those of its instance. */
export function mailJobName(asked: MailAsked): string {
  if ("notification" in asked) return `mail:${asked.notification}`;
  return `code:${asked.transactionId}:${asked.codeHash.slice(0, 12)}`;
}
