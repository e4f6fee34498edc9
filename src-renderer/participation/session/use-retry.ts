import { useCallback, useEffect, useRef, useState } from "react";
import { usePageState } from "./session.ts";

const FIRST_MS = 2_000;
const LONGEST_MS = 60_000;

/** Something that loads, and how to stop waiting for it. */
export interface Loading<T> {
  readonly promise: Promise<T>;
  readonly end: () => void;
}

interface Retried<T> {
  /** The last loaded value; null: none yet. */
  readonly value: T | null;
  /** The newest try failed; another one follows. */
  readonly failed: boolean;
  /** The loaded value turned out to be incomplete: loads it again. */
  readonly fail: () => void;
}

/**
 * Loads `begin` from the service. Failed loads are retried, each time after twice the delay; while the service is away,
 * only once it is back.
 * @param begin changes when something else should load
 */
export function useRetry<T>(begin: () => Loading<T>): Retried<T> {
  const offline = usePageState((state) => state.offline);
  const [value, setValue] = useState<T | null>(null);
  const [failures, setFailures] = useState(0);
  const [tries, setTries] = useState(0);
  const delay = useRef(FIRST_MS);
  const fail = useCallback(() => setFailures((before) => before + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each try begins anew
  useEffect(() => {
    let left = false;
    const loading = begin();
    loading.promise.then(
      (loaded) => {
        if (left) return;
        setValue(loaded);
        setFailures(0);
      },
      () => !left && fail(),
    );
    return () => {
      left = true;
      loading.end();
    };
  }, [begin, fail, tries]);

  useEffect(() => {
    // The service's absence explains the failure: the request itself was fine.
    if (offline) delay.current = FIRST_MS;
    if (offline || failures === 0) return undefined;
    const timer = window.setTimeout(() => {
      delay.current = Math.min(delay.current * 2, LONGEST_MS);
      setTries((before) => before + 1);
    }, delay.current);
    return () => window.clearTimeout(timer);
  }, [failures, offline]);
  return { value, failed: failures > 0, fail };
}
