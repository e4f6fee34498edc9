import { sql } from "../sql.ts";
import type { Migration } from "./migration.ts";

/** How ours takes a policy; an account of an earlier release learns it. */
const CALL = { calls: { setRetention: { method: "PUT", path: "/flow/folders/home/data_retention" } } };

/** The data retention of a remote account: as it was seen, and what its author asked for [Y11]. */
export const remoteRetention: Migration = {
  version: 21,
  name: "remote-retention",
  script: "ALTER TABLE remote_accounts ADD COLUMN retention TEXT;",
  fill(db) {
    db.run(sql`UPDATE remote_accounts SET dialect = json_patch(dialect, ${JSON.stringify(CALL)})`);
  },
};
