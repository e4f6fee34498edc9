import { useEffect, useState } from "react";
import { messageOf } from "../../../src-shared/basics/index.ts";
import { notifyError } from "../../app/index.ts";
import { translate } from "../../components/index.ts";

/** Says that a worker failed, and why. */
export const notifyOutcome = (error: unknown) =>
  notifyError(translate("problems.failed"), { message: messageOf(error) });

/**
 * A worker's answer, asked for again whenever one of `inputs` changes. The last answer stays until the next one that is not
 * null; late answers are dropped, failures are shown. `ask` gives null where there is nothing to ask.
 */
export function useAsked<T>(ask: () => Promise<T | null> | null, inputs: readonly unknown[]): T | null {
  const [found, setFound] = useState<T | null>(null);
  useEffect(() => {
    let current = true;
    ask()
      ?.then((answer) => {
        if (current && answer !== null) setFound(answer);
      })
      .catch(notifyOutcome);
    return () => {
      current = false;
    };
    // biome-ignore lint/correctness/useExhaustiveDependencies: the inputs say when to ask again
  }, inputs);
  return found;
}
