import path from "node:path";
import Database from "better-sqlite3";

/** The version that `downgradeWorkspace` leaves: the last before the events lay in order (step 8). */
export const OLD_VERSION = 7;

/** Undoes step 20. */
const BEFORE_NAMES = ["drafts", "instances", "links", "documents", "mail", "callbacks"]
  .map((table) => {
    const triggers = ["named", "renamed", "unnamed"].map((name) => `DROP TRIGGER ${table}_${name};`);
    return `DROP INDEX ${table}_by_name; ${triggers.join(" ")}`;
  })
  .concat(
    "DROP TABLE names_by_part; DROP TABLE names; ALTER TABLE documents DROP COLUMN nameFolded;",
    "ALTER TABLE mail DROP COLUMN subjectFolded;",
    "ALTER TABLE links DROP COLUMN person; ALTER TABLE links DROP COLUMN personFolded;",
  )
  .join("\n");

/** Undoes steps 17 to 30. */
export const BEFORE_REMOTES = `
  DROP INDEX drafts_by_title;
  ALTER TABLE callback_attempts DROP COLUMN standIn;
  DROP TRIGGER instances_due; DROP TRIGGER jobs_in; DROP TRIGGER jobs_moved; DROP TRIGGER jobs_out;
  DROP INDEX instances_by_due; ALTER TABLE instances DROP COLUMN dueSorted;
  DROP TABLE draft_people; ALTER TABLE drafts DROP COLUMN people;
  DROP INDEX instances_by_stage; ALTER TABLE instances DROP COLUMN stageSorted;
  ALTER TABLE mail DROP COLUMN readAt; ALTER TABLE mail DROP COLUMN clickedAt;
  ${BEFORE_NAMES}
  DROP TABLE remote_accounts; DROP TABLE remote_mappings; ALTER TABLE draft_versions DROP COLUMN source;
  DROP TABLE remote_instances; DROP TABLE remote_files; DROP TABLE remote_commands; DROP TABLE remote_changes;
  DROP TABLE remote_syncs; DROP TABLE remote_rests; DROP TABLE remote_drifts;
  DROP TABLE remote_unsealed;
`;

/** Leaves a closed workspace with what it holds as a Countersign of that version would have. */
export function downgradeWorkspace(dir: string): void {
  const db = new Database(path.join(dir, "countersign.db"));
  db.exec(`
    DROP INDEX events_of_instance;
    ALTER TABLE events RENAME TO in_order;
    CREATE TABLE events (instanceId TEXT NOT NULL, seq INTEGER NOT NULL, recorded INTEGER NOT NULL, "by" TEXT NOT NULL,
      hash TEXT NOT NULL, event TEXT NOT NULL, PRIMARY KEY (instanceId, seq)) STRICT, WITHOUT ROWID;
    INSERT INTO events SELECT id, seq, recorded, "by", hash, event FROM in_order JOIN instances ON instances.ordinal = instance;
    DROP TABLE in_order;
    ALTER TABLE draft_versions DROP COLUMN sha256;
    ALTER TABLE draft_versions DROP COLUMN expectations;
    ALTER TABLE draft_versions DROP COLUMN scenarios;
    ALTER TABLE drafts DROP COLUMN expectations;
    ALTER TABLE drafts DROP COLUMN scenarios;
    ALTER TABLE documents DROP COLUMN removed;
    DROP TABLE leaving_blobs;
    DROP TABLE sending_forks;
    DROP TABLE scripts;
    DROP TABLE tallies;
    ${BEFORE_REMOTES}
    ALTER TABLE instances RENAME COLUMN wakesAt TO nextDueAt;
    DROP INDEX jobs_deferred;
    ALTER TABLE jobs DROP COLUMN deferredFrom;
    ALTER TABLE folders DROP COLUMN rescheduling;
  `);
  db.pragma(`user_version = ${OLD_VERSION}`);
  db.close();
}
