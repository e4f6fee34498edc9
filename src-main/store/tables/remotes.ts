import { countersignRemote, type RemoteDialect } from "../../../src-shared/dialect/index.ts";
import type { WireFields } from "../../../src-shared/language/index.ts";
import type { Conflict, RemoteLevel, RetentionPolicy, SyncState } from "../../../src-shared/sync/index.ts";
import type { ReadConnection, WriteConnection } from "../database/connection.ts";
import { anything, isListOf, isRecordOf } from "../database/json-shapes.ts";
import { column, damagedRows, type RowOf, table } from "../database/row-codec.ts";
import { type StoredRow, sql } from "../database/sql.ts";
import { puttingTallied, removeTallied, tallyIn } from "../database/tallies.ts";
import { DamagedRowError, requireFound } from "../port/errors.ts";
import { folded } from "../port/search.ts";

/** What an account's service has beyond the interface; null: not seen yet. */
export interface RemoteParts {
  readonly list: boolean;
  readonly remove: boolean;
  readonly etag: boolean | null;
  /** Whether a list says which of its drafts have changed. */
  readonly marks: boolean | null;
  readonly upload: boolean;
  readonly files: boolean;
  readonly folders: boolean;
  /** The key of another account here that has drafts which this one lists [Y1]; left out: there is none. */
  readonly sameAs?: string;
  /** Calls that its dialect has a path of its own for, where a check finds nothing; left out: none. */
  readonly notFound?: readonly ("drafts" | "draft")[];
}

/** The data retention of an account's home folder (interface 2.3). */
export interface RemoteRetention {
  /** As the service showed it last; null: not yet. */
  readonly seen: RetentionPolicy | null;
  /** What the author asked for and the service has not taken yet; null: nothing. */
  readonly wanted: RetentionPolicy | null;
  /** Why it was not taken; null: it waits. */
  readonly why: string | null;
}

const accounts = table(
  "remote_accounts",
  {
    key: column.text,
    name: column.text,
    /** The local author whose drafts it is about. */
    accountId: column.text,
    baseUrl: column.text,
    dialect: column.json<RemoteDialect>(isRecordOf(anything)),
    level: column.oneOf<RemoteLevel>(),
    parts: column.json<RemoteParts>(isRecordOf(anything)),
    apiVersion: column.textOrNull,
    /** null: neither seen nor asked for. */
    retention: column.json<RemoteRetention | null>(isRecordOf(anything)),
    /** Why nothing is sent until somebody looks [Y14]; null: it goes on. */
    stopped: column.textOrNull,
    wallCreated: column.integer,
    /** The last answer of the service. */
    wallContact: column.integer,
  },
  { nameFolded: ({ name }) => folded(name) },
);
export type RemoteAccountRow = RowOf<typeof accounts>;

export type RemoteKind = "draft" | "document" | "folder";

const mappings = table("remote_mappings", {
  accountKey: column.text,
  kind: column.oneOf<RemoteKind>(),
  /** Of a draft its key; of a document the draft's key and the content's SHA-256; of a folder its id. */
  localKey: column.text,
  /** null: not there yet, or unknown. */
  remoteId: column.textOrNull,
  state: column.oneOf<SyncState>(),
  /** Why it was refused; null: it was not. */
  why: column.textOrNull,
  etag: column.textOrNull,
  /** What the list said of the draft when it was read last. */
  mark: column.textOrNull,
  /** Of the draft here, when both sides had the same; 0: it is compared each time. */
  revision: column.integer,
  /** Of the last change of its state. */
  wallAt: column.integer,
  /** What both sides had last, in canonical form [Y1]; null: nothing. */
  base: column.json<WireFields | null>(isRecordOf(anything)),
  /** What a create sent that has no answer yet [Y9]. */
  sent: column.json<WireFields | null>(isRecordOf(anything)),
  /** Of a conflict: what was seen there [Y6]. */
  theirs: column.json<WireFields | null>(isRecordOf(anything)),
  conflicts: column.json<readonly Conflict[]>(isListOf(anything)),
  /** Fields that the service does not keep, by their paths [Y8]. */
  dropped: column.json<readonly (readonly string[])[]>(isListOf(anything)),
});
/** What something of this workspace is on an account. */
export type RemoteMapping = RowOf<typeof mappings>;

