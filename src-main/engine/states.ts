import type { State } from "../../src-shared/flow/index.ts";
import { replay } from "../../src-shared/flow/index.ts";
import type { InstanceRow, StoreReads } from "../store/types.ts";

/** An instance as its last committed event left it. */
export interface Loaded {
  readonly state: State;
  readonly row: InstanceRow;
}

/** The latest states, so that an act does not replay a history. */
export interface States {
  /** null: no such instance. @throws TypeError when the stored history does not begin with `started`. */
  get(reads: Pick<StoreReads, "events" | "instances">, instanceId: string): Loaded | null;
  put(instanceId: string, loaded: Loaded): void;
  /** After a rollback, and when the instance is gone. */
  drop(instanceId: string): void;
}

export function createStates(capacity: number): States {
  /** Least recently used first. */
  const cache = new Map<string, Loaded>();

  function put(instanceId: string, loaded: Loaded): void {
    cache.delete(instanceId);
    cache.set(instanceId, loaded);
    if (cache.size <= capacity) return;
    const oldest = cache.keys().next();
    if (!oldest.done) cache.delete(oldest.value);
  }

  return {
    put,
    get(reads, instanceId) {
      const cached = cache.get(instanceId);
      if (cached !== undefined) {
        put(instanceId, cached);
        return cached;
      }
      const row = reads.instances.get(instanceId);
      if (row === null) return null;
      const state = replay(reads.events.load(instanceId).map((recorded) => recorded.event));
      if (state === null)
        throw new TypeError(`The instance ${instanceId} has no events; restore the workspace from a backup.`);
      const loaded = { state, row };
      put(instanceId, loaded);
      return loaded;
    },
    drop(instanceId) {
      cache.delete(instanceId);
    },
  };
}
