import * as accounts from "../tables/accounts.ts";
import * as callbacks from "../tables/callbacks.ts";
import * as clocks from "../tables/clocks.ts";
import * as documents from "../tables/documents.ts";
import * as drafts from "../tables/drafts.ts";
import * as events from "../tables/events.ts";
import * as folders from "../tables/folders.ts";
import * as instances from "../tables/instances.ts";
import * as jobs from "../tables/jobs.ts";
import * as ledger from "../tables/ledger.ts";
import * as links from "../tables/links.ts";
import * as mail from "../tables/mail.ts";
import * as names from "../tables/names.ts";
import * as remoteInstances from "../tables/remote-instances.ts";
import * as remoteSyncs from "../tables/remote-syncs.ts";
import * as remotes from "../tables/remotes.ts";
import * as scripts from "../tables/scripts.ts";
import * as secrets from "../tables/secrets.ts";
import * as sessions from "../tables/sessions.ts";
import * as settings from "../tables/settings.ts";
import type { Connection, Durability, ReadConnection, WriteConnection } from "./connection.ts";

/**
 * What the other rooms may ask of the database. Reads and writes are different types, so that a write outside a
 * transaction does not compile. Every method is synchronous. Ids that the interface shows as digits are strings here.
 * Times are epoch milliseconds; `…At` is flow time, `wall…` is wall time.
 */
export interface Store {
  readonly read: StoreReads;
  /**
   * Runs `work` in one transaction (WAL) and returns after its commit, which is durable (synchronous=FULL) unless
   * `durability` says that the program's end is enough to outlive.
   * @throws the error of `work`, after rolling back; a `work` that returns a promise is refused and rolled back.
   */
  write<T>(work: (tx: StoreWrites) => T, durability?: Durability): T;
  close(): void;
}

const tables = {
  ...{ accounts, callbacks, clocks, documents, drafts, events, folders, instances, jobs },
  ...{ ledger, links, mail, names, remotes, remoteInstances, remoteSyncs, scripts, secrets, sessions, settings },
};
type Tables = typeof tables;

export type StoreReads = { readonly [K in keyof Tables]: ReturnType<Tables[K]["reads"]> };

type TableWrites = { readonly [K in keyof Tables]: StoreReads[K] & ReturnType<Tables[K]["writes"]> };
export interface StoreWrites extends TableWrites {
  /** A command's own savepoint (law 3): if `work` throws, its writes are undone and the others of the transaction stay. */
  savepoint<T>(work: () => T): T;
}

/**
 * The store over one connection to a database that is open, configured and up to date.
 * @param closing called before the connection is closed, even if that throws; `closed` after it
 */
export function sqliteStore(db: Connection, closed: () => void, closing: () => void = () => undefined): Store {
  const read = readsOf(db);
  const writes = { ...writesOf(db, read), savepoint: (work: () => unknown) => db.savepoint(work) } as StoreWrites;
  return {
    read,
    write: (work, durability) => db.write(() => work(writes), durability),
    close() {
      if (!db.open) return;
      try {
        closing();
      } finally {
        db.close();
        closed();
      }
    },
  };
}

/** The reads of one connection. */
export function readsOf(db: ReadConnection): StoreReads {
  return Object.fromEntries(Object.entries(tables).map(([name, { reads }]) => [name, reads(db)])) as StoreReads;
}

function writesOf(db: WriteConnection, read: StoreReads): TableWrites {
  const all = Object.entries(tables).map(([name, { writes }]) => {
    return [name, { ...read[name as keyof Tables], ...writes(db) }] as const;
  });
  return Object.fromEntries(all) as TableWrites;
}
