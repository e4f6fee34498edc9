import type { RemoteRun, RemoteRunInList } from "../../host/index.ts";
import type { RemoteCommandRow, RemoteInstanceRow, StoreReads } from "../../store/index.ts";

/** A run on an account, with what is kept beside it. */
export function remoteRunDetail({ remoteInstances }: StoreReads, row: RemoteInstanceRow): RemoteRun {
  const { key } = row;
  return {
    ...inList(row, remoteInstances.commands(key)),
    ...{ changes: remoteInstances.changes(key), files: remoteInstances.files(key) },
  };
}

/** An account's runs in a list, oldest first, in two queries. */
export function remoteRunRows({ remoteInstances }: StoreReads, accountKey: string): readonly RemoteRunInList[] {
  const commands = Map.groupBy(remoteInstances.commandsNotDone(accountKey), ({ instanceKey }) => instanceKey);
  return remoteInstances.ofAccount(accountKey).map((row) => inList(row, commands.get(row.key) ?? []));
}

function inList(row: RemoteInstanceRow, commands: readonly RemoteCommandRow[]): RemoteRunInList {
  const { key, remoteId, draftKey, title, state, why, seen, wallCreated, wallLooked, wallNext } = row;
  const known = { key, id: remoteId, draft: draftKey, title, state, why, seen };
  return { ...known, commands, wallCreated, wallLooked, wallNext };
}
