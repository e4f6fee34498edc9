import { useEffect, useState } from "react";

export interface TimeLimit {
  /** Milliseconds; null: the provider has no limit. */
  readonly left: number | null;
  readonly isOver: boolean;
  /** Restarts the time. */
  readonly restart: () => void;
}

/**
 * Counts wall time down while a step is shown: the provider's own limit, independent of the flow's clock. Only displays
 * it; the participant chooses what follows after its end.
 */
export function useTimeLimit(limit: number | null): TimeLimit {
  const [begun, setBegun] = useState(() => Date.now());
  const [now, setNow] = useState(begun);
  const left = limit === null ? null : Math.max(0, begun + limit - now);
  const counts = left !== null && left > 0;
  useEffect(() => {
    if (!counts) return;
    const timer = window.setInterval(() => setNow(Date.now()), 1000);
    return () => window.clearInterval(timer);
  }, [counts]);
  const restart = () => {
    const at = Date.now();
    setBegun(at);
    setNow(at);
  };
  return { left, isOver: left === 0, restart };
}

/** `2:05` */
export function minutesAndSeconds(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
