import type { DriftReport } from "../../../src-shared/drift/index.ts";
import type { WireFields } from "../../../src-shared/language/index.ts";
import type {
  AskedUnsealed,
  CommandState,
  InstanceChange,
  InstanceCommand,
  InstanceState,
  SeenInstance,
} from "../../../src-shared/sync/index.ts";
import type { ReadConnection, WriteConnection } from "../database/connection.ts";
import { anything, isListOf, isObjectWith, isText } from "../database/json-shapes.ts";
import { column, damagedRows, type RowOf, type Table, table } from "../database/row-codec.ts";
import { type StoredRow, sql } from "../database/sql.ts";
import { puttingTallied, removeTallied, tallyIn } from "../database/tallies.ts";
import { DamagedRowError } from "../port/errors.ts";

/** The content of a start [Y10]. The fields hold the name of a callback's password, never the password. */
export interface SentStart {
  readonly kind: "startInstance" | "startDraft";
  /** Of the draft there; null: it is started without one. */
  readonly draftId: string | null;
  /** Hash of that draft, as its author confirmed it; left out: it is not known, or there is none. */
  readonly draftThere?: string;
  readonly fields: Partial<WireFields>;
  /** Ids there of the documents that were uploaded for this start alone. */
  readonly documents: readonly string[];
  /** When it was sent first, wall time. */
  readonly wallAt: number;
}

const instances = table("remote_instances", {
  key: column.text,
  accountKey: column.text,
  /** null: not known, or not there yet. */
  remoteId: column.textOrNull,
  /** The draft here that it was started from; null: it was adopted. */
  draftKey: column.textOrNull,
  title: column.text,
  state: column.oneOf<InstanceState>(),
  why: column.textOrNull,
  /** A start without an answer; null: none. */
  sent: column.json<SentStart | null>(isObjectWith({ kind: isText, documents: isListOf(isText) })),
  /** By the last look that found it; null: none has. */
  seen: column.json<SeenInstance | null>(isObjectWith({ status: isText, documents: isListOf(anything) })),
  /** Since the last own command or change [Y13]. */
  looks: column.integer,
  wallCreated: column.integer,
  /** When the last look was asked for; null: there was none. */
  wallLooked: column.integerOrNull,
  /** When the next look is due. */
  wallNext: column.integer,
});
/** Everything known about an instance on an account [Y12]; its access links are in the vault. */
export type RemoteInstanceRow = RowOf<typeof instances>;

const files = table("remote_files", {
  instanceKey: column.text,
  documentId: column.text,
  sha256: column.text,
  size: column.integer,
  /** The result of checking its seal. */
  valid: column.flag,
  signer: column.textOrNull,
  signedAt: column.textOrNull,
  reason: column.textOrNull,
});
/** A document of an instance on an account, as it was fetched once it was sealed. */
export type RemoteFileRow = RowOf<typeof files>;

const changes = table("remote_changes", {
  instanceKey: column.text,
  /** Within the instance. */
  ordinal: column.integer,
  change: column.json<InstanceChange>(isObjectWith({ what: isText })),
});

const commands = table("remote_commands", {
  key: column.text,
  instanceKey: column.text,
  /** Within the instance. */
  ordinal: column.integer,
  command: column.json<InstanceCommand>(isObjectWith({ kind: isText })),
  state: column.oneOf<CommandState>(),
  why: column.textOrNull,
  /** Of the instance, when it was sent; while it waits, when it was asked for. */
  timeoutBefore: column.integerOrNull,
  wallCreated: column.integer,
  /** null: it was not sent yet. */
  wallSent: column.integerOrNull,
});
/** A command from an author to an instance on an account [Y11]. */
export type RemoteCommandRow = RowOf<typeof commands>;

const drifts = table("remote_drifts", {
  instanceKey: column.text,
  report: column.json<DriftReport>(isObjectWith({ of: isText, state: isText, lines: isListOf(anything) })),
});

const unsealed = table("remote_unsealed", {
  instanceKey: column.text,
  wallFirst: column.integer,
  wallLast: column.integer,
  ending: column.integer,
});

/**
 * A run whose row cannot be read stands as refused, so that it holds up no other: the next look writes it anew. A start
 * whose row cannot be read may have been taken, and is not repeated.
 */
function decodeInstance(stored: StoredRow): RemoteInstanceRow {
  try {
    return instances.decode(stored);
  } catch (error) {
    if (!(error instanceof DamagedRowError)) throw error;
    const readable = instances.decode({ ...stored, sent: null, seen: null });
    return { ...readable, state: readable.remoteId === null ? "perhaps_started" : "refused", why: error.message };
  }
}

