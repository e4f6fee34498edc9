import type { Migration } from "./migration.ts";

/** The row holds the next time-out or reminder; lists read a run's next due item from its clock (decision 0421). */
export const wakesAt: Migration = {
  version: 13,
  name: "wakes-at",
  script: "ALTER TABLE instances RENAME COLUMN nextDueAt TO wakesAt",
};
