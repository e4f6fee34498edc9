import { sql } from "../sql.ts";
import { beginTallies } from "../tallies.ts";
import type { Migration } from "./migration.ts";

const INSTANCE = "/flow/instances/{id}";
const post = (path: string) => ({ method: "POST", path });

const SPELLED = {
  calls: {
    startInstance: post("/flow/instances"),
    startDraft: post("/flow/drafts/{id}/start"),
    instance: { method: "GET", path: INSTANCE },
    trashedInstance: { method: "GET", path: `${INSTANCE}?trashed=true` },
    cancelInstance: post(`${INSTANCE}/cancel`),
    prolongInstance: post(`${INSTANCE}/prolong`),
    remindParticipants: post(`${INSTANCE}/remind`),
    trashInstance: post(`${INSTANCE}/trash`),
    restoreInstance: post(`${INSTANCE}/restore`),
    removeInstance: { method: "DELETE", path: INSTANCE },
  },
  names: { days: "days", participants: "participants" },
  instanceFields: {},
  accessLink: "/flow/overview/{instance}/{participant}/{secret}",
};

/** What is known of the instances of remote accounts, their sealed documents, and what their author still asks of them. */
export const remoteInstances: Migration = {
  version: 19,
  name: "remote-instances",
  script: `
    CREATE TABLE remote_instances (
      "key" TEXT PRIMARY KEY,
      accountKey TEXT NOT NULL,
      remoteId TEXT,
      draftKey TEXT,
      title TEXT NOT NULL,
      state TEXT NOT NULL,
      why TEXT,
      sent TEXT,
      seen TEXT,
      changes TEXT NOT NULL,
      looks INTEGER NOT NULL,
      wallCreated INTEGER NOT NULL,
      wallLooked INTEGER,
      wallNext INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX remote_instances_of_account ON remote_instances (accountKey, remoteId);

    CREATE TABLE remote_files (
      instanceKey TEXT NOT NULL,
      documentId TEXT NOT NULL,
      sha256 TEXT NOT NULL,
      size INTEGER NOT NULL,
      valid INTEGER NOT NULL,
      signer TEXT,
      signedAt TEXT,
      reason TEXT,
      PRIMARY KEY (instanceKey, documentId)
    ) STRICT;
    CREATE INDEX remote_files_by_blob ON remote_files (sha256);

    CREATE TABLE remote_commands (
      "key" TEXT PRIMARY KEY,
      instanceKey TEXT NOT NULL,
      ordinal INTEGER NOT NULL,
      command TEXT NOT NULL,
      state TEXT NOT NULL,
      why TEXT,
      timeoutBefore INTEGER,
      wallCreated INTEGER NOT NULL,
      wallSent INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX remote_commands_in_order ON remote_commands (instanceKey, ordinal);
  `,
  fill: (db) => {
    // Accounts of before spell what is new as ours does.
    db.run(sql`UPDATE remote_accounts SET dialect = json_patch(dialect, ${JSON.stringify(SPELLED)})`);
    beginTallies(db, ["remote_instances", "remote_files", "remote_commands"]);
  },
};
