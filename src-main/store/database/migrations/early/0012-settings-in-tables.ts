import type { Migration } from "../migration.ts";

/** A list of ids that a setting held as JSON; none where it is damaged. */
const listed = (key: string) =>
  `(SELECT value FROM json_each((SELECT CASE WHEN json_valid(value) THEN value ELSE '[]' END FROM settings WHERE "key" = '${key}')))`;

/** Lists that were kept as settings: files yet to remove, deferred jobs, forks whose callbacks go out, changed retentions. */
export const settingsInTables: Migration = {
  version: 12,
  name: "settings-in-tables",
  script: `
    CREATE TABLE leaving_blobs (sha256 TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
    INSERT INTO leaving_blobs
      SELECT substr("key", length('documents.leaving.') + 1) FROM settings WHERE "key" GLOB 'documents.leaving.*';

    ALTER TABLE jobs ADD COLUMN deferredFrom TEXT;
    UPDATE jobs SET deferredFrom = (SELECT value FROM settings WHERE "key" = 'jobs.put-off.' || jobs.id AND json_valid(value));
    CREATE INDEX jobs_deferred ON jobs (id) WHERE deferredFrom IS NOT NULL;

    CREATE TABLE sending_forks (instanceId TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
    INSERT INTO sending_forks SELECT id FROM instances WHERE id IN ${listed("callbacks.sending-forks")};

    ALTER TABLE folders ADD COLUMN rescheduling INTEGER NOT NULL DEFAULT 0 CHECK (rescheduling IN (0, 1));
    UPDATE folders SET rescheduling = 1 WHERE CAST(id AS TEXT) IN ${listed("retention.replanned-folders")};

    DELETE FROM settings WHERE "key" GLOB 'documents.leaving.*' OR "key" GLOB 'jobs.put-off.*'
      OR "key" IN ('callbacks.sending-forks', 'retention.replanned-folders');
  `,
};
