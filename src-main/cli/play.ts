import { labelText } from "../../src-shared/foresight/index.ts";
import type { Host, HostError, InstanceDetail, Result } from "../host/index.ts";

/** Returns the value, or stops the run with the error's own sentence. */
export function must<T>(result: Result<T>): T {
  if (!result.ok) throw new PlayError(result.error.message, result.error);
  return result.value;
}

/** The flow cannot be played any further; the message says why. */
export class PlayError extends Error {
  /** The host's error. */
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
    const does = act.verb === "sign" ? "signs" : "approves";
    const label = { kind: "act", who: act.participant, does, document: act.document } as const;
    must(await host.plays.act(instanceId, labelText(label)));
  }
}

/** Moves the instance's clock through the first instant at which each of its participants is reminded. */
async function letFallDue(host: Host, instance: InstanceDetail): Promise<void> {
  const reminders = must(host.instances.due(instance.id)).filter(({ kind }) => kind === "reminder");
  const last = Math.max(...reminders.map(({ at }) => at));
  if (reminders.length > 0) must(await host.clocks.advance(instance.clockId, { to: last }));
}
