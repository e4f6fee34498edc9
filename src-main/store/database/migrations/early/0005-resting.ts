import type { Migration } from "../migration.ts";

/** A folder's policy is about its ended instances: they are found without a look at those that run. */
export const resting: Migration = {
  version: 5,
  name: "resting",
  script: `
    CREATE INDEX instances_at_rest ON instances (accountId) WHERE status NOT IN ('in_progress', 'finalising');
  `,
};
