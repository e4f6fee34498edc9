import { useEffect, useState } from "react";
import { notifyFailure } from "./notify-failure.ts";

/**
 * A worker's answer, requested again whenever one of `inputs` changes. The last answer stays until the next non-null
 * one; late answers are dropped, failures are shown. `ask` returns null if there is nothing to ask.
 */
export function useAsked<T>(ask: () => Promise<T | null> | null, inputs: readonly unknown[]): T | null {
  const [found, setFound] = useState<T | null>(null);
  useEffect(() => {
    let current = true;
    ask()
      ?.then((answer) => {
        if (current && answer !== null) setFound(answer);
      })
      .catch(notifyFailure);
    return () => {
      current = false;
    };
    // biome-ignore lint/correctness/useExhaustiveDependencies: the inputs say when to ask again
  }, inputs);
  return found;
}
