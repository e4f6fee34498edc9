import { setImmediate } from "node:timers/promises";
import { type FlowEvent, replay, type State } from "../../../src-shared/flow/index.ts";
import { keyedMutex } from "../../basics/index.ts";
import { planRetention, retentionBase, retentionNow } from "../../engine/index.ts";
import type { FolderRow, InstanceRow, JobRow, RestingPlace, StoreReads, StoreWrites } from "../../store/index.ts";
import { type Workspace, write } from "../workspace.ts";

/** Instances of one step. */
const MOST_INSTANCES = 100;
/** Events that one step reads and replays: some tens of milliseconds. */
const MOST_EVENTS = 1_000;

export type RetentionRescheduling = Readonly<ReturnType<typeof createRetentionRescheduling>>;

/** Changes of folders' policies. */
export function createRetentionRescheduling(workspace: Pick<Workspace, "reads" | "engine" | "runner" | "publish">) {
  const { reads, engine } = workspace;
  const oneAtATime = keyedMutex();

  async function reschedule(folder: FolderRow): Promise<void> {
    for (const step of steps(reads, folder)) {
      await engine.transact((tx) => step.flatMap(({ id }) => planned(tx, id)), {
        committed: (jobs) => workspace.runner.offer(jobs),
      });
      // The next opening goes on. Instances that are already rescheduled are only read again.
      if (workspace.runner.closing) return;
    }
    await engine.transact((tx) => tx.folders.endRescheduling(folder.id));
  }

  return {
    /** Writes the policy, and then reschedules the folder's instances, a step at a time [C4]. */
    setRetention: (folder: FolderRow): Promise<void> =>
      oneAtATime(folder.id, async () => {
        await write(workspace, "folder", folder.id, (tx) => tx.folders.setRetention(folder.id, folder.retention));
        await reschedule(folder);
      }),
    /** Continues a change that a crash or a closing cut short. */
    async resume(): Promise<void> {
      for (const folder of reads.folders.rescheduling()) {
        await oneAtATime(folder.id, () => reschedule(folder));
        if (workspace.runner.closing) return;
      }
    },
  };
}

/** Counts the instances in a folder that a policy would affect at once, each by its own clock; yields in between. */
export async function previewRetention(
  { reads, engine, runner }: Pick<Workspace, "reads" | "engine" | "runner">,
  folder: FolderRow,
): Promise<{ readonly trash: number; readonly remove: number }> {
  const counts = { trash: 0, remove: 0 };
  for (const step of steps(reads, folder)) {
    for (const { id, clockId } of step) {
      const found = readHistory(reads, id);
      const now = engine.now(clockId);
      if (found === null || now === null) continue;
      const { state, events } = found;
      const action = retentionNow(state, retentionBase(events, state), folder.retention, now);
      if (action === "trash") counts.trash += 1;
      if (action === "delete") counts.remove += 1;
    }
    await setImmediate();
    if (runner.closing) break;
  }
  return counts;
}

/** A folder's ended instances, in portions small enough to hold nobody up. */
function* steps(reads: StoreReads, folder: RestingPlace): Generator<readonly InstanceRow[], void> {
  let cursor: string | null = null;
  do {
    const page = reads.instances.list({ restingIn: folder, cursor, limit: MOST_INSTANCES });
    let step: InstanceRow[] = [];
    let events = 0;
    for (const row of page.items) {
      if (step.length > 0 && events + row.lastSeq > MOST_EVENTS) {
        yield step;
        [step, events] = [[], 0];
      }
      step.push(row);
      events += row.lastSeq;
    }
    if (step.length > 0) yield step;
    cursor = page.next;
  } while (cursor !== null);
}

interface History {
  readonly state: State;
  readonly events: readonly FlowEvent[];
}

/** Loads it outside the cache: a folder's many instances would evict those in use. null: it is gone. */
function readHistory(reads: Pick<StoreReads, "events">, instanceId: string): History | null {
  const events = reads.events.load(instanceId).map(({ event }) => event);
  const state = replay(events);
  return state === null ? null : { state, events };
}

function planned(tx: StoreWrites, instanceId: string): readonly JobRow[] {
  const row = tx.instances.get(instanceId);
  const history = row === null ? null : readHistory(tx, instanceId);
  return row === null || history === null ? [] : planRetention(tx, row, history.state, history.events);
}
