import type { Migration } from "../migration.ts";

/**
 * Events lie in the order in which they were recorded, so that an act writes the page that the act before it wrote, and
 * are found by the number of their instance: an index a tenth of the one by its id (decision 0419). Events whose
 * instance's row is gone are kept under numbers below zero, for `verify` to tell. Nothing is sorted: a sort of millions
 * of rows would fill the folder for temporary files, which may be a small one.
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
    CREATE UNIQUE INDEX events_of_instance ON events (instance, seq);
    INSERT INTO events (instance, seq, recorded, "by", hash, event)
      SELECT ordinal, seq, recorded, "by", hash, event
      FROM events_by_id CROSS JOIN instances ON id = instanceId ORDER BY instanceId, seq;
    INSERT INTO events (instance, seq, recorded, "by", hash, event)
      SELECT -dense_rank() OVER (ORDER BY instanceId), seq, recorded, "by", hash, event
      FROM events_by_id WHERE instanceId NOT IN (SELECT id FROM instances);
    DROP TABLE events_by_id;
  `,
};
