import type { Migration } from "./migration.ts";

/** Runs sorted by their stage. A column, because SQLite compares no pair that holds an expression by an index. */
export const runsByStage: Migration = {
  version: 23,
  name: "runs-by-stage",
  script: `
    ALTER TABLE instances ADD COLUMN stageSorted TEXT GENERATED ALWAYS AS (lower(ifnull(stage, ''))) VIRTUAL;
    CREATE INDEX instances_by_stage ON instances (stageSorted);
  `,
};
