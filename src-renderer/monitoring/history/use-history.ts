import { useCallback, useEffect, useRef, useState } from "react";
import type { BridgeError } from "../../../src-shared/bridge/index.ts";
import { host, useChanges } from "../../app/index.ts";
import type { HistoryEntry } from "../types.ts";

/** Events that are asked for at once; few to begin with, so that something is shown soon. */
const FIRST = 100;
const PAGE = 500;

/**
 * Reads an instance's history to its end, page by page, and afterwards only what is new: events never change (law 3).
 * @param since the seq that it begins behind
 */
export function useHistory(id: string, since = 0) {
  const [entries, setEntries] = useState<readonly HistoryEntry[]>([]);
  const [error, setError] = useState<BridgeError | null>(null);
  const [loading, setLoading] = useState(true);
  const reading = useRef(false);
  const again = useRef(false);
  const gone = useRef(false);
  const known = useRef<readonly HistoryEntry[]>([]);

  const read = useCallback(async () => {
    again.current = true;
    if (reading.current) return;
    reading.current = true;
    while (again.current) {
      again.current = false;
      const last = known.current.at(-1);
      const limit = last === undefined ? FIRST : PAGE;
      const answer = await host.call("instances.history", { id, limit, after: last?.seq ?? since });
      if (!answer.ok) {
        setError(answer.error);
        break;
      }
      const after = last?.seq ?? -1;
      known.current = known.current.concat(answer.value.items.filter((entry) => entry.seq > after));
      setEntries(known.current);
      setError(null);
      // Who has left the page waits for nothing more of it.
      if (gone.current) break;
      if (answer.value.next !== null && answer.value.items.length > 0) again.current = true;
    }
    reading.current = false;
    setLoading(false);
  }, [id, since]);

  useEffect(() => {
    gone.current = false;
    void read();
    return () => {
      gone.current = true;
    };
  }, [read]);
  useChanges(["instance", "clock"], () => void read());
  return { entries, error, loading: loading && entries.length === 0, reload: () => void read() };
}
