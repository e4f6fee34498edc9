import { host, notify, notifyError } from "../app/index.ts";
import type { Translate } from "../components/index.ts";

interface Deleted {
  readonly id: string;
  readonly key: string;
}

/** Undoes deletions of flows, and says at the end which of them their accounts have no longer. */
export function bringingBack(t: Translate) {
  let unbound = 0;
  return {
    undo: async ({ id, key }: Deleted) => {
      const back = await host.call("drafts.bringBack", { id, key });
      if (back.ok && !back.value.bound) unbound += 1;
      return back;
    },
    undone: () => {
      if (unbound > 0) notify(t("flows.backUnbound", { count: unbound }), t("flows.backUnboundText"), undefined, true);
    },
  };
}

/** The same for one. */
export async function bringBackDeleted(t: Translate, deleted: Deleted): Promise<void> {
  const { undo, undone } = bringingBack(t);
  const back = await undo(deleted);
  if (!back.ok) notifyError(t("flows.bringBackFailed"), back.error);
  undone();
}