const draftNames = table("remote_mappings", {
  localKey: column.text,
  remoteId: column.textOrNull,
  state: column.oneOf<SyncState>(),
});
/** What tells the drafts of an account apart, without what they are. */
export type RemoteDraftName = RowOf<typeof draftNames>;
const keys = table("remote_mappings", {
  accountKey: column.text,
  kind: column.oneOf<RemoteKind>(),
  localKey: column.text,
});
export type RemoteMappingKey = Pick<RemoteMapping, "accountKey" | "kind" | "localKey">;

const NO_PARTS = { list: false, remove: false, etag: null, marks: null, upload: false, files: false, folders: false };

/** An account whose row cannot be read stands as stopped: nothing is sent, and the others are shown [Y14]. */
function decodeAccount(stored: StoredRow): RemoteAccountRow {
  try {
    return accounts.decode(stored);
  } catch (error) {
    if (!(error instanceof DamagedRowError)) throw error;
    // Without its JSON it can be read.
    const sound = { dialect: JSON.stringify(countersignRemote), parts: JSON.stringify(NO_PARTS), retention: null };
    return { ...accounts.decode({ ...stored, ...sound }), stopped: error.message };
  }
}

/** A draft whose row cannot be read stands as refused, so that it keeps no list from being shown. */
function decodeShown(stored: StoredRow): RemoteMapping {
  try {
    return mappings.decode(stored);
  } catch (error) {
    if (!(error instanceof DamagedRowError)) throw error;
    const text = (value: unknown) => (typeof value === "string" ? value : null);
    return {
      ...{ accountKey: String(stored.accountKey), kind: "draft", localKey: String(stored.localKey) },
      ...{ remoteId: text(stored.remoteId), state: "refused", why: error.message, wallAt: 0, revision: 0 },
      ...{ etag: null, mark: null, base: null, sent: null, theirs: null, conflicts: [], dropped: [] },
    };
  }
}

/** null: it cannot be read. */
function decodeSound(stored: StoredRow): RemoteMapping | null {
  try {
    return mappings.decode(stored);
  } catch (error) {
    if (error instanceof DamagedRowError) return null;
    throw error;
  }
}
const sound = (rows: readonly (RemoteMapping | null)[]) => rows.filter((row) => row !== null);

