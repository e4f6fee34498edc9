import { takesCode } from "../../src-shared/authentication/index.ts";
import type { PendingAct } from "../../src-shared/flow/index.ts";
import type { Host, HostError, InstanceDetail, Result } from "../host/index.ts";

/** Takes the value out, or stops the run with the error's own sentence. */
export function must<T>(result: Result<T>): T {
  if (!result.ok) throw new PlayError(result.error.message, result.error);
  return result.value;
}

/** The flow cannot be played on; the message says why. */
export class PlayError extends Error {
  /** What the host refused. */
  readonly error: HostError | null;

  constructor(message: string, error: HostError | null = null) {
    super(message);
    this.error = error;
  }
}

/**
 * Plays every participant of a running instance as they would act themselves: each authenticates where the flow asks for
 * it, then signs or approves what waits for them, stage after stage.
 * @param letRemind lets the reminders of each stage fall due once before anybody acts.
 * @returns the instance when nobody has anything left to do and nothing is under way.
 */
export async function playAll(host: Host, instanceId: string, letRemind: boolean): Promise<InstanceDetail> {
  let remindedIn: string | null = null;
  for (;;) {
    await host.idle();
    const instance = must(host.instances.get(instanceId));
    const act = instance.pendingActs[0];
    if (instance.status !== "in_progress" || !act) return instance;
    if (letRemind && instance.stage !== remindedIn) {
      remindedIn = instance.stage;
      await letFallDue(host, instance);
    }
    await play(host, instance, act);
  }
}

/** Moves the instance's clock through the first instant at which each of its participants is reminded. */
async function letFallDue(host: Host, instance: InstanceDetail): Promise<void> {
  const reminders = must(host.instances.due(instance.id)).filter(({ kind }) => kind === "reminder");
  const last = Math.max(...reminders.map(({ at }) => at));
  if (reminders.length > 0) must(await host.clocks.advance(instance.clockId, { to: last }));
}

async function play(host: Host, instance: InstanceDetail, act: PendingAct): Promise<void> {
  const who = { instanceId: instance.id, participant: act.participant };
  const view = must(host.participants.view(instance.id, act.participant));
  const { viewAuthentication, signAuthentication } = view;
  if (viewAuthentication) await authenticate(host, who, { kind: "view" });
  if (signAuthentication && !signAuthentication.covered.includes(act.document)) {
    const mine = instance.pendingActs.filter(({ participant }) => participant === act.participant);
    await authenticate(host, who, { kind: "sign", documents: mine.map(({ document }) => document) });
  }
  const typed = new TextEncoder().encode(act.participant);
  must(
    act.verb === "sign"
      ? await host.participants.sign({ ...who, document: act.document, signature: { kind: "typed", bytes: typed } })
      : await host.participants.approve({ ...who, document: act.document }),
  );
}

type Who = { readonly instanceId: string; readonly participant: string };

async function authenticate(
  host: Host,
  who: Who,
  what: { kind: "view" } | { kind: "sign"; documents: readonly string[] },
): Promise<void> {
  const { transactionId, provider } = must(await host.participants.startAuthentication({ ...who, ...what }));
  const answer = takesCode(provider)
    ? { code: await readCode(host, who) }
    : { outcome: { outcome: "success" as const } };
  const { status, reason } = must(await host.participants.checkAuthentication({ ...who, transactionId, ...answer }));
  if (status !== "success")
    throw new PlayError(`${who.participant} could not authenticate with ${provider}: ${reason ?? status}.`);
}

/** Reads the newest code from the participant's SMS, as the participant would. */
async function readCode(host: Host, { instanceId, participant }: Who): Promise<string> {
  await host.idle();
  const sms = host.mailbox.list({ instanceId, participant }).items.find(({ kind }) => kind === "code");
  const code = sms && /\b\d{6}\b/.exec(must(host.mailbox.get(sms.id)).text)?.[0];
  if (!code) throw new PlayError(`No SMS with a code reached ${participant}.`);
  return code;
}
