import type { State } from "../../src-shared/flow/index.ts";
import { notificationOf } from "../../src-shared/flow/index.ts";
import type { Arrival, Engine, MailAsked, MailSender } from "../engine/index.ts";
import type { BoundHandler, Outcome } from "../jobs/index.ts";
import { bindHandler, oncePerTurn } from "../jobs/index.ts";
import { type JobRow, jobKinds, type MailRow, type StoreWrites } from "../store/index.ts";
import { type ComposeContext, composeCode, composeNotification } from "./compose.ts";
import { type OwnedMailRule, ruleFor } from "./mail-rules.ts";

export interface MailOptions {
  /** Of every author. */
  readonly rules: () => readonly OwnedMailRule[];
  /** Wall time, epoch milliseconds. */
  readonly clockNow: () => number;
  /** Bytes of a sealed blob. */
  readonly sizeOf: (sha256: string) => number;
  /** Name of an SMS code in the secret store. */
  readonly codeRef: (instanceId: string, codeHash: string) => string;
}

export interface ArrivalOptions extends MailOptions {
  readonly engine: Pick<Engine, "load" | "submit" | "runDue" | "transact" | "now">;
  readonly onChange: (mailId: string, instanceId: string) => void;
}

const MINUTE = 60_000;
/** They wait for nothing but their commit, and so many share one. */
const AT_ONCE = 256;

/** Simulates the delivery of e-mail and SMS: everything arrives at once, unless a rule or a missing address says otherwise. */
export function postOffice(options: MailOptions): MailSender {
  const rules = oncePerTurn(options.rules);
  return {
    send(state, { id: instanceId, accountId }, asked, at) {
      const mail = compose(options, state, asked, { instanceId, sentAt: at });
      const { to } = mail;
      const rule = to === null ? null : ruleFor(rules(), accountId, to);
      if (rule?.effect.kind === "delay") return { mail, arrivesAt: at + rule.effect.minutes * MINUTE };
      return { mail: { ...mail, ...arrival(mail, accountId, rules()) }, arrivesAt: null };
    },
    arrival: (mail, { accountId }) => arrival(mail, accountId, rules()),
  };
}

/** Ends what a rule has delayed. */
export function mailHandler(options: ArrivalOptions): BoundHandler {
  return bindHandler({
    payload: jobKinds.mail.payload,
    limit: AT_ONCE,
    lane: () => null,
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
  const mail = { ...composed, ...arrival(composed, loaded.row.accountId, options.rules()) };
  await report(options, job, mail);
  options.onChange(mail.id, mail.instanceId);
  return { kind: "committed" };
}

/** A notification that was dropped, or ended by a run whose own end was lost in a crash, is none any more. */
function isOnItsWay(state: State, asked: MailAsked): boolean {
  return !("notification" in asked) || notificationOf(state, asked.notification)?.status === "queued";
}

/** The message's status, the flow's event and the end of the job, in one transaction. */
async function report(options: ArrivalOptions, job: JobRow, mail: MailRow & Arrival): Promise<void> {
  const { id, instanceId, notification, status, reason } = mail;
  const keep = (tx: StoreWrites): void => {
    tx.mail.put(mail);
    tx.mail.setStatus(id, status, reason);
    tx.jobs.remove(job.id);
  };
  // The instance may have been deleted meanwhile [G11].
  const keepIfThere = (tx: StoreWrites): void => {
    if (tx.instances.get(instanceId) === null) tx.jobs.remove(job.id);
    else keep(tx);
  };
  if (notification === null) {
    await options.engine.transact(keepIfThere);
    return;
  }
  const command = { type: "notification_result", id: notification, status, reason } as const;
  await options.engine.submit(instanceId, command, "effect", { alongside: keep, otherwise: keepIfThere });
}

function arrival(
  { to, participant, method }: Parameters<MailSender["arrival"]>[0],
  accountId: string,
  rules: readonly OwnedMailRule[],
): Arrival {
  if (to === null) return { status: "not_delivered", reason: `${participant} has no address for ${method}` };
  const rule = ruleFor(rules, accountId, to);
  if (rule?.effect.kind === "bounce") return { status: "not_delivered", reason: rule.effect.reason };
  return { status: "delivered", reason: null };
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
