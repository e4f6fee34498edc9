import type { FlowEvent } from "../../../src-shared/flow/index.ts";
import type { Loaded } from "../../engine/index.ts";
import type { StoreReads } from "../../store/index.ts";

/**
 * Reads instances' events, and keeps those of the instance read last: after each act, the pages of a wall all ask for
 * them, and a long history takes a tenth of a second to read.
 */
export function keptHistory({ events: stored }: Pick<StoreReads, "events">): (loaded: Loaded) => readonly FlowEvent[] {
  let kept: { readonly loaded: Loaded; readonly events: readonly FlowEvent[] } | null = null;
  const newer = ({ row: { id } }: Loaded): readonly FlowEvent[] | null => {
    if (kept?.loaded.row.id !== id) return null;
    const [last, ...after] = stored.load(id, kept.events.length - 1);
    return last?.hash === kept.loaded.lastHash ? [...kept.events, ...after.map(({ event }) => event)] : null;
  };
  return (loaded) => {
    if (kept?.loaded !== loaded)
      kept = { loaded, events: newer(loaded) ?? stored.load(loaded.row.id).map(({ event }) => event) };
    return kept.events;
  };
}
