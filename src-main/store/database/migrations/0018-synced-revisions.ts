import type { Migration } from "./migration.ts";

/** At which revision a draft was seen to be as its account has it; 0: none, or it must be looked at each time. */
export const syncedRevisions: Migration = {
  version: 18,
  name: "synced-revisions",
  script: "ALTER TABLE remote_mappings ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;",
};
