import { beginTallies } from "../tallies.ts";
import type { Migration } from "./migration.ts";

/** What was seen to change of remote runs, a row for each change: a look wrote all of a run's anew before. */
export const remoteChanges: Migration = {
  version: 27,
  name: "remote-changes",
  script: `
    CREATE TABLE remote_changes (
      instanceKey TEXT NOT NULL,
      ordinal INTEGER NOT NULL,
      change TEXT NOT NULL,
      PRIMARY KEY (instanceKey, ordinal)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO remote_changes
      SELECT instances."key", change."key" + 1, change.value
      FROM remote_instances AS instances, json_each(iif(json_valid(changes), changes, '[]')) AS change
      WHERE change.type = 'object';
    ALTER TABLE remote_instances DROP COLUMN changes;
  `,
  fill: (db) => beginTallies(db, ["remote_changes"]),
};
