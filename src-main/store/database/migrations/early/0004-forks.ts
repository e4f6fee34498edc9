import type { Migration } from "../migration.ts";

/**
 * The source of a fork, which only its start event had: a source lists its forks by it. A start that cannot be read
 * any more is `verify`'s to tell, and keeps nobody from the upgrade.
 */
export const forks: Migration = {
  version: 4,
  name: "forks",
  script: `
    ALTER TABLE instances ADD COLUMN forkOf TEXT;
    UPDATE instances SET forkOf = (
      SELECT CASE WHEN json_valid(event) THEN json_extract(event, '$.forkOf') END
      FROM events WHERE instanceId = instances.id AND seq = 1
    );
    CREATE INDEX instances_of_source ON instances (forkOf ->> 'instanceId') WHERE forkOf IS NOT NULL;
  `,
};
