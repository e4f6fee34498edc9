import { callbackJob } from "../engine/index.ts";
import { fail, type NotReplayed, ok, type Replayed, type Result } from "../host/index.ts";
import {
  type CallbackRow,
  type InstanceRow,
  type JobRow,
  type StoreReads,
  type StoreWrites,
  wholeList,
} from "../store/index.ts";
import type { Workspace } from "../workspace/index.ts";
import { isHeld } from "./held-callbacks.ts";

/** Events of one transaction: others get their turn between two. */
const TOGETHER = 500;

export function missing(eventId: string): ReturnType<typeof fail> {
  return fail("resource_not_found", `There is no callback ${eventId}; it may have gone with its instance.`);
}

/** One more attempt by hand, beside the schedule. */
export async function replay(workspace: Workspace, eventId: string): Promise<Result<null>> {
  const [why = null] = await sendAgain(workspace, [eventId]);
  switch (why) {
    case null:
      return ok(null);
    case "gone":
      return missing(eventId);
    case "noUrl":
      return fail("conflict_error", "No callback url was configured for this instance: there is nowhere to send it.");
    case "held":
      return fail(
        "conflict_error",
        "This run is a fork and its callbacks are held. Let them go out on the run's page first.",
      );
    case "onItsWay":
      return fail("conflict_error", "This event is on its way already; send it again once its attempt is over.");
  }
}

/** Whether a replay would be `conflict_error`, as an attempt is under way or about to begin, by hand too. */
export function isOnItsWay(workspace: Workspace, row: CallbackRow): boolean {
  const instance = workspace.reads.instances.get(row.instanceId);
  return instance !== null && isUnderWay(workspace.reads, row, jobsOf(workspace, row, instance));
}

/** The dead ones, oldest first: those that can go, go; and how many could not, by why. */
export async function replayDead(
  workspace: Workspace,
  filter: { readonly instanceId?: string },
): Promise<Result<Replayed>> {
  const dead = deadOf(workspace.reads.callbacks, filter);
  const notReplayed = { gone: 0, noUrl: 0, held: 0, onItsWay: 0 };
  let count = 0;
  for (let from = 0; from < dead.length; from += TOGETHER) {
    for (const why of await sendAgain(workspace, dead.slice(from, from + TOGETHER))) {
      if (why === null) count += 1;
      else notReplayed[why] += 1;
    }
  }
  return ok({ count, notReplayed });
}

/** Event ids, oldest first. */
function deadOf(callbacks: StoreReads["callbacks"], filter: { readonly instanceId?: string }): readonly string[] {
  const dead = wholeList(callbacks.list, { ...filter, state: "dead" });
  return dead.map(({ eventId }) => eventId).reverse();
}

/** An event to be sent again, with the schedule's job and one beside it. */
interface Plan {
  readonly eventId: string;
  readonly scheduled: JobRow;
  readonly byHand: JobRow;
}

/** Runs in one transaction. @returns for each event why it cannot go; null: it can */
async function sendAgain(workspace: Workspace, eventIds: readonly string[]): Promise<readonly (NotReplayed | null)[]> {
  const plans = eventIds.map((eventId) => planOf(workspace, eventId));
  const work = (tx: StoreWrites) => plans.map((plan) => (typeof plan === "string" ? plan : queue(tx, plan)));
  return workspace.engine.transact(work, {
    committed: (refusals) => {
      const going = plans.flatMap((plan, index) =>
        typeof plan !== "string" && refusals[index] === null ? [plan] : [],
      );
      for (const { eventId, byHand } of going)
        workspace.publish({ kind: "callback", id: eventId, instanceId: byHand.instanceId });
      workspace.runner.offer(going.map(({ byHand }) => byHand));
    },
  });
}

function planOf(workspace: Workspace, eventId: string): Plan | NotReplayed {
  const row = workspace.reads.callbacks.get(eventId);
  const instance = row === null ? null : workspace.reads.instances.get(row.instanceId);
  if (row === null || instance === null) return "gone";
  if (row.url === null) return "noUrl";
  if (isHeld(workspace, row.instanceId)) return "held";
  return { eventId, ...jobsOf(workspace, row, instance) };
}

function jobsOf(
  { engine }: Pick<Workspace, "engine">,
  row: CallbackRow,
  instance: InstanceRow,
): Pick<Plan, "scheduled" | "byHand"> {
  const scheduled = callbackJob(instance, row, engine.now(instance.clockId) ?? row.createdAt);
  return {
    scheduled,
    byHand: { ...scheduled, id: `${scheduled.id}:by-hand`, payload: { eventId: row.eventId, replay: true } },
  };
}

function queue(tx: StoreWrites, { eventId, scheduled, byHand }: Plan): NotReplayed | null {
  const row = tx.callbacks.get(eventId);
  if (row === null) return "gone";
  if (isUnderWay(tx, row, { scheduled, byHand })) return "onItsWay";
  tx.jobs.put(byHand);
  if (row.state === "dead") tx.callbacks.update(eventId, { state: "waiting", nextAttemptAt: byHand.dueAt });
  return null;
}

/** Its attempt is under way or about to begin: the first, one by hand, or the schedule's next that has fallen due. */
function isUnderWay(
  { jobs }: Pick<StoreReads, "jobs">,
  row: CallbackRow,
  { scheduled, byHand }: Pick<Plan, "scheduled" | "byHand">,
): boolean {
  if (row.state === "waiting" || jobs.get(byHand.id) !== null) return true;
  const planned = jobs.get(scheduled.id);
  return planned !== null && planned.dueAt <= byHand.dueAt;
}
