import { beginTallies } from "../tallies.ts";
import type { Migration } from "./migration.ts";

/** Remote accounts, what of this workspace is what there, and where a version came from. */
export const remoteAccounts: Migration = {
  version: 17,
  name: "remote-accounts",
  script: `
    CREATE TABLE remote_accounts (
      "key" TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      nameFolded TEXT NOT NULL UNIQUE,
      accountId TEXT NOT NULL,
      baseUrl TEXT NOT NULL,
      dialect TEXT NOT NULL,
      level TEXT NOT NULL,
      parts TEXT NOT NULL,
      apiVersion TEXT,
      stopped TEXT,
      wallCreated INTEGER NOT NULL,
      wallContact INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE remote_mappings (
      accountKey TEXT NOT NULL,
      kind TEXT NOT NULL,
      localKey TEXT NOT NULL,
      remoteId TEXT,
      state TEXT NOT NULL,
      why TEXT,
      etag TEXT,
      mark TEXT,
      wallAt INTEGER NOT NULL,
      base TEXT,
      sent TEXT,
      theirs TEXT,
      conflicts TEXT NOT NULL,
      dropped TEXT NOT NULL,
      PRIMARY KEY (accountKey, kind, localKey)
    ) STRICT;
    CREATE UNIQUE INDEX remote_mappings_of_draft ON remote_mappings (localKey) WHERE kind = 'draft';
    CREATE UNIQUE INDEX remote_mappings_of_remote ON remote_mappings (accountKey, kind, remoteId)
      WHERE kind <> 'document';

    ALTER TABLE draft_versions ADD COLUMN source TEXT;
  `,
  fill: (db) => beginTallies(db, ["remote_accounts", "remote_mappings"]),
};
