import type { Migration } from "./migration.ts";

/** The last modified drafts of a title. By `drafts_by_name` they had to be sorted, so SQLite walked all drafts by time instead. */
export const draftsByTitle: Migration = {
  version: 30,
  name: "drafts-by-title",
  script: "CREATE INDEX drafts_by_title ON drafts (titleFolded, archived, wallModified);",
};
