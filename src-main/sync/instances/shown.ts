import type { RemoteRun } from "../../host/index.ts";
import type { RemoteInstanceRow, StoreReads } from "../../store/index.ts";

/** A run on an account, with what is kept beside it. */
export function shown({ remoteInstances }: StoreReads, row: RemoteInstanceRow): RemoteRun {
  const { key, remoteId, draftKey, accountKey: _account, sent: _sent, looks: _looks, ...rest } = row;
  const { title, state, why, seen, wallCreated, wallLooked, wallNext } = rest;
  return {
    ...{ key, id: remoteId, draft: draftKey, title, state, why, seen, wallCreated, wallLooked, wallNext },
    changes: remoteInstances.changes(key),
    files: remoteInstances.files(key),
    commands: remoteInstances.commands(key),
  };
}
