import { createHash } from "node:crypto";
import { canonicalJson } from "../../../src-shared/flow/index.ts";
import type { Recipient } from "../../../src-shared/sync/index.ts";
import { fail, type Result, type Startable, type StartThere } from "../../host/index.ts";

/** Of a JSON value. */
export const hashOf = (value: unknown): string => createHash("sha256").update(canonicalJson(value)).digest("base64url");

/** Between the hash of whom a service writes to and that of all that is sent. */
const SEAM = ".";

/**
 * What an author confirms with a start, as a hash: to whom the service writes, and what is sent.
 * @param sent the text, and what else is carried out
 */
export const fingerprintOf = (people: readonly Recipient[], ...sent: readonly unknown[]): string =>
  `${hashOf(people)}${SEAM}${hashOf(sent)}`;

/** Why nothing is started: it is no longer what its author confirmed. null: it is. */
export function changedSince(confirmed: string | undefined, now: string): ReturnType<typeof fail> | null {
  if (confirmed === undefined || confirmed === now) return null;
  const [people] = now.split(SEAM);
  return confirmed.split(SEAM)[0] === people
    ? fail(
        "conflict_error",
        "Nothing was started: the flow has changed since you looked. Look at it again, then start again.",
      )
    : fail(
        "conflict_error",
        "Nothing was started: the people whom the service writes to have changed since you looked. Check the list, then start again.",
      );
}

/** A start of what its author has seen; of what is there when it is asked for, where they say nothing of that. */
export const confirmedNow = (given: StartThere, now: Result<Startable>): StartThere =>
  given.fingerprint === undefined && now.ok ? { ...given, fingerprint: now.value.fingerprint } : given;
