import type { Migration } from "../migration.ts";

/** SHA-256 hex of a version's text as it was written, by which a later change of it is seen; null: an earlier release wrote it. */
export const draftHashes: Migration = {
  version: 9,
  name: "draft-hashes",
  script: `
    ALTER TABLE draft_versions ADD COLUMN sha256 TEXT;
  `,
};
