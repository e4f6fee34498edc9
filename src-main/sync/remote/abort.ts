import { RemoteError } from "./remote-error.ts";

/** Wall milliseconds that a canceled write still waits for its answer: without one, it would be in doubt. */
export const CANCEL_GRACE = 2_000;

export class TimedOut extends Error {}
/** Whoever asked does not wait any more. */
export class Aborted extends Error {}

export interface AbortOptions {
  /** Wall milliseconds until the answer must be whole. */
  readonly timeout: number;
  /** Whoever asked does not wait any more. */
  readonly canceled?: AbortSignal | undefined;
  /** Wall milliseconds that an answer still has then; left out: none. */
  readonly grace?: number;
}

export type Abort = Readonly<ReturnType<typeof createAbort>>;

/** Aborts a request with `TimedOut` or `Aborted`. Call `clear` when the request is over. */
export function createAbort({ timeout, canceled, grace = 0 }: AbortOptions) {
  let reason: Error | null = null;
  const calls: ((reason: Error) => void)[] = [];
  const end = (by: Error) => {
    reason ??= by;
    for (const call of calls.splice(0)) call(reason);
  };
  const timers = [setTimeout(() => end(new TimedOut("late")), timeout)];
  const cut = () => void timers.push(setTimeout(() => end(new Aborted("cut")), grace));
  if (canceled?.aborted) cut();
  canceled?.addEventListener("abort", cut, { once: true });
  return {
    /** At once where it has ended. */
    onEnd(call: (reason: Error) => void): void {
      if (reason === null) calls.push(call);
      else call(reason);
    },
    clear(): void {
      for (const timer of timers) clearTimeout(timer);
      canceled?.removeEventListener("abort", cut);
    },
  };
}

/** @param unanswered the host that perhaps did what it was asked for; null: nothing is in doubt */
export function canceled(unanswered: string | null = null): RemoteError {
  if (unanswered === null) return new RemoteError("canceled", "It was canceled.");
  return new RemoteError("canceled", `It was canceled before ${unanswered} had answered.`, { perhapsDone: true });
}
