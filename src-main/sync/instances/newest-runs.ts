import { hasEnded } from "../../../src-shared/sync/index.ts";
import type { NewestRuns, RunsWanted } from "../../host/index.ts";
import { folded, type RemoteInstanceRow, type StoreReads } from "../../store/index.ts";
import { remoteRunDetail } from "./remote-run-views.ts";

/** Runs on all accounts, open ones first, then the newest [Y12]. */
export function newestRuns(reads: StoreReads, wanted: RunsWanted, most: number): NewestRuns {
  const accounts = reads.remotes
    .accounts()
    .map(({ key, name }) => ({ name, rows: reads.remoteInstances.ofAccount(key) }));
  const found = accounts
    .flatMap(({ name, rows }) => rows.filter((row) => fits(row, wanted)).map((row) => ({ account: name, row })))
    .sort(
      (one, other) =>
        Number(isOver(one.row)) - Number(isOver(other.row)) || other.row.wallCreated - one.row.wallCreated,
    );
  return {
    runs: found.slice(0, most).map(({ account, row }) => ({ account, run: remoteRunDetail(reads, row) })),
    counts: accounts.flatMap(({ name, rows }) => (rows.length === 0 ? [] : [{ name, count: rows.length }])),
  };
}

const isOver = ({ seen }: RemoteInstanceRow): boolean => seen !== null && hasEnded(seen);

function fits({ state, title, seen }: RemoteInstanceRow, { search, status, trashed }: RunsWanted): boolean {
  if (state === "deleted_there" || (seen?.trashed ?? false) !== trashed) return false;
  if (status !== null && seen?.status !== status) return false;
  return folded(title, ...(seen?.participants ?? []).map(({ name }) => name)).includes(folded(search));
}