/** A list without its rows that cannot be read; `verify` names those. */
const readable =
  <Row>({ decode }: Pick<Table<Row>, "decode">) =>
  (stored: StoredRow): readonly Row[] => {
    try {
      return [decode(stored)];
    } catch (error) {
      if (error instanceof DamagedRowError) return [];
      throw error;
    }
  };

/** Commands of an instance that are still to be done, in order. */
const ofOpen = (instanceKey: string) =>
  sql`WHERE instanceKey = ${instanceKey} AND state IN ('waiting', 'sending') ORDER BY ordinal`;

export function reads(db: ReadConnection) {
  return {
    /** Oldest first. */
    ofAccount: (accountKey: string) =>
      db.all(sql`${instances.select} WHERE accountKey = ${accountKey} ORDER BY wallCreated, "key"`, decodeInstance),
    get: (key: string) => db.get(sql`${instances.select} WHERE "key" = ${key}`, decodeInstance),
    byRemoteId: (accountKey: string, remoteId: string) =>
      db.get(sql`${instances.select} WHERE accountKey = ${accountKey} AND remoteId = ${remoteId}`, decodeInstance),
    /** When the next look at one of the account's instances is due; null: never. */
    nextLook: (accountKey: string): number | null =>
      db.get(
        sql`SELECT min(wallNext) AS due FROM remote_instances
          WHERE accountKey = ${accountKey} AND remoteId IS NOT NULL AND state <> 'deleted_there'`,
        ({ due }) => (due === null ? null : Number(due)),
      ),
    /** States in which runs of an account are, and their commands, each once. What a look was refused is no refused command. */
    statesOf: (accountKey: string): readonly string[] =>
      db.all(
        sql`SELECT DISTINCT CASE state WHEN 'refused' THEN 'check_failed' ELSE state END AS state
            FROM remote_instances WHERE accountKey = ${accountKey}
          UNION SELECT DISTINCT remote_commands.state FROM remote_commands
            JOIN remote_instances ON remote_instances."key" = instanceKey WHERE accountKey = ${accountKey}`,
        ({ state }) => String(state),
      ),
    files: (instanceKey: string) =>
      db.all(sql`${files.select} WHERE instanceKey = ${instanceKey} ORDER BY documentId`, files.decode),
    /** Of every run. */
    allFiles: () => db.all(files.select, files.decode),
    /** In the order in which they were seen. */
    changes: (instanceKey: string): readonly InstanceChange[] =>
      db
        .all(sql`${changes.select} WHERE instanceKey = ${instanceKey} ORDER BY ordinal`, readable(changes))
        .flatMap((found) => found.map(({ change }) => change)),
    /** In the order in which they were asked for. */
    commands: (instanceKey: string) =>
      db.all(sql`${commands.select} WHERE instanceKey = ${instanceKey} ORDER BY ordinal`, readable(commands)).flat(),
    /** The ordinal of the last one; 0: none. */
    lastCommand: (instanceKey: string): number =>
      db.get(sql`SELECT max(ordinal) AS last FROM remote_commands WHERE instanceKey = ${instanceKey}`, ({ last }) =>
        Number(last ?? 0),
      ) ?? 0,
    /** Those that are still to be done, in that order. */
    openCommands: (instanceKey: string) =>
      db.all(sql`${commands.select} ${ofOpen(instanceKey)}`, readable(commands)).flat(),
    /** Their keys. */
    openCommandKeys: (instanceKey: string): readonly string[] =>
      db.all(sql`SELECT "key" FROM remote_commands ${ofOpen(instanceKey)}`, ({ key }) => String(key)),
    /** Those of all runs of an account that are not done, for each run in that order. */
    commandsNotDone: (accountKey: string) =>
      db
        .all(
          sql`SELECT ${commands.names} FROM remote_commands WHERE state <> 'done'
            AND instanceKey IN (SELECT "key" FROM remote_instances WHERE accountKey = ${accountKey})
            ORDER BY instanceKey, ordinal`,
          readable(commands),
        )
        .flat(),
    /** How a run was compared with the engine here; null: it was not. */
    drift: (instanceKey: string): DriftReport | null =>
      db.get(sql`${drifts.select} WHERE instanceKey = ${instanceKey}`, drifts.decode)?.report ?? null,
    /** When a run's unsealed documents were asked for; null: they were not. */
    unsealed(instanceKey: string): AskedUnsealed | null {
      const row = db.get(sql`${unsealed.select} WHERE instanceKey = ${instanceKey}`, unsealed.decode);
      return row === null ? null : { first: row.wallFirst, last: row.wallLast, ending: row.ending };
    },
    command: (key: string) => db.get(sql`${commands.select} WHERE "key" = ${key}`, commands.decode),
    /** Unreadable rows, a message for each. */
    damaged: (): readonly string[] => [
      ...damagedRows(db, instances, "key"),
      ...damagedRows(db, changes, "instanceKey", "ordinal"),
      ...damagedRows(db, commands, "key"),
      ...damagedRows(db, drifts, "instanceKey"),
    ],
  };
}

