import type { Instant } from "../../../src-shared/flow/index.ts";
import { isOfState, type JobRow, type MailRow, StoreError, type StoreWrites } from "../../store/index.ts";
import { type Core, catchUp, flowNow } from "./append.ts";

export interface Moved {
  /** The clock's current instant. */
  readonly now: Instant;
  /** Time-outs and reminders that ran with the move. */
  readonly ran: readonly JobRow[];
  readonly mails: readonly MailRow[];
}

/** So that one move does not keep the others in the queue of writes waiting for long. */
const MOST_AT_ONCE = 500;

/**
 * Inside a transaction: see Engine.moveClock.
 * @param touched takes the ids of the instances that are run
 */
export function moveClock(core: Core, tx: StoreWrites, clockId: string, until: Instant, touched: Set<string>): Moved {
  const start = flowNow(core, tx.clocks, clockId) ?? until;
  const ran: JobRow[] = [];
  const mails: MailRow[] = [];
  let now = start;
  let left = 0;
  do {
    now = Math.max(now, Math.min(tx.jobs.nextDueAt(clockId) ?? until, until));
    core.clocks.set(clockId, now);
    const wanted = tx.jobs.due(clockId, now, MOST_AT_ONCE).filter(({ kind }) => isOfState(kind));
    for (const instanceId of new Set(wanted.map((row) => row.instanceId))) {
      touched.add(instanceId);
      mails.push(...runApart(core, tx, instanceId, now));
    }
    // Jobs that remain belong to effects, or could not be run: the runner takes them up.
    const rest = new Set(tx.jobs.due(clockId, now, MOST_AT_ONCE).map(({ id }) => id));
    ran.push(...wanted.filter(({ id }) => !rest.has(id)));
    left = rest.size;
  } while (now < until && left === 0 && ran.length < MOST_AT_ONCE && tx.jobs.nextWall() === null);
  if (now !== start) tx.clocks.set(clockId, now);
  return { now, ran, mails };
}

/** The due work of one instance. One that cannot be run keeps the clock from none of the others: the runner says why. */
function runApart(core: Core, tx: StoreWrites, instanceId: string, now: Instant): readonly MailRow[] {
  try {
    return tx.savepoint(() => {
      const found = core.states.get(tx, instanceId);
      return found === null ? [] : catchUp(core, tx, found, now).written.mails;
    });
  } catch (error) {
    // A failure of the disk meets them all.
    if (error instanceof StoreError && error.code !== "damaged") throw error;
    core.states.drop(instanceId);
    return [];
  }
}
