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
import * as secrets from "../tables/secrets.ts";
import * as sessions from "../tables/sessions.ts";
import * as settings from "../tables/settings.ts";
import type { Connection, ReadConnection, WriteConnection } from "./connection.ts";

/**
 * What the other rooms may ask of the database. Reads and writes are different types, so that a write outside a
 * transaction does not compile. Every method is synchronous. Ids that the interface shows as digits are strings here.
 * Times are epoch milliseconds; `…At` is flow time, `wall…` is wall time.
 */
export interface Store {
  readonly read: StoreReads;
  /**
   * Runs `work` in one durable transaction (WAL, synchronous=FULL) and returns after its commit.
   * @throws whatever `work` throws, after rolling back; a `work` that returns a promise is refused and rolled back.
   */
  write<T>(work: (tx: StoreWrites) => T): T;
  close(): void;
}

export type StoreReads = Readonly<ReturnType<typeof readsOf>>;

export interface StoreWrites extends Readonly<ReturnType<typeof writesOf>> {
  /** A command's own savepoint (law 3): if `work` throws, its writes are undone and the others of the transaction stay. */
  savepoint<T>(work: () => T): T;
}

/**
 * The store over one connection to a database that is open, configured and up to date.
 * @param closing called before the connection is closed, whatever it throws; `closed` after it
 */
export function sqliteStore(db: Connection, closed: () => void, closing: () => void = () => undefined): Store {
  const read = readsOf(db);
  const writes: StoreWrites = { ...writesOf(db, read), savepoint: (work) => db.savepoint(work) };
  return {
    read,
    write: (work) => db.write(() => work(writes)),
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
export function readsOf(db: ReadConnection) {
  return {
    instances: instances.reads(db),
    events: events.reads(db),
    jobs: jobs.reads(db),
    clocks: clocks.reads(db),
    drafts: drafts.reads(db),
    documents: documents.reads(db),
    mail: mail.reads(db),
    callbacks: callbacks.reads(db),
    accounts: accounts.reads(db),
    sessions: sessions.reads(db),
    links: links.reads(db),
    secrets: secrets.reads(db),
    folders: folders.reads(db),
    settings: settings.reads(db),
    ledger: ledger.reads(db),
  };
}

function writesOf(db: WriteConnection, read: StoreReads) {
  return {
    instances: { ...read.instances, ...instances.writes(db) },
    events: { ...read.events, ...events.writes(db) },
    jobs: { ...read.jobs, ...jobs.writes(db) },
    clocks: { ...read.clocks, ...clocks.writes(db) },
    drafts: { ...read.drafts, ...drafts.writes(db) },
    documents: { ...read.documents, ...documents.writes(db) },
    mail: { ...read.mail, ...mail.writes(db) },
    callbacks: { ...read.callbacks, ...callbacks.writes(db) },
    accounts: { ...read.accounts, ...accounts.writes(db) },
    sessions: { ...read.sessions, ...sessions.writes(db) },
    links: { ...read.links, ...links.writes(db) },
    secrets: { ...read.secrets, ...secrets.writes(db) },
    folders: { ...read.folders, ...folders.writes(db) },
    settings: { ...read.settings, ...settings.writes(db) },
    ledger: { ...read.ledger, ...ledger.writes(db) },
  };
}
