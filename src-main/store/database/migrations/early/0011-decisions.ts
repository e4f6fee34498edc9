import type { Migration } from "../migration.ts";

/** Which events were decided together: each has the seq of the first of them. Of those from before, nobody has written it down. */
export const decisions: Migration = {
  version: 11,
  name: "decisions",
  script: "ALTER TABLE events ADD COLUMN decision INTEGER",
};
