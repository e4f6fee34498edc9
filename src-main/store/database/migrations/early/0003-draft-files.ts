import type { Migration } from "../migration.ts";

/** The file that a draft was opened from, and how the two stood when they last agreed. */
export const draftFiles: Migration = {
  version: 3,
  name: "draft-files",
  script: `
    CREATE TABLE draft_files (
      draftId INTEGER PRIMARY KEY REFERENCES drafts (id) ON DELETE CASCADE,
      path TEXT NOT NULL UNIQUE,
      fileSha256 TEXT NOT NULL,
      draftSha256 TEXT NOT NULL,
      documents TEXT NOT NULL
    ) STRICT;
  `,
};
