import { useCallback, useEffect, useRef, useState } from "react";
import { usePageState } from "./session.ts";

const FIRST_MS = 2_000;
const LONGEST_MS = 60_000;

/** Something that is being loaded, and what to do once nobody waits for it. */
export interface Loading<T> {
  readonly promise: Promise<T>;
  readonly end: () => void;
}

interface Retried<T> {
  /** The last that was loaded; null: none yet. */
  readonly value: T | null;
  /** The newest try failed, and another one follows. */
  readonly failed: boolean;
  /** What was loaded turned out to lack something: it is loaded again. */
  readonly fail: () => void;
}

/**
 * What `begin` loads from the service. What fails is tried again, each time after twice as long; while the service is away,
 * not before it is back.
 * @param begin changes when something else is to be loaded
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
    // Its being away explains the failure: nothing is wrong with what was asked for.
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
