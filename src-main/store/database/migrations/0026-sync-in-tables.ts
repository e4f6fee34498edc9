import { sql } from "../sql.ts";
import { beginTallies, removeTallied } from "../tallies.ts";
import { members } from "./json-settings.ts";
import type { Migration } from "./migration.ts";

const SETTINGS = ["sync.accounts", "sync.rests", "sync.drifts"] as const;

const NOTHING_WAITS = JSON.stringify({ drafts: [], retention: false, commands: [] });

/** How remote accounts are kept in sync, until when they are left alone, and how their runs were compared: settings before. */
export const syncInTables: Migration = {
  version: 26,
  name: "sync-in-tables",
  script: `
    CREATE TABLE remote_syncs (
      accountKey TEXT PRIMARY KEY,
      automatic INTEGER NOT NULL CHECK (automatic IN (0, 1)),
      held TEXT NOT NULL,
      leftThere TEXT NOT NULL,
      waiting TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO remote_syncs
      SELECT "key", json_extract(value, '$.automatic'), json_extract(value, '$.held'),
        ifnull(json_extract(value, '$.left'), '{}'),
        json_patch('${NOTHING_WAITS}', ifnull(json_extract(value, '$.waiting'), '{}'))
      FROM ${members("sync.accounts")}
      WHERE type = 'object' AND "key" IN (SELECT "key" FROM remote_accounts) AND json_extract(value, '$.automatic') IN (0, 1) AND json_type(value, '$.held') = 'array';

    CREATE TABLE remote_rests (accountKey TEXT PRIMARY KEY, wallUntil INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    INSERT INTO remote_rests SELECT "key", value FROM ${members("sync.rests")} 
      WHERE type = 'integer' AND "key" IN (SELECT "key" FROM remote_accounts);

    CREATE TABLE remote_drifts (instanceKey TEXT PRIMARY KEY, report TEXT NOT NULL) STRICT, WITHOUT ROWID;
    INSERT INTO remote_drifts SELECT "key", value FROM ${members("sync.drifts")}
      WHERE type = 'object' AND "key" IN (SELECT "key" FROM remote_instances);
  `,
  fill: (db) => {
    beginTallies(db, ["remote_syncs", "remote_rests", "remote_drifts"]);
    for (const key of SETTINGS) removeTallied(db, "settings", key, sql`DELETE FROM settings WHERE "key" = ${key}`);
  },
};
