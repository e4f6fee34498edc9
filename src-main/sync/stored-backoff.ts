import type { StoreReads } from "../store/index.ts";
import type { Workspace } from "../workspace/index.ts";
import { backoffMessage, LONGEST_BACKOFF } from "./remote/backoff.ts";

/** Until when, wall time, the account's service asked for no requests; null: it can be asked [Y13]. */
export function backoffUntil(
  { remoteSyncs }: Pick<StoreReads, "remoteSyncs">,
  accountKey: string,
  now: number,
): number | null {
  const until = remoteSyncs.rest(accountKey) ?? 0;
  // Farther off than anybody waits: the machine's clock was set back since.
  return until > now && until - now <= LONGEST_BACKOFF ? until : null;
}

/** The message about an account's Retry-After; null: it can be asked. */
export function backoffMessageFor(reads: Pick<StoreReads, "remoteSyncs" | "remotes">, name: string, now: number) {
  const account = reads.remotes.accounts().find((one) => one.name === name);
  const until = account === undefined ? null : backoffUntil(reads, account.key, now);
  return account === undefined || until === null ? null : backoffMessage(account.baseUrl, until);
}

/** null: it may be asked again. */
export async function saveBackoff(
  { engine, reads }: Pick<Workspace, "engine" | "reads">,
  accountKey: string,
  until: number | null,
): Promise<void> {
  if (until !== reads.remoteSyncs.rest(accountKey))
    await engine.transact((tx) => tx.remoteSyncs.setRest(accountKey, until));
}
