import type { Migration } from "./migration.ts";

/** Of a run that has nothing due: the last instant that a cursor carries. */
const NEVER = 9_007_199_254_740_991;

/** When the first job of an instance on its clock is due, as a list sorts it; no cursor carries an instant before 1970. */
const firstOf = (instance: string): string =>
  `max(0, ifnull((SELECT min(dueAt) FROM jobs WHERE instanceId = ${instance} AND wall = 0), ${NEVER}))`;

const recompute = (instance: string): string =>
  `UPDATE instances SET dueSorted = first.at FROM (SELECT ${firstOf(instance)} AS at) AS first
    WHERE id = ${instance} AND dueSorted <> first.at;`;

/**
 * Runs sorted by what happens next (decision 0421). Triggers follow the jobs, so an act that plans nothing else writes neither
 * the column nor its index.
 */
export const runsByDue: Migration = {
  version: 25,
  name: "runs-by-due",
  script: `
    ALTER TABLE instances ADD COLUMN dueSorted INTEGER NOT NULL DEFAULT ${NEVER};
    UPDATE instances SET dueSorted = ${firstOf("instances.id")};
    CREATE INDEX instances_by_due ON instances (dueSorted);
    CREATE TRIGGER instances_due AFTER INSERT ON instances BEGIN ${recompute("new.id")} END;
    CREATE TRIGGER jobs_in AFTER INSERT ON jobs WHEN new.wall = 0 BEGIN
      UPDATE instances SET dueSorted = max(0, new.dueAt) WHERE id = new.instanceId AND dueSorted > max(0, new.dueAt);
    END;
    CREATE TRIGGER jobs_moved AFTER UPDATE OF dueAt, wall ON jobs WHEN old.dueAt <> new.dueAt OR old.wall <> new.wall BEGIN
      ${recompute("new.instanceId")}
    END;
    CREATE TRIGGER jobs_out AFTER DELETE ON jobs WHEN old.wall = 0 BEGIN ${recompute("old.instanceId")} END;
  `,
};
