import { isEmailAddress } from "../../src-shared/basics/index.ts";
import { notificationOf, type State } from "../../src-shared/flow/index.ts";
import { type MailServer, serverName } from "../../src-shared/mail/index.ts";
import type { Arrival, Engine, MailAsked, MailSender } from "../engine/index.ts";
import { type BoundHandler, bindHandler, type Outcome, oncePerTurn } from "../jobs/index.ts";
import {
  type JobRow,
  jobKinds,
  type MailRow,
  type OutboundEntry,
  type StoreReads,
  type StoreWrites,
} from "../store/index.ts";
import { type ComposeContext, composeCode, composeNotification } from "./compose.ts";
import { effectFor, type OwnedMailRule } from "./mail-rules.ts";
import type { SmtpSender } from "./smtp.ts";

export interface MailOptions {
  /** Of every author. */
  readonly rules: () => readonly OwnedMailRule[];
  /** Wall time, epoch milliseconds. */
  readonly clockNow: () => number;
  /** Bytes of a sealed blob. */
  readonly sizeOf: (sha256: string) => number;
  /** Name of an SMS code in the secret store. */
  readonly codeRef: (instanceId: string, codeHash: string) => string;
  /** Where e-mail is delivered to as well; null: nowhere. */
  readonly server: () => MailServer | null;
  /** Whether the author has released this fork's messages. */
  readonly forkSends: (instanceId: string) => boolean;
}

export interface ArrivalOptions extends MailOptions {
  readonly engine: Pick<Engine, "load" | "submit" | "runDue" | "transact" | "now">;
  readonly onChange: (mailId: string, instanceId: string) => void;
  readonly reads: Pick<StoreReads, "mail">;
  readonly smtp: SmtpSender;
  /** RFC 5322 bytes. */
  readonly raw: (mail: MailRow) => Promise<Uint8Array>;
}

const MINUTE = 60_000;
/** Wall time until the next try at a server; after the last the message is not delivered. */
const RETRIES: readonly number[] = [1_000, 5_000, 15_000];
/** Conversations with the server at once. */
const CONNECTIONS = 5;
/** They wait for nothing but their commit, and so many share one. */
const AT_ONCE = 256;

/**
 * Delivers e-mail and SMS into the mailbox: everything arrives at once, unless a rule or a missing address says otherwise, or
 * a server has yet to take it.
 */
export function postOffice(options: MailOptions): MailSender {
  const rules = oncePerTurn(options.rules);
  const server = oncePerTurn(options.server);
  const waitsForServer = (mail: Addressed, { status }: Arrival): boolean =>
    status === "delivered" && mail.method === "email" && server() !== null;
  return {
    send(state, { id: instanceId, accountId }, asked, at) {
      const composed = compose(options, state, asked, { instanceId, sentAt: at });
      const delivery = deliveryOf(composed, accountId, rules());
      const late = delivery?.kind === "delay" ? delivery.minutes * MINUTE : 0;
      const mail = { ...composed, ...readingOf(composed, accountId, rules(), at + late) };
      if (late > 0) return { mail, arrivesAt: at + late };
      const arrived = arrival(mail, accountId, rules());
      if (waitsForServer(mail, arrived) && !isHeldHere(options, state, instanceId)) return { mail, arrivesAt: at };
      return { mail: { ...mail, ...arrived }, arrivesAt: null };
    },
    arrival: (mail, { accountId }) => {
      const arrived = arrival(mail, accountId, rules());
      return waitsForServer(mail, arrived) ? null : arrived;
    },
  };
}

/** A fork rehearses: what it sends stays in the mailbox until the author says so, as its callbacks do. */
function isHeldHere({ forkSends }: MailOptions, { start }: State, instanceId: string): boolean {
  return start.forkOf !== null && !forkSends(instanceId);
}

/** Ends messages that a rule has delayed, and those that a server has yet to take. */
export function mailHandler(options: ArrivalOptions): BoundHandler {
  const server = oncePerTurn(options.server);
  return bindHandler({
    payload: jobKinds.mail.payload,
    limit: AT_ONCE,
    targetLimit: CONNECTIONS,
    lane: () => null,
    target: () => server()?.host ?? null,
    run: (job, asked) => arrive(options, job, asked),
  });
}

async function arrive(options: ArrivalOptions, job: JobRow, asked: MailAsked): Promise<Outcome> {
  const { engine } = options;
  const sentAt = engine.now(job.clockId) ?? job.dueAt;
  // Missed, it stands at its own instant, among what else was missed.
  if (sentAt > job.dueAt) await engine.runDue(job.instanceId, () => undefined);
  const loaded = engine.load(job.instanceId);
  if (loaded === null || !isOnItsWay(loaded.state, asked)) return { kind: "done" };
  const composed = compose(options, loaded.state, asked, { instanceId: job.instanceId, sentAt });
  // As the mailbox has it: a delivery that is made twice has the same bytes.
  const mail = options.reads.mail.get(composed.id) ?? composed;
  const arrived = arrival(mail, loaded.row.accountId, options.rules());
  const server = arrived.status === "delivered" && mail.method === "email" ? options.server() : null;
  if (server !== null && !isHeldHere(options, loaded.state, job.instanceId))
    return takeToServer(options, job, mail, server);
  return end(options, job, { ...mail, ...arrived });
}

