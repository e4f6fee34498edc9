import type { Migration } from "../migration.ts";

/** Versions are reported by why they are there and by a name; the text comes last, so that a list need not read it. */
export const draftVersions: Migration = {
  version: 2,
  name: "draft-versions",
  script: `
    CREATE TABLE versions_of_drafts (
      draftId INTEGER NOT NULL REFERENCES drafts (id) ON DELETE CASCADE,
      revision INTEGER NOT NULL,
      wallAt INTEGER NOT NULL,
      origin TEXT NOT NULL,
      ran INTEGER NOT NULL DEFAULT 0 CHECK (ran IN (0, 1)),
      name TEXT,
      size INTEGER NOT NULL,
      text TEXT NOT NULL,
      PRIMARY KEY (draftId, revision)
    ) STRICT;
    INSERT INTO versions_of_drafts (draftId, revision, wallAt, origin, size, text)
      SELECT draftId, revision, wallAt, CASE revision WHEN 1 THEN 'created' ELSE 'edited' END, length(text), text
      FROM draft_versions;
    DROP TABLE draft_versions;
    ALTER TABLE versions_of_drafts RENAME TO draft_versions;
  `,
};
