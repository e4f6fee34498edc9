import { setTimeout as pause } from "node:timers/promises";
import { fail, type Result } from "../host/index.ts";
import { createAsks } from "./asks.ts";
import type { SyncOptions } from "./connect.ts";
import { hoping, LAST_WORDS, PATIENCE, type Patience, SENDS, timeFor } from "./patience.ts";
import { GRACE } from "./remote/ending.ts";
import { SHORT_PAUSE } from "./remote/rest.ts";

/** How an account is asked, so that it is heard when it answers. */
type Asking = Required<Pick<SyncOptions, "signal" | "goesOut" | "answered" | "longestPause">>;
export type AskInTime = ReturnType<typeof askingInTime>;

/**
 * Asks a service for an author who waits for the answer [Y14]: they hear of it once it is there, once nothing has come for a
 * while, or once they cancel. What is under way is ended then.
 * @param given what else ends it; null: nothing
 */
export const askingInTime =
  ({ patience = PATIENCE, grace = GRACE, asks = createAsks(), rests = () => null }: Patience) =>
  async <T>(
    name: string,
    given: AbortSignal | null,
    work: (asking: Asking) => Promise<Result<T>>,
  ): Promise<Result<T>> => {
    const silent = new AbortController();
    const ask = asks.begin(name);
    const over = Promise.withResolvers<null>();
    const { hope, hear, done } = hoping(patience, () => over.resolve(null));
    let isAsked = false;
    hope();
    const whole = work({
      signal: AbortSignal.any([...(given === null ? [] : [given]), ask.signal, silent.signal]),
      goesOut: (bytes) => {
        if (isAsked) return hope(timeFor(bytes));
        // Before its turn came, it was the work before it that gave no answer.
        isAsked = true;
        hear();
      },
      answered: hear,
      longestPause: () => SHORT_PAUSE,
    });
    const first = await Promise.race([whole, over.promise]).finally(() => {
      done();
      ask.over();
    });
    if (first !== null) return first;
    silent.abort();
    if (!isAsked) return fail("conflict_error", rests(name) ?? SENDS.behind(name));
    const last = await Promise.race([whole, pause(grace + LAST_WORDS, null, { ref: false })]);
    if (last !== null && (last.ok || last.error.details?.remote !== "canceled")) return last;
    const why = SENDS.silent(name, Math.ceil(patience / 1_000));
    return fail("conflict_error", why, { remote: "lost", offline: true });
  };
