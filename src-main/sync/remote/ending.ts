import { RemoteError } from "./remote-error.ts";

/** Wall milliseconds for the answer to what may have changed something there, once it is canceled: lost, it would be in doubt. */
export const GRACE = 2_000;

/** No whole answer came in time. */
export class Late extends Error {}
/** Whoever asked does not wait any more. */
export class Cut extends Error {}

interface Given {
  readonly timeout: number;
  readonly canceled?: AbortSignal | undefined;
  readonly grace?: number;
}

/** What ends a request before its answer is whole: by `Late` or `Cut`, or as it is left. To be cleared once it is over. */
export function endingOf({ timeout, canceled, grace = 0 }: Given): {
  readonly signal: AbortSignal;
  /** What else comes of its answer is not read. */
  readonly leave: () => void;
  readonly clear: () => void;
} {
  const control = new AbortController();
  const timers = [setTimeout(() => control.abort(new Late("late")), timeout)];
  const cut = () => void timers.push(setTimeout(() => control.abort(new Cut("cut")), grace));
  if (canceled?.aborted) cut();
  canceled?.addEventListener("abort", cut, { once: true });
  const clear = () => {
    for (const timer of timers) clearTimeout(timer);
    canceled?.removeEventListener("abort", cut);
  };
  return { signal: control.signal, leave: () => control.abort(), clear };
}

/** @param unanswered the host that perhaps did what it was asked for; null: nothing is in doubt */
export function canceled(unanswered: string | null = null): RemoteError {
  if (unanswered === null) return new RemoteError("canceled", "It was canceled.");
  return new RemoteError("canceled", `It was canceled before ${unanswered} had answered.`, { perhapsDone: true });
}
