import { z } from "zod";
import type { Instant } from "../../src-shared/flow/index.ts";
import { notificationOf } from "../../src-shared/flow/index.ts";
import type { Engine } from "../engine/engine.ts";
import type { MailRule } from "../host-types.ts";
import type { BoundHandler, Outcome } from "../jobs/index.ts";
import { bindHandler, oncePerTurn } from "../jobs/index.ts";
import type { JobRow, MailRow } from "../store/types.ts";
import { type ComposeContext, composeCode, composeNotification } from "./compose.ts";
import { ruleFor } from "./rules.ts";

export interface MailOptions {
  readonly engine: Pick<Engine, "load" | "submit" | "transact" | "now">;
  readonly rules: () => readonly MailRule[];
  /** Wall time, epoch milliseconds. */
  readonly clockNow: () => number;
  readonly sizeOf: (sha256: string) => Promise<number>;
  /** Name of an SMS code in the secret store. */
  readonly codeRef: (instanceId: string, codeHash: string) => string;
  readonly onChange: (mailId: string, instanceId: string) => void;
}

const payload = z.union([
  z.object({ notification: z.number().int() }),
  z.object({ transactionId: z.string(), participant: z.string(), codeHash: z.string() }),
]);
type Payload = z.infer<typeof payload>;

const MINUTE = 60_000;
/** They wait for nothing but their commit, and so many share one. */
const AT_ONCE = 256;

/** Simulates the delivery of e-mail and SMS: everything arrives, unless a rule or a missing address says otherwise. */
export function mailHandler(options: MailOptions): BoundHandler {
  const sending = { ...options, rules: oncePerTurn(options.rules) };
  return bindHandler({ payload, limit: AT_ONCE, lane: () => null, run: (job, what) => send(sending, job, what) });
}

async function send(options: MailOptions, job: JobRow, what: Payload): Promise<Outcome> {
  const mail = await compose(options, job, what);
  if (mail === null) return { kind: "done" };
  const rule = mail.to === null ? null : ruleFor(options.rules(), mail.to);
  if (rule?.effect.kind === "delay" && job.attempts === 0) {
    await options.engine.transact((tx) => tx.mail.put(mail));
    options.onChange(mail.id, mail.instanceId);
    return { kind: "retry", at: mail.sentAt + rule.effect.minutes * MINUTE, wall: false };
  }
  const outcome = outcomeOf(mail, rule);
  await report(options, job, mail, outcome);
  options.onChange(mail.id, mail.instanceId);
  return { kind: "committed" };
}

type Delivery = { readonly status: "delivered" | "not_delivered"; readonly reason: string | null };

function outcomeOf(mail: MailRow, rule: MailRule | null): Delivery {
  if (mail.to === null)
    return { status: "not_delivered", reason: `${mail.participant} has no address for ${mail.method}` };
  if (rule?.effect.kind === "bounce") return { status: "not_delivered", reason: rule.effect.reason };
  return { status: "delivered", reason: null };
}

/** The mail, its status, the flow's event and the end of the job, in one transaction. */
async function report(options: MailOptions, job: JobRow, mail: MailRow, { status, reason }: Delivery): Promise<void> {
  const keep: Parameters<Engine["transact"]>[0] = (tx) => {
    tx.mail.put({ ...mail, status, reason });
    // A delayed one is listed already, as queued.
    if (job.attempts > 0) tx.mail.setStatus(mail.id, status, reason);
    tx.jobs.remove(job.id);
  };
  // The instance may have been deleted meanwhile [G11].
  const keepIfThere: typeof keep = (tx) => {
    if (tx.instances.get(mail.instanceId) === null) tx.jobs.remove(job.id);
    else keep(tx);
  };
  if (mail.notification === null) {
    await options.engine.transact(keepIfThere);
    return;
  }
  const command = { type: "notification_result", id: mail.notification, status, reason } as const;
  await options.engine.submit(mail.instanceId, command, "effect", { alongside: keep, otherwise: keepIfThere });
}

async function compose(options: MailOptions, job: JobRow, what: Payload): Promise<MailRow | null> {
  const loaded = options.engine.load(job.instanceId);
  if (loaded === null) return null;
  const { state } = loaded;
  const sizes = new Map<string, number>();
  for (const { sealedSha256 } of state.documents) {
    if (sealedSha256 !== null) sizes.set(sealedSha256, await options.sizeOf(sealedSha256));
  }
  const context: ComposeContext = {
    instanceId: job.instanceId,
    sentAt: flowTime(options, job),
    wallSent: options.clockNow(),
    sizeOf: (sha256) => sizes.get(sha256) ?? 0,
  };
  if ("codeHash" in what) {
    return composeCode(state, what.participant, options.codeRef(job.instanceId, what.codeHash), context);
  }
  const notification = notificationOf(state, what.notification);
  // Dropped, or sent by an earlier run whose end was lost in a crash.
  if (notification === undefined || notification.status !== "queued") return null;
  return composeNotification(state, notification, context);
}

function flowTime(options: MailOptions, job: JobRow): Instant {
  return options.engine.now(job.clockId) ?? job.dueAt;
}
