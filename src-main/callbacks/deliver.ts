import type { Instant } from "../../src-shared/flow/index.ts";
import type { StandIn } from "../../src-shared/service/index.ts";
import { callbackJob } from "../engine/index.ts";
import type { CallbackFault } from "../host/index.ts";
import { type BoundHandler, bindHandler, type Leave, type Outcome, oncePerTurn } from "../jobs/index.ts";
import { type CallbackRow, type JobRow, jobKinds, type StoreReads, type StoreWrites } from "../store/index.ts";
import { mayLeave } from "./callback-hosts.ts";
import { createCommitBatcher } from "./commit-batcher.ts";
import { faultFor, NO_ANSWER, simulatedAnswer, takeFault } from "./faults.ts";
import { prepareHeaders, resultOf, withoutSecrets } from "./request.ts";
import { nextAttemptAt, parseRetryAfter } from "./schedule.ts";
import { type Answer, CONNECTIONS, type Sender } from "./send.ts";

export interface DeliveryOptions {
  readonly reads: StoreReads;
  readonly sender: Sender;
  /** Wall time, epoch milliseconds. */
  readonly clockNow: () => number;
  /** Flow time of a clock; null: no such clock. */
  readonly flowNow: (clockId: string) => Instant | null;
  readonly transact: <T>(work: (tx: StoreWrites) => T) => Promise<T>;
  readonly allowedHosts: () => readonly string[];
  /** Where callbacks go that may not leave this machine [P006]. */
  readonly receiver: () => Promise<string>;
  /** Whether the instance is a fork whose callbacks stay here, as `reads` has it. */
  readonly held: (instanceId: string, reads: StoreReads) => boolean;
  readonly signingSecret: () => string | null;
  readonly faults: () => readonly CallbackFault[];
  /** Basic authentication of the instance's callbacks; null: none configured. @throws when the password is missing. */
  readonly authorization: (instanceId: string) => string | null;
  readonly onChange: (eventId: string, instanceId: string) => void;
}

/** Attempts under way, or being recorded, in the whole workspace: more than several receivers that hang can take up. */
const AT_ONCE = 1024;

/** The author's current settings. */
interface Terms {
  readonly allowedHosts: readonly string[];
  readonly faults: readonly CallbackFault[];
  readonly signingSecret: string | null;
}

/** State shared by all deliveries of a workspace. */
interface Post extends DeliveryOptions {
  readonly batcher: ReturnType<typeof createCommitBatcher>;
  readonly terms: () => Terms;
}

/** Delivers callbacks: first attempts of an instance in order, one at a time; retries apart [Callbacks]. */
export function deliveryHandler(options: DeliveryOptions): BoundHandler {
  const terms = oncePerTurn(() => ({
    allowedHosts: options.allowedHosts(),
    faults: options.faults(),
    signingSecret: options.signingSecret(),
  }));
  const post: Post = { ...options, terms, batcher: createCommitBatcher() };
  return bindHandler({
    payload: jobKinds.callback.payload,
    limit: AT_ONCE,
    targetLimit: CONNECTIONS,
    lane: (job, { eventId, replay }) => (isFirst(job, replay) ? `callback:${job.instanceId}` : `callback:${eventId}`),
    target: (_job, { eventId }) => originOf(post.reads.callbacks.get(eventId)?.url ?? null),
    run: (job, { eventId, replay }, leave) => deliver(post, job, eventId, replay, leave),
  });
}

const isFirst = (job: JobRow, replay: boolean): boolean => job.attempts === 0 && !replay;

/** Who may keep others waiting: one that hangs takes its own connections and nobody else's. */
function originOf(url: string | null): string | null {
  return url === null ? null : (URL.parse(url)?.origin ?? null);
}

async function deliver(post: Post, job: JobRow, eventId: string, replay: boolean, leave: Leave): Promise<Outcome> {
  const row = post.reads.callbacks.get(eventId);
  if (row === null || row.url === null) return { kind: "done" };
  // Taken, or ended, by a try by hand meanwhile: what the schedule still had is over.
  if (!replay && (row.state === "delivered" || row.state === "dead")) return { kind: "done" };
  const terms = post.terms();
  // The author may have held the fork's callbacks since the event.
  if (post.held(row.instanceId, post.reads) && (await hold(post, job, row))) return { kind: "committed" };
  const at = post.flowNow(job.clockId) ?? job.dueAt;
  const wallAt = post.clockNow();
  const body = JSON.stringify(row.body);
  const prepared = prepareHeaders(terms.signingSecret, () => post.authorization(row.instanceId), eventId, body, wallAt);
  // The glance spares all others a transaction.
  const afflicted = prepared.ok && faultFor(terms.faults, row) !== null;
  const fault = afflicted ? await post.transact((tx) => takeFault(tx, row)) : null;
  const url = mayLeave(row.url, terms.allowedHosts) ? row.url : await post.receiver();
  const attempt = async (): Promise<Met> => {
    if (!prepared.ok) return { status: null, headers: null, body: null, error: prepared.error, standIn: null };
    const { headers } = prepared;
    const answer = await send(post.sender, { url, headers, body, standIn: url === row.url ? null : "built_in" }, fault);
    // Others need not wait for the record. A later attempt at the same event does: it begins with what is recorded, and
    // so its lane is kept; a first attempt has none beside it, as an event on its way is not sent by hand.
    leave.target();
    if (isFirst(job, replay)) leave.lane();
    return answer;
  };
  const answer = await post.batcher.during(attempt);
  return record(post, job, row, {
    url,
    at,
    wallAt,
    headers: prepared.ok ? prepared.headers : {},
    answer,
    replay,
    fault,
  });
}