export function reads(db: ReadConnection) {
  return {
    accounts: () => db.all(sql`${accounts.select} ORDER BY nameFolded`, decodeAccount),
    account: (key: string) => db.get(sql`${accounts.select} WHERE "key" = ${key}`, decodeAccount),
    /** Ignoring case. */
    accountByName: (name: string) => db.get(sql`${accounts.select} WHERE nameFolded = ${folded(name)}`, decodeAccount),
    mappings: (accountKey: string, kind: RemoteKind) =>
      db.all(sql`${mappings.select} WHERE accountKey = ${accountKey} AND kind = ${kind}`, decodeShown),
    /** Every draft of an account, in short: an account may have very many. */
    draftNames: (accountKey: string) =>
      db.all(sql`${draftNames.select} WHERE accountKey = ${accountKey} AND kind = 'draft'`, draftNames.decode),
    /** Drafts whose create has no answer yet [Y9]. */
    unanswered: (accountKey: string) =>
      sound(
        db.all(
          sql`${mappings.select} WHERE accountKey = ${accountKey} AND kind = 'draft'
            AND remoteId IS NULL AND sent IS NOT NULL`,
          decodeSound,
        ),
      ),
    mapping: ({ accountKey, kind, localKey }: RemoteMappingKey) =>
      db.get(
        sql`${mappings.select} WHERE accountKey = ${accountKey} AND kind = ${kind} AND localKey = ${localKey}`,
        mappings.decode,
      ),
    /** Drafts that are not known to be the same on both sides, the most that a page shows. */
    openDrafts: (accountKey: string, most: number) =>
      db.all(
        sql`${mappings.select} WHERE accountKey = ${accountKey} AND kind = 'draft' AND (state <> 'up_to_date'
          OR NOT EXISTS (SELECT 1 FROM drafts WHERE drafts."key" = localKey AND drafts.revision = remote_mappings.revision))
          ORDER BY localKey LIMIT ${most}`,
        decodeShown,
      ),
    /** Drafts in an open conflict [Y6]. */
    inConflict: (accountKey: string) =>
      sound(
        db.all(
          sql`${mappings.select} WHERE accountKey = ${accountKey} AND kind = 'draft' AND state = 'conflict'
            ORDER BY localKey`,
          decodeSound,
        ),
      ),
    countDrafts: (accountKey: string): number =>
      db.get(
        sql`SELECT count(*) AS n FROM remote_mappings WHERE accountKey = ${accountKey} AND kind = 'draft'`,
        ({ n }) => Number(n),
      ) ?? 0,
    /** The documents of one draft. */
    documentsOf: (accountKey: string, draftKey: string) =>
      sound(
        db.all(
          sql`${mappings.select} WHERE accountKey = ${accountKey} AND kind = 'document'
            AND localKey > ${`${draftKey}/`} AND localKey < ${`${draftKey}0`}`,
          decodeSound,
        ),
      ),
    /** Remote ids of drafts that have not changed here since both sides had the same, with what tells of a change there. */
    unchangedHere: (accountKey: string) =>
      db.all(
        sql`SELECT remoteId, etag, mark FROM remote_mappings JOIN drafts ON drafts."key" = localKey
          WHERE accountKey = ${accountKey} AND kind = 'draft' AND state = 'up_to_date'
            AND remoteId IS NOT NULL AND sent IS NULL AND remote_mappings.revision = drafts.revision`,
        ({ remoteId, etag, mark }) => ({ remoteId: String(remoteId), marks: [etag, mark] }),
      ),
    /** The account that a draft belongs to; null: none [Y1]. */
    ofDraft: (draftKey: string) =>
      db.get(sql`${mappings.select} WHERE kind = 'draft' AND localKey = ${draftKey}`, decodeShown),
    /** Of these drafts, by their keys, what those that belong to an account are there. */
    ofDrafts: (draftKeys: readonly string[]) =>
      db.all(
        sql`${mappings.select} WHERE kind = 'draft'
          AND localKey IN (SELECT value FROM json_each(${JSON.stringify(draftKeys)}))`,
        decodeShown,
      ),
    /** Unreadable rows, a message for each. */
    damaged: (): readonly string[] => [
      ...damagedRows(db, accounts, "key"),
      ...damagedRows(db, mappings, "accountKey", "kind", "localKey"),
    ],
  };
}

export function writes(db: WriteConnection) {
  const nameOf = ({ accountKey, kind, localKey }: RemoteMappingKey) => `${accountKey}/${kind}/${localKey}`;
  const at = ({ accountKey, kind, localKey }: RemoteMappingKey) =>
    sql`accountKey = ${accountKey} AND kind = ${kind} AND localKey = ${localKey}`;

  function removeMapping(key: RemoteMappingKey): void {
    removeTallied(db, "remote_mappings", nameOf(key), sql`DELETE FROM remote_mappings WHERE ${at(key)}`);
  }

  return {
    create(row: RemoteAccountRow): void {
      db.run(accounts.insert(row));
      tallyIn(db, "remote_accounts", row.key);
    },
    update(key: string, change: Partial<Omit<RemoteAccountRow, "key" | "name">>): void {
      requireFound(
        db.run(sql`UPDATE remote_accounts SET ${accounts.changes(change)} WHERE "key" = ${key}`),
        "remote account",
        key,
      );
    },
    rename(key: string, name: string): void {
      requireFound(
        db.run(sql`UPDATE remote_accounts SET name = ${name}, nameFolded = ${folded(name)} WHERE "key" = ${key}`),
        "remote account",
        key,
      );
    },
    /** With all that is bound to it. */
    remove(key: string): void {
      const bound = db.all(sql`${keys.select} WHERE accountKey = ${key}`, keys.decode);
      for (const mapping of bound) removeMapping(mapping);
      removeTallied(db, "remote_accounts", key, sql`DELETE FROM remote_accounts WHERE "key" = ${key}`);
    },
    putMapping: puttingTallied(db, mappings, "accountKey", "kind", "localKey"),
    removeMapping,
  };
}
