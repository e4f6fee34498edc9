import type { Migration } from "./migration.ts";

/** The steps that a run follows, and how far it has come (decision 0435). */
export const scripts: Migration = {
  version: 15,
  name: "scripts",
  script: `
    CREATE TABLE scripts (
      instanceId TEXT PRIMARY KEY,
      title TEXT NOT NULL,
      steps TEXT NOT NULL,
      done INTEGER NOT NULL,
      stopped TEXT
    ) STRICT;
  `,
};
