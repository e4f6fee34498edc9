import type { Migration } from "./migration.ts";

/** Expectations and scenarios of a draft, and of each of its versions; "": none (decision 0805). */
export const companions: Migration = {
  version: 14,
  name: "companions",
  script: `
    ALTER TABLE drafts ADD COLUMN expectations TEXT NOT NULL DEFAULT '';
    ALTER TABLE drafts ADD COLUMN scenarios TEXT NOT NULL DEFAULT '';
    ALTER TABLE draft_versions ADD COLUMN expectations TEXT NOT NULL DEFAULT '';
    ALTER TABLE draft_versions ADD COLUMN scenarios TEXT NOT NULL DEFAULT '';
  `,
};
