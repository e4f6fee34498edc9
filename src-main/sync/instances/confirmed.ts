import { createHash } from "node:crypto";
import { canonicalJson } from "../../../src-shared/flow/index.ts";
import type { Recipient } from "../../../src-shared/sync/index.ts";
import { fail, type Result, type Startable, type StartThere } from "../../host/index.ts";
import type { RemoteAccountRow } from "../../store/index.ts";

/** Of a JSON value. */
export const hashOf = (value: unknown): string => createHash("sha256").update(canonicalJson(value)).digest("base64url");

/** Who sends: the account by its key, and where. A name may be another account's by the time of the start. */
export type Sender = Pick<RemoteAccountRow, "key" | "baseUrl">;

/** Between the hashes of whom a service writes to, of all that is sent, and of the account. */
const SEAM = ".";

/**
 * What an author confirms with a start, as a hash: to whom the service writes, what is sent, and by which account.
 * @param sent the text, and what else is carried out
 * @param sender null: not said
 */
export function fingerprintOf(people: readonly Recipient[], sent: readonly unknown[], sender: Sender | null): string {
  const account = sender === null ? "" : hashOf([sender.key, sender.baseUrl]);
  return [hashOf(people), hashOf(sent), account].join(SEAM);
}

/** Why nothing is started: it is no longer what its author confirmed. null: it is. */
export function changedSince(confirmed: string | undefined, now: string): ReturnType<typeof fail> | null {
  if (confirmed === undefined || confirmed === now) return null;
  const [people, sent, account] = now.split(SEAM);
  const [seenPeople, seenSent, seenAccount] = confirmed.split(SEAM);
  if (seenAccount !== "" && seenAccount !== account)
    return fail(
      "conflict_error",
      "Nothing was started: another account has this name or address since you looked. Close this, then start again.",
    );
  if (seenPeople === people && seenSent === sent) return null;
  return seenPeople === people
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
