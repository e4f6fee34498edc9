import { LRUCache } from "lru-cache";
import type { DueItem, FlowEvent, Instant, PendingAct, State } from "../../../src-shared/flow/index.ts";
import { due, replay } from "../../../src-shared/flow/index.ts";
import type { InstanceRow, StoreReads } from "../../store/index.ts";
import { sharedPrograms } from "./programs.ts";

/** An act, with its flow time, which the state does not keep. */
export interface Act extends PendingAct {
  readonly at: Instant;
}

/** An instance as its last committed event left it. */
export interface Loaded {
  readonly state: State;
  readonly row: InstanceRow;
  /** In the order in which they were made. */
  readonly acts: readonly Act[];
  /** Of the last event: the next one's predecessor (law 3). */
  readonly lastHash: string;
  /** Events that will happen on their own, in order [C3]. */
  readonly due: readonly DueItem[];
}

/** The acts among events. */
export function actsOf(events: readonly FlowEvent[]): readonly Act[] {
  const acts: Act[] = [];
  for (const event of events) {
    if (event.type !== "acted") continue;
    const { participant, verb, document, at } = event;
    acts.push({ participant, verb, document, at });
  }
  return acts;
}

export type States = Readonly<ReturnType<typeof createStates>>;

/** As many different flows as an author runs side by side. */
const PROGRAMS_KEPT = 500;

/** The latest states, so that an act does not replay a history. */
export function createStates(capacity: number) {
  const cache = new LRUCache<string, Loaded>({ max: capacity });
  const withSharedProgram = sharedPrograms(PROGRAMS_KEPT);

  return {
    put: (instanceId: string, loaded: Loaded): void => void cache.set(instanceId, loaded),
    /** null: no such instance. @throws TypeError when the stored history does not begin with `started` */
    get(reads: Pick<StoreReads, "events" | "instances">, instanceId: string): Loaded | null {
      const cached = cache.get(instanceId);
      if (cached !== undefined) return cached;
      const row = reads.instances.get(instanceId);
      if (row === null) return null;
      const recorded = reads.events.load(instanceId);
      const events = recorded.map(({ event }) => event);
      const replayed = replay(events);
      if (replayed === null)
        throw new TypeError(`The instance ${instanceId} has no events; restore the workspace from a backup.`);
      const state = withSharedProgram(replayed);
      const lastHash = recorded.at(-1)?.hash ?? "";
      const loaded = { state, row, acts: actsOf(events), lastHash, due: due(state) };
      cache.set(instanceId, loaded);
      return loaded;
    },
    /** The state after a beginning. @throws TypeError for none */
    begun(events: readonly FlowEvent[]): State {
      const state = replay(events);
      if (state === null) throw new TypeError("A beginning needs at least one event.");
      return withSharedProgram(state);
    },
    /** After a rollback, and when the instance is gone. */
    drop: (instanceId: string): void => void cache.delete(instanceId),
  };
}
