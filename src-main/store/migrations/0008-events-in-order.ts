import type { Migration } from "./migration.ts";

/**
 * Events lie in the order in which they were recorded, so that an act writes the page that the act before it wrote, and
 * are found by the number of their instance: an index a tenth of the one by its id (decision 0419). Events whose
 * instance's row is gone are kept under numbers below zero, for `verify` to tell.
 */
export const eventsInOrder: Migration = {
  version: 8,
  name: "events-in-order",
  script: `
    ALTER TABLE events RENAME TO events_by_id;
    CREATE TABLE events (
      ordinal INTEGER PRIMARY KEY,
      instance INTEGER NOT NULL,
      seq INTEGER NOT NULL,
      recorded INTEGER NOT NULL,
      "by" TEXT NOT NULL,
      hash TEXT NOT NULL,
      event TEXT NOT NULL
    ) STRICT;
    INSERT INTO events (instance, seq, recorded, "by", hash, event)
      SELECT coalesce(instances.ordinal, -dense_rank() OVER (ORDER BY instanceId)) AS instance, seq, recorded, "by", hash, event
      FROM events_by_id LEFT JOIN instances ON instances.id = instanceId
      ORDER BY instance, seq;
    DROP TABLE events_by_id;
    CREATE UNIQUE INDEX events_of_instance ON events (instance, seq);
  `,
};
