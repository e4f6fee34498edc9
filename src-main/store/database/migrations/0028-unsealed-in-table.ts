import { sql } from "../sql.ts";
import { beginTallies, removeTallied } from "../tallies.ts";
import { members } from "./json-settings.ts";
import type { Migration } from "./migration.ts";

const SETTING = "sync.unsealed";

/** When the unsealed documents of runs on remote accounts were asked for: a setting before. */
export const unsealedInTable: Migration = {
  version: 28,
  name: "unsealed-in-table",
  script: `
    CREATE TABLE remote_unsealed (
      instanceKey TEXT PRIMARY KEY,
      wallFirst INTEGER NOT NULL,
      wallLast INTEGER NOT NULL,
      ending INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO remote_unsealed
      SELECT "key", json_extract(value, '$.first'), json_extract(value, '$.last'), json_extract(value, '$.ending')
      FROM ${members(SETTING)}
      WHERE type = 'object' AND "key" IN (SELECT "key" FROM remote_instances) AND json_type(value, '$.first') = 'integer'
        AND json_type(value, '$.last') = 'integer' AND json_type(value, '$.ending') = 'integer';
  `,
  fill: (db) => {
    beginTallies(db, ["remote_unsealed"]);
    removeTallied(db, "settings", SETTING, sql`DELETE FROM settings WHERE "key" = ${SETTING}`);
  },
};
