import type { Migration } from "./migration.ts";

/** When a message is read, and its link followed, by the author's rules. */
export const mailRead: Migration = {
  version: 22,
  name: "mail-read",
  script: "ALTER TABLE mail ADD COLUMN readAt INTEGER; ALTER TABLE mail ADD COLUMN clickedAt INTEGER;",
};