export function writes(db: WriteConnection) {
  const replacingCommand = commands.replacing("key");
  const putDrift = puttingTallied(db, drifts, "instanceKey");
  const putAsked = puttingTallied(db, unsealed, "instanceKey");
  const changeName = (instanceKey: string, ordinal: number) => `${instanceKey}/${ordinal}`;
  const lastChange = (instanceKey: string) =>
    db.get(sql`SELECT max(ordinal) AS last FROM remote_changes WHERE instanceKey = ${instanceKey}`, ({ last }) =>
      Number(last ?? 0),
    ) ?? 0;
  /** Those up to an ordinal. */
  const removeChanges = (instanceKey: string, last: number) => {
    const named = sql`SELECT ordinal FROM remote_changes WHERE instanceKey = ${instanceKey} AND ordinal <= ${last}`;
    for (const ordinal of db.all(named, (stored) => Number(stored.ordinal))) {
      const row = sql`DELETE FROM remote_changes WHERE instanceKey = ${instanceKey} AND ordinal = ${ordinal}`;
      removeTallied(db, "remote_changes", changeName(instanceKey, ordinal), row);
    }
  };
  const fileName = ({ instanceKey, documentId }: RemoteFileRow) => `${instanceKey}/${documentId}`;
  const { files: filesOf } = reads(db);
  const commandKeys = (instanceKey: string) =>
    db.all(sql`SELECT "key" FROM remote_commands WHERE instanceKey = ${instanceKey}`, (stored) => String(stored.key));
  const removeCommand = (key: string) =>
    removeTallied(db, "remote_commands", key, sql`DELETE FROM remote_commands WHERE "key" = ${key}`);

  return {
    put: puttingTallied(db, instances, "key"),
    /** @param most how many of the instance are kept: the latest */
    addChanges(instanceKey: string, seen: readonly InstanceChange[], most: number): void {
      if (seen.length === 0) return;
      let ordinal = lastChange(instanceKey);
      for (const change of seen) {
        ordinal += 1;
        db.run(changes.insert({ instanceKey, ordinal, change }));
        tallyIn(db, "remote_changes", changeName(instanceKey, ordinal));
      }
      if (ordinal > most) removeChanges(instanceKey, ordinal - most);
    },
    putFile: puttingTallied(db, files, "instanceKey", "documentId"),
    putCommand: puttingTallied(db, commands, "key"),
    /** @returns whether it is still there */
    updateCommand: (row: RemoteCommandRow): boolean => db.run(replacingCommand(row).update).changes > 0,
    putDrift: (instanceKey: string, report: DriftReport): void => putDrift({ instanceKey, report }),
    putUnsealed: (instanceKey: string, { first, last, ending }: AskedUnsealed): void =>
      putAsked({ instanceKey, wallFirst: first, wallLast: last, ending }),
    removeCommand,
    /** With its files' rows, changes, commands, comparison and what was asked for. */
    remove(key: string): void {
      removeChanges(key, lastChange(key));
      for (const file of filesOf(key)) {
        const row = sql`DELETE FROM remote_files WHERE instanceKey = ${key} AND documentId = ${file.documentId}`;
        removeTallied(db, "remote_files", fileName(file), row);
      }
      for (const command of commandKeys(key)) removeCommand(command);
      removeTallied(db, "remote_drifts", key, sql`DELETE FROM remote_drifts WHERE instanceKey = ${key}`);
      removeTallied(db, "remote_unsealed", key, sql`DELETE FROM remote_unsealed WHERE instanceKey = ${key}`);
      removeTallied(db, "remote_instances", key, sql`DELETE FROM remote_instances WHERE "key" = ${key}`);
    },
  };
}
