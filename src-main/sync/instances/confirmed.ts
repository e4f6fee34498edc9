import { type ConfirmedPart, changedParts, joinParts, type Recipient } from "../../../src-shared/sync/index.ts";
import type { Result, Startable, StartThere } from "../../host/index.ts";
import type { RemoteAccountRow } from "../../store/index.ts";
import { hashOf } from "../views.ts";

/** Who sends: the account by its key, and where. A name may be another account's by the time of the start. */
export type Sender = Pick<RemoteAccountRow, "key" | "baseUrl">;

/** What an author confirms. Left out: nothing of that kind goes out. */
interface Confirmed {
  /** To whom the service writes. */
  readonly people?: readonly Recipient[];
  readonly flow: unknown;
  /** What is carried out besides. */
  readonly acts?: unknown;
}

/**
 * What an author confirms with something that goes to an account, as hashes.
 * @param sender null: not said
 */
export function fingerprintOf({ people, flow, acts }: Confirmed, sender: Sender | null): string {
  const hash = (value: unknown) => (value === undefined ? "" : hashOf(value));
  return joinParts({
    ...{ account: hash(sender?.key), address: hash(sender?.baseUrl) },
    ...{ people: hash(people?.toSorted(byName)), flow: hash(flow), acts: hash(acts) },
  });
}

const byName = ({ name }: Recipient, other: Recipient): number =>
  name < other.name ? -1 : name === other.name ? 0 : 1;

type Sentences = Readonly<Record<ConfirmedPart, string>>;

/** Of a start. */
export const NOT_STARTED: Sentences = {
  account: "Nothing was started: another account has this name since you looked. Check its address, then start again.",
  address: "Nothing was started: the account has another address since you looked. Check it, then start again.",
  people:
    "Nothing was started: the people whom the service writes to have changed since you looked. Check the list, then start again.",
  flow: "Nothing was started: the flow has changed since you looked. Look at it again, then start again.",
  acts: "Nothing was started: the steps to compare have changed since you looked. Look at them again, then start again.",
};

/** Of a publishing, which writes to nobody and carries nothing out. */
export const NOT_PUBLISHED: Sentences = {
  ...NOT_STARTED,
  account:
    "Nothing was published: another account has this name since you looked. Check its address, then publish again.",
  address: "Nothing was published: the account has another address since you looked. Check it, then publish again.",
  flow: "Nothing was published: the flow has changed since you looked. Look at it again, then publish again.",
};

/** Why the confirmation no longer holds; null: it does. @param confirmed left out: nothing was confirmed */
export function whyChanged(confirmed: string | undefined, now: string, sentences: Sentences): string | null {
  const [first] = confirmed === undefined ? [] : changedParts(confirmed, now);
  return first === undefined ? null : sentences[first];
}

/** The confirmed start, or, without a confirmation, one of the current state. */
export const confirmedNow = (given: StartThere, now: Result<Startable>): StartThere =>
  given.fingerprint === undefined && now.ok ? { ...given, fingerprint: now.value.fingerprint } : given;
