import { RemoteError } from "./remote-error.ts";
import type { Throttle } from "./throttle.ts";

/** What a service may ask to wait before a sync gives up for now, and what is waited for at all. */
export const LONGEST_PAUSE = 60_000;
/** The same for an author who waits: they would hear of a longer one too late, or as if nobody answered. */
export const SHORT_PAUSE = 15_000;
export const LONGEST_BACKOFF = 86_400_000;

/** How long an account's service asked to be left alone, as it is kept: until when, wall time. */
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
  /** What it is called with is thrown in place of all that is asked from now on. */
  readonly end: (error: RemoteError) => void;
}

/** What a service asks to wait is for all of its account [Y13]. @returns what is thrown in place of an error that asks for it */
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

/** What is thrown in place of an error, once its service has asked to wait too often or for too long. */
export function withBackoff({ baseUrl, now, rest }: Pick<Given, "baseUrl" | "now" | "rest">, error: RemoteError) {
  const { retryAfter } = error;
  if (retryAfter === null || retryAfter === 0 || retryAfter > LONGEST_PAUSE) return error;
  return new RemoteError("busy", backoffMessage(baseUrl, now() + retryAfter, rest !== undefined), { retryAfter });
}

const backoffError = (baseUrl: string, until: number, isKept: boolean): RemoteError =>
  new RemoteError("busy", backoffMessage(baseUrl, until, isKept), { retryAfter: LONGEST_BACKOFF });

/**
 * Told with the second, by the machine's clock.
 * @param isKept whether it is kept with an account; before there is one, only its author can wait
 */
export function backoffMessage(baseUrl: string, until: number, isKept = true): string {
  const time = new Date(until).toISOString().replace("T", " ").slice(0, 19);
  const { host } = new URL(baseUrl);
  return isKept
    ? `${host} asked to wait until ${time} UTC. Nothing is sent before then.`
    : `${host} asked to wait until ${time} UTC. Try again after that.`;
}