/**
 * Holds a callback and ends its job in one transaction: a release in between would wait for the job that is about to end.
 * @returns false if the author released the fork's callbacks meanwhile; the release did not see this one, so send it now
 */
async function hold(post: Post, job: JobRow, { eventId, instanceId }: CallbackRow): Promise<boolean> {
  const isKept = await post.transact((tx) => {
    if (!post.held(instanceId, tx)) return false;
    tx.callbacks.update(eventId, { state: "held", nextAttemptAt: null });
    tx.jobs.remove(job.id);
    return true;
  });
  if (isKept) post.onChange(eventId, instanceId);
  return isKept;
}

/** The result of an attempt. */
interface Met extends Answer {
  readonly standIn: StandIn | null;
}

interface Attempt {
  readonly url: string;
  readonly at: Instant;
  readonly wallAt: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly answer: Met;
  readonly replay: boolean;
  readonly fault: CallbackFault | null;
}

interface Request {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** What listens there in the receiver's place. */
  readonly standIn: StandIn | null;
}

/** One attempt as the fault lab would have it. */
async function send(sender: Sender, request: Request, fault: CallbackFault | null): Promise<Met> {
  const simulated = fault === null ? null : simulatedAnswer(fault);
  if (simulated !== null) return { ...simulated, standIn: "fault_lab" };
  const { url, headers, body, standIn } = request;
  if (fault?.effect.kind === "delay") {
    // The request goes out at once, as to a receiver that works slowly; an answer after the time-out comes too late.
    const late = fault.effect.milliseconds;
    const held = sender.wait(Math.min(late, sender.timeout));
    const [answer] = await Promise.all([sender.post(url, headers, body), held]);
    return late < sender.timeout ? { ...answer, standIn } : { ...NO_ANSWER, standIn: "fault_lab" };
  }
  if (fault?.effect.kind === "duplicate") await sender.post(url, headers, body);
  return { ...(await sender.post(url, headers, body)), standIn };
}

/**
 * One transaction: the attempt, the callback's new state, the ledger and the job's end or next time. What it follows from
 * is read in it: an attempt has its number from here, and replaces none.
 */
async function record(
  options: DeliveryOptions,
  job: JobRow,
  { eventId, instanceId }: CallbackRow,
  attempt: Attempt,
): Promise<Outcome> {
  const { answer, at, wallAt } = attempt;
  const outcome = await options.transact((tx): Outcome => {
    const row = tx.callbacks.get(eventId);
    // Deleted while the request was under way [G11]: nothing of it may come back.
    if (row === null) return { kind: "committed" };
    const attempts = row.attempts + 1;
    const { state, nextAttemptAt } = standing(job, row, attempt);
    tx.callbacks.update(eventId, { state, attempts, nextAttemptAt });
    tx.callbacks.addAttempt({
      eventId,
      attempt: attempts,
      at,
      wallAt,
      durationMs: Math.max(0, options.clockNow() - wallAt),
      requestHeaders: withoutSecrets(attempt.headers),
      status: answer.status,
      responseHeaders: answer.headers,
      responseBody: answer.body,
      error: answer.error,
      standIn: answer.standIn,
    });
    for (let sent = 0; sent < requestsOf(attempt); sent += 1) {
      tx.ledger.addOutbound({ wallAt, kind: "callback", target: attempt.url, result: resultOf(answer) });
    }
    return plan(tx, job, row, attempt, nextAttemptAt);
  });
  options.onChange(eventId, instanceId);
  return outcome;
}

/** The schedule's next attempt, or nothing once the event was taken or given up. */
function plan(
  tx: StoreWrites,
  job: JobRow,
  row: CallbackRow,
  { at, replay }: Attempt,
  nextAttemptAt: Instant | null,
): Outcome {
  if (!replay && nextAttemptAt !== null) {
    const next = { ...job, dueAt: nextAttemptAt, wall: false, attempts: job.attempts + 1 };
    tx.jobs.put(next);
    return { kind: "planned", next };
  }
  tx.jobs.remove(job.id);
  // Taken or ended by hand: the schedule is over too.
  if (replay && nextAttemptAt === null)
    tx.jobs.remove(callbackJob({ id: row.instanceId, clockId: job.clockId }, row, at).id);
  return { kind: "committed" };
}

/**
 * How the callback stands after an attempt: what was taken stays taken, what was given up is taken by a 2xx alone. One by
 * hand takes nothing of the schedule, and ends it with a 2xx or 410.
 */
function standing(
  job: JobRow,
  row: CallbackRow,
  { answer, at, wallAt, replay }: Attempt,
): Pick<CallbackRow, "state" | "nextAttemptAt"> {
  const { status } = answer;
  const delivered = status !== null && status >= 200 && status < 300;
  if (delivered || row.state === "delivered") return { state: "delivered", nextAttemptAt: null };
  if (status === 410 || row.state === "dead") return { state: "dead", nextAttemptAt: null };
  if (replay && row.state === "retrying") return { state: "retrying", nextAttemptAt: row.nextAttemptAt };
  const retryAfter = parseRetryAfter(answer.headers?.["retry-after"] ?? null, wallAt);
  const next = replay ? null : nextAttemptAt(at, job.attempts + 1, retryAfter);
  return { state: next === null ? "dead" : "retrying", nextAttemptAt: next };
}

/** How many requests left the process for an attempt: each has its line in the outbound ledger (law 8). */
function requestsOf({ fault, headers }: Attempt): number {
  if (fault !== null && simulatedAnswer(fault) !== null) return 0;
  if (Object.keys(headers).length === 0) return 0;
  return fault?.effect.kind === "duplicate" ? 2 : 1;
}
