import { fail } from "../../host/index.ts";
import type { RemoteAccountRow, RemoteInstanceRow, StoreReads } from "../../store/index.ts";

/** A run of an account, by its key or its id there; null: none is known here. */
export function rowOf(
  { remoteInstances }: StoreReads,
  { key }: Pick<RemoteAccountRow, "key">,
  run: string,
): RemoteInstanceRow | null {
  const byKey = remoteInstances.get(run);
  return byKey?.accountKey === key ? byKey : remoteInstances.byRemoteId(key, run);
}

export const noRun = (run: string) =>
  fail(
    "resource_not_found",
    `No run ${run} of this account is known here: adopt it by its id there or an access link.`,
  );
