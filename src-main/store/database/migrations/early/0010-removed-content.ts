import type { Migration } from "../migration.ts";

/** What was taken out of a PDF when it came, as a JSON list of kinds (decision 0206). */
export const removedContent: Migration = {
  version: 10,
  name: "removed-content",
  script: `ALTER TABLE documents ADD COLUMN removed TEXT NOT NULL DEFAULT '[]'`,
};