/** Ends the job of a message. */
async function end(
  options: ArrivalOptions,
  job: JobRow,
  mail: MailRow & Arrival,
  line?: OutboundEntry,
): Promise<Outcome> {
  await report(options, job, mail, line);
  options.onChange(mail.id, mail.instanceId);
  return { kind: "committed" };
}

/** The outbound ledger's line about an attempt (law 8). */
export function smtpLine(server: MailServer, wallAt: number, answer: string): OutboundEntry {
  return { wallAt, kind: "smtp", target: `smtp://${serverName(server)}`, result: answer };
}

/** At least once, with the same Message-ID: what a crash leaves unrecorded is sent again. */
async function takeToServer(options: ArrivalOptions, job: JobRow, mail: MailRow, server: MailServer): Promise<Outcome> {
  const to = mail.to ?? "";
  if (!isEmailAddress(to))
    return end(options, job, {
      ...mail,
      status: "not_delivered",
      reason: "Not sent to a server: this is not a valid e-mail address.",
    });
  const wallAt = options.clockNow();
  const { kind, answer } = await options.smtp.send(server, { to, bytes: await options.raw(mail) });
  const line = smtpLine(server, wallAt, answer);
  const delay = kind === "failed" ? RETRIES[job.attempts] : undefined;
  if (delay === undefined)
    return end(
      options,
      job,
      { ...mail, status: kind === "taken" ? "delivered" : "not_delivered", reason: answer },
      line,
    );
  await options.engine.transact((tx) => {
    tx.ledger.addOutbound(line);
    tx.mail.setStatus(mail.id, "queued", answer);
  });
  options.onChange(mail.id, mail.instanceId);
  return { kind: "retry", at: options.clockNow() + delay };
}

/** A notification that was dropped, or ended by a run whose own end was lost in a crash, is none any more. */
function isOnItsWay(state: State, asked: MailAsked): boolean {
  return !("notification" in asked) || notificationOf(state, asked.notification)?.status === "queued";
}

/** The message's status, the flow's event and the end of the job, in one transaction. */
async function report(
  options: ArrivalOptions,
  job: JobRow,
  mail: MailRow & Arrival,
  line?: OutboundEntry,
): Promise<void> {
  const { id, instanceId, notification, status, reason } = mail;
  const keep = (tx: StoreWrites): void => {
    if (line !== undefined) tx.ledger.addOutbound(line);
    tx.mail.put(mail);
    tx.mail.setStatus(id, status, reason);
    tx.jobs.remove(job.id);
  };
  // The instance may have been deleted in between [G11].
  const keepIfThere = (tx: StoreWrites): void => {
    if (tx.instances.get(instanceId) === null) {
      if (line !== undefined) tx.ledger.addOutbound(line);
      tx.jobs.remove(job.id);
    } else keep(tx);
  };
  if (notification === null) {
    await options.engine.transact(keepIfThere);
    return;
  }
  // The answer of a server that took the message is for the mailbox; the flow only needs reasons of failures.
  const why = status === "delivered" ? null : reason;
  const command = { type: "notification_result", id: notification, status, reason: why } as const;
  await options.engine.submit(instanceId, command, "effect", { alongside: keep, otherwise: keepIfThere });
}

type Addressed = Parameters<MailSender["arrival"]>[0];

function arrival({ to, participant, method }: Addressed, accountId: string, rules: readonly OwnedMailRule[]): Arrival {
  if (to === null) return { status: "not_delivered", reason: `${participant} has no address for ${method}` };
  const delivery = deliveryOf({ to }, accountId, rules);
  if (delivery?.kind === "bounce") return { status: "not_delivered", reason: delivery.reason };
  return { status: "delivered", reason: null };
}

/** The rule for how a message arrives. */
function deliveryOf({ to }: Pick<MailRow, "to">, accountId: string, rules: readonly OwnedMailRule[]) {
  return to === null ? null : effectFor(rules, accountId, to, ["bounce", "delay"]);
}

/** When a message that arrives then is read, and its link followed: who follows it has read the message. */
function readingOf(
  { to, kind }: Pick<MailRow, "to" | "kind">,
  accountId: string,
  rules: readonly OwnedMailRule[],
  arrives: number,
): Pick<MailRow, "readAt" | "clickedAt"> {
  const after = (which: "read" | "click"): number | null => {
    const effect = to === null ? null : effectFor(rules, accountId, to, [which]);
    return effect === null || effect.kind === "bounce" ? null : arrives + effect.minutes * MINUTE;
  };
  const clickedAt = kind === "code" ? null : after("click");
  const readAt = after("read");
  return { clickedAt, readAt: clickedAt === null ? readAt : Math.min(readAt ?? clickedAt, clickedAt) };
}

type Composing = Pick<ComposeContext, "instanceId" | "sentAt">;

/** @throws Error when the flow has no such notification */
function compose(options: MailOptions, state: State, asked: MailAsked, { instanceId, sentAt }: Composing): MailRow {
  const context = { instanceId, sentAt, wallSent: options.clockNow(), sizeOf: options.sizeOf };
  if ("codeHash" in asked) {
    return composeCode(state, asked.participant, options.codeRef(instanceId, asked.codeHash), context);
  }
  const notification = notificationOf(state, asked.notification);
  if (notification === undefined) throw new Error(`The flow has no notification ${asked.notification}.`);
  return composeNotification(state, notification, context);
}
