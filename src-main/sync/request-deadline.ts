import { setTimeout as pause } from "node:timers/promises";
import { fail, type Result } from "../host/index.ts";
import { createCancelableWaits } from "./cancelable-waits.ts";
import type { SyncOptions } from "./connect.ts";
import {
  ANSWER_TIMEOUT,
  idleTimer,
  SEND_MESSAGES,
  SHUTDOWN_GRACE,
  uploadTime,
  type WaitOptions,
} from "./interactive-wait.ts";
import { CANCEL_GRACE } from "./remote/abort.ts";
import { SHORT_PAUSE } from "./remote/backoff.ts";

/** Options that report each request and answer. */
type Asking = Required<Pick<SyncOptions, "signal" | "goesOut" | "answered" | "longestPause">>;
export type WithDeadline = ReturnType<typeof createDeadline>;

/**
 * Runs a request that an author waits for [Y14]. The wait ends with the answer, when nothing has come for a while, or
 * when they cancel; then the request is aborted.
 * @param given what else ends it; null: nothing
 */
export const createDeadline =
  ({
    patience = ANSWER_TIMEOUT,
    grace = CANCEL_GRACE,
    asks = createCancelableWaits(),
    rests = () => null,
  }: WaitOptions) =>
  async <T>(
    name: string,
    given: AbortSignal | null,
    work: (asking: Asking) => Promise<Result<T>>,
  ): Promise<Result<T>> => {
    const silent = new AbortController();
    const ask = asks.begin(name);
    const over = Promise.withResolvers<null>();
    const { extend, reset, done } = idleTimer(patience, () => over.resolve(null));
    let isAsked = false;
    extend();
    const whole = work({
      signal: AbortSignal.any([...(given === null ? [] : [given]), ask.signal, silent.signal]),
      goesOut: (bytes) => {
        if (isAsked) return extend(uploadTime(bytes));
        // Before its turn came, it was the work before it that gave no answer.
        isAsked = true;
        reset();
      },
      answered: reset,
      longestPause: () => SHORT_PAUSE,
    });
    const first = await Promise.race([whole, over.promise]).finally(() => {
      done();
      ask.over();
    });
    if (first !== null) return first;
    silent.abort();
    if (!isAsked) return fail("conflict_error", rests(name) ?? SEND_MESSAGES.behind(name));
    const last = await Promise.race([whole, pause(grace + SHUTDOWN_GRACE, null, { ref: false })]);
    if (last !== null && (last.ok || last.error.details?.remote !== "canceled")) return last;
    const why = SEND_MESSAGES.silent(name, Math.ceil(patience / 1_000));
    return fail("conflict_error", why, { remote: "lost", offline: true });
  };
