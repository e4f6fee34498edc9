import type { StoreReads } from "../store/index.ts";
import type { Workspace } from "../workspace/index.ts";
import { LONGEST_REST } from "./remote/rest.ts";

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

/** null: it may be asked again. */
export async function keepRest(
  { engine, reads }: Pick<Workspace, "engine" | "reads">,
  accountKey: string,
  until: number | null,
): Promise<void> {
  if (until !== reads.remoteSyncs.rest(accountKey))
    await engine.transact((tx) => tx.remoteSyncs.setRest(accountKey, until));
}
