import { beginTallies } from "../tallies.ts";
import type { Migration } from "./migration.ts";

/** Those that are there at this step. */
const TABLES = [
  ...(["instances", "tombstones", "accounts", "credentials", "folders", "drafts", "draft_versions"] as const),
  ...(["documents", "clocks", "scripts", "secrets", "settings"] as const),
];

/** A sum over the rows of each table of value (decision 0504). */
export const tallies: Migration = {
  version: 16,
  name: "tallies",
  script: `
    CREATE TABLE tallies (
      name TEXT PRIMARY KEY,
      sum INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
  fill: (db) => beginTallies(db, TABLES),
};
