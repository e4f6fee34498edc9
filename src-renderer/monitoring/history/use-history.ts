import { useEffect, useMemo, useState } from "react";
import type { BridgeError } from "../../../src-shared/bridge/index.ts";
import { host, useChanges } from "../../app/index.ts";
import type { HistoryEntry } from "../types.ts";

/** Events in the first request; few, so that something appears soon. */
const FIRST = 100;
const PAGE = 500;

interface Read {
  readonly id: string;
  readonly entries: readonly HistoryEntry[];
  readonly error: BridgeError | null;
  readonly loading: boolean;
}
const nothing = (id: string): Read => ({ id, entries: [], error: null, loading: true });

/** The hook's result. */
export type ReadHistory = Omit<Read, "id"> & { readonly reload: () => void };

/** Whether there are events before the first one that was read. */
export const isCut = ({ entries }: Pick<Read, "entries">): boolean => (entries[0]?.seq ?? 1) > 1;

/**
 * Reads an instance's history to its end, page by page, and after that only new events: events never change (law 3).
 * @param latest begins with the latest hundred events
 */
export function useHistory(id: string, latest = false): ReadHistory {
  const [read, setRead] = useState<Read>(nothing(id));
  const reader = useMemo(() => createReader(id, latest, setRead), [id, latest]);
  useEffect(() => reader.start(), [reader]);
  useChanges(["instance", "clock"], reader.read);
  const { entries, error, loading } = read.id === id ? read : nothing(id);
  return { entries, error, loading: loading && entries.length === 0, reload: reader.read };
}

function createReader(id: string, latest: boolean, show: (read: Read) => void) {
  let entries: readonly HistoryEntry[] = [];
  let [gone, reading, again] = [false, false, false];
  const ask = () => {
    const last = entries.at(-1);
    if (last !== undefined) return host.call("instances.history", { id, limit: PAGE, after: last.seq });
    return host.call("instances.history", { id, limit: FIRST, latest });
  };
  /** Returns whether there is more. */
  const readPage = async (): Promise<boolean> => {
    const answer = await ask();
    // The page was left, so nothing waits for the rest.
    if (gone) return false;
    if (!answer.ok) {
      show({ id, entries, error: answer.error, loading: false });
      return false;
    }
    const after = entries.at(-1)?.seq ?? -1;
    entries = entries.concat(answer.value.items.filter(({ seq }) => seq > after));
    show({ id, entries, error: null, loading: false });
    return answer.value.next !== null && answer.value.items.length > 0;
  };
  const read = async () => {
    again = true;
    if (reading) return;
    reading = true;
    while (again) {
      again = false;
      if (await readPage()) again = true;
    }
    reading = false;
  };
  return {
    read: () => void read(),
    start: () => {
      gone = false;
      void read();
      return () => {
        gone = true;
      };
    },
  };
}
