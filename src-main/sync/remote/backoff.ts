import { RemoteError } from "./remote-error.ts";
import type { Throttle } from "./throttle.ts";

/** Longest Retry-After that a sync waits for, in milliseconds. */
export const LONGEST_PAUSE = 60_000;
/** The same for an author who waits: a longer one would seem like no answer. */
export const SHORT_PAUSE = 15_000;
export const LONGEST_BACKOFF = 86_400_000;

/** Until when, wall time, an account's service asked for no requests; stored with the account. */
export interface StoredBackoff {
  until(): number | null;
  keep(until: number): Promise<void>;
}

interface Given {
  readonly baseUrl: string;
  readonly now: () => number;
  readonly rest?: StoredBackoff | undefined;
  readonly throttle: Throttle;
  /** Milliseconds that are waited for now. */
  readonly longestPause: () => number;
  /** Ends all further requests with this error. */
  readonly end: (error: RemoteError) => void;
}

/**
 * Applies Retry-After to the whole account [Y13].
 * @returns the error to throw instead of one that carries Retry-After
 */
export function createBackoff({
  baseUrl,
  now,
  rest,
  throttle,
  longestPause,
  end,
}: Given): (error: RemoteError) => Promise<RemoteError> {
  const tooLong = (until: number): RemoteError | null => {
    const left = until - now();
    if (left <= 0) return null;
    if (left <= longestPause()) {
      throttle.holdFor(left);
      return null;
    }
    const error = backoffError(baseUrl, until, rest !== undefined);
    end(error);
    return error;
  };
  tooLong(rest?.until() ?? 0);
  return async (error) => {
    if (error.retryAfter === null || error.retryAfter === 0) return error;
    const until = now() + Math.min(error.retryAfter, LONGEST_BACKOFF);
    const instead = tooLong(until);
    await rest?.keep(until);
    return error.fault === "busy" ? (instead ?? error) : error;
  };
}

/** The error to throw once a service has asked to wait too often or too long. */
export function withBackoff({ baseUrl, now, rest }: Pick<Given, "baseUrl" | "now" | "rest">, error: RemoteError) {
  const { retryAfter } = error;
  if (retryAfter === null || retryAfter === 0 || retryAfter > LONGEST_PAUSE) return error;
  return new RemoteError("busy", backoffMessage(baseUrl, now() + retryAfter, rest !== undefined), { retryAfter });
}

const backoffError = (baseUrl: string, until: number, isKept: boolean): RemoteError =>
  new RemoteError("busy", backoffMessage(baseUrl, until, isKept), { retryAfter: LONGEST_BACKOFF });

/**
 * To the second, by the machine's clock.
 * @param isKept whether the wait is stored with an account; before there is one, only its author can wait
 */
export function backoffMessage(baseUrl: string, until: number, isKept = true): string {
  const time = new Date(until).toISOString().replace("T", " ").slice(0, 19);
  const { host } = new URL(baseUrl);
  return isKept
    ? `${host} asked to wait until ${time} UTC. Nothing is sent before then.`
    : `${host} asked to wait until ${time} UTC. Try again after that.`;
}
