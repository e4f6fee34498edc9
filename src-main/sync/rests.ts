import type { StoreReads } from "../store/index.ts";
import type { Workspace } from "../workspace/index.ts";
import { LONGEST_REST, leftAloneUntil } from "./remote/rest.ts";

/** Until when, wall time, an account's service asked to be left alone; null: it is asked [Y13]. */
export function restUntil(
  { remoteSyncs }: Pick<StoreReads, "remoteSyncs">,
  accountKey: string,
  now: number,
): number | null {
  const until = remoteSyncs.rest(accountKey) ?? 0;
  // Farther off than anybody waits: the machine's clock was set back since.
  return until > now && until - now <= LONGEST_REST ? until : null;
}

/** That the service of an account, by its name, asked to be left alone, and until when; null: it is asked. */
export function restInWords(reads: Pick<StoreReads, "remoteSyncs" | "remotes">, name: string, now: number) {
  const account = reads.remotes.accounts().find((one) => one.name === name);
  const until = account === undefined ? null : restUntil(reads, account.key, now);
  return account === undefined || until === null ? null : leftAloneUntil(account.baseUrl, until);
}

/** null: it may be asked again. */
export async function keepRest(
  { engine, reads }: Pick<Workspace, "engine" | "reads">,
  accountKey: string,
  until: number | null,
): Promise<void> {
  if (until !== reads.remoteSyncs.rest(accountKey))
    await engine.transact((tx) => tx.remoteSyncs.setRest(accountKey, until));
}
