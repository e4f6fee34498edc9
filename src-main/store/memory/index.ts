import type { Store, StoreWrites } from "../port/types.ts";
import { CREATED_SETTING } from "../tables/settings.ts";
import { held } from "./held.ts";
import { runs } from "./runs.ts";
import { Journal } from "./table.ts";

/**
 * A store that leaves nothing on the disk, for what-if runs and tests: the same port, kept in Maps, with the writes of a
 * transaction undone in reverse order when it fails.
 */
export function memoryStore(options: { readonly now?: () => number } = {}): Store {
  const journal = new Journal();
  const { removeInstance, ...rest } = held(journal, (id) => tx.instances.get(id)?.accountId ?? null);
  const tx: StoreWrites = {
    ...rest,
    ...runs(journal, removeInstance),
    savepoint: (work) => journal.savepoint(work),
  };
  const now = options.now ?? Date.now;
  journal.write(() => tx.settings.set(CREATED_SETTING, String(now())));
  return { read: tx, write: (work) => journal.write(() => work(tx)), close: () => undefined };
}
