import type { Migration } from "../migration.ts";

/**
 * The first schema. Columns carry the names of the port (types.ts). Lists that are "newest first" follow `ordinal`, the
 * order of insertion, because flow time differs from clock to clock. Ids of digits are AUTOINCREMENT: never used twice.
 */
export const initial: Migration = {
  version: 1,
  name: "initial",
  script: `
    CREATE TABLE instances (
      ordinal INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      titleFolded TEXT NOT NULL,
      title TEXT NOT NULL,
      status TEXT NOT NULL,
      trashed INTEGER NOT NULL CHECK (trashed IN (0, 1)),
      origin TEXT NOT NULL,
      clockId TEXT NOT NULL,
      accountId TEXT NOT NULL,
      folderId TEXT,
      draftId TEXT,
      stage TEXT,
      waitingFor TEXT NOT NULL,
      nextDueAt INTEGER,
      startedAt INTEGER NOT NULL,
      lastEventAt INTEGER NOT NULL,
      timeoutAt INTEGER NOT NULL,
      lastSeq INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX instances_by_status ON instances (status);
    CREATE INDEX instances_in_trash ON instances (trashed) WHERE trashed = 1;
    CREATE INDEX instances_of_draft ON instances (draftId) WHERE draftId IS NOT NULL;

    CREATE TABLE tombstones (
      id TEXT PRIMARY KEY,
      titleHash TEXT NOT NULL,
      wallDeleted INTEGER NOT NULL,
      lastHash TEXT
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE events (
      instanceId TEXT NOT NULL,
      seq INTEGER NOT NULL,
      recorded INTEGER NOT NULL,
      "by" TEXT NOT NULL,
      hash TEXT NOT NULL,
      event TEXT NOT NULL,
      PRIMARY KEY (instanceId, seq)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE jobs (
      id TEXT PRIMARY KEY,
      instanceId TEXT NOT NULL,
      clockId TEXT NOT NULL,
      kind TEXT NOT NULL,
      rank INTEGER NOT NULL,
      dueAt INTEGER NOT NULL,
      wall INTEGER NOT NULL CHECK (wall IN (0, 1)),
      attempts INTEGER NOT NULL,
      payload TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX jobs_by_clock ON jobs (clockId, wall, dueAt, rank);
    CREATE INDEX jobs_on_the_wall ON jobs (dueAt, rank) WHERE wall = 1;
    CREATE INDEX jobs_of_instance ON jobs (instanceId);

    CREATE TABLE clocks (
      ordinal INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      "virtual" INTEGER NOT NULL CHECK ("virtual" IN (0, 1)),
      now INTEGER,
      CHECK ("virtual" = (now IS NOT NULL))
    ) STRICT;

    CREATE TABLE drafts (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      "key" TEXT NOT NULL UNIQUE,
      accountId TEXT NOT NULL,
      titleFolded TEXT NOT NULL,
      title TEXT NOT NULL,
      format TEXT NOT NULL,
      revision INTEGER NOT NULL,
      errors INTEGER NOT NULL,
      warnings INTEGER NOT NULL,
      folderId TEXT,
      archived INTEGER NOT NULL CHECK (archived IN (0, 1)),
      wallCreated INTEGER NOT NULL,
      wallModified INTEGER NOT NULL,
      text TEXT NOT NULL,
      goodText TEXT NOT NULL
    ) STRICT;
    CREATE INDEX drafts_by_modified ON drafts (archived, wallModified);

    CREATE TABLE draft_versions (
      draftId INTEGER NOT NULL REFERENCES drafts (id) ON DELETE CASCADE,
      revision INTEGER NOT NULL,
      wallAt INTEGER NOT NULL,
      text TEXT NOT NULL,
      PRIMARY KEY (draftId, revision)
    ) STRICT;

    CREATE TABLE documents (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      "key" TEXT NOT NULL UNIQUE,
      accountId TEXT NOT NULL,
      title TEXT NOT NULL,
      fileName TEXT NOT NULL,
      sha256 TEXT NOT NULL,
      size INTEGER NOT NULL,
      pages INTEGER NOT NULL,
      instanceId TEXT,
      name TEXT,
      state TEXT,
      sealedSha256 TEXT,
      wallCreated INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX documents_of_instance ON documents (instanceId);
    CREATE INDEX documents_by_blob ON documents (sha256);
    CREATE INDEX documents_by_sealed_blob ON documents (sealedSha256) WHERE sealedSha256 IS NOT NULL;
    INSERT INTO sqlite_sequence (name, seq) VALUES ('documents', 1000);

    CREATE TABLE mail (
      ordinal INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      instanceId TEXT NOT NULL,
      notification INTEGER,
      participant TEXT NOT NULL,
      method TEXT NOT NULL,
      kind TEXT NOT NULL,
      "to" TEXT,
      subject TEXT,
      codeRef TEXT,
      status TEXT NOT NULL,
      reason TEXT,
      sentAt INTEGER NOT NULL,
      wallSent INTEGER NOT NULL,
      attachments TEXT NOT NULL,
      folded TEXT NOT NULL,
      text TEXT NOT NULL,
      html TEXT
    ) STRICT;
    CREATE INDEX mail_of_instance ON mail (instanceId);

    CREATE TABLE callbacks (
      ordinal INTEGER PRIMARY KEY,
      eventId TEXT NOT NULL UNIQUE,
      instanceId TEXT NOT NULL,
      sequence INTEGER NOT NULL,
      type TEXT NOT NULL,
      url TEXT,
      state TEXT NOT NULL,
      attempts INTEGER NOT NULL,
      nextAttemptAt INTEGER,
      createdAt INTEGER NOT NULL,
      body TEXT NOT NULL
    ) STRICT;
    CREATE INDEX callbacks_of_instance ON callbacks (instanceId);
    CREATE INDEX callbacks_by_state ON callbacks (state);

    CREATE TABLE callback_attempts (
      eventId TEXT NOT NULL REFERENCES callbacks (eventId) ON DELETE CASCADE,
      attempt INTEGER NOT NULL,
      "at" INTEGER NOT NULL,
      wallAt INTEGER NOT NULL,
      durationMs REAL NOT NULL,
      requestHeaders TEXT NOT NULL,
      status INTEGER,
      responseHeaders TEXT,
      error TEXT,
      responseBody TEXT,
      PRIMARY KEY (eventId, attempt)
    ) STRICT;

    CREATE TABLE accounts (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      email TEXT NOT NULL,
      emailFolded TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      passwordHash TEXT NOT NULL,
      twoFactor INTEGER NOT NULL CHECK (twoFactor IN (0, 1)),
      recordEndUserInfo INTEGER NOT NULL CHECK (recordEndUserInfo IN (0, 1))
    ) STRICT;

    CREATE TABLE credentials (
      accountId INTEGER PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
      apitoken TEXT NOT NULL,
      accesstoken TEXT NOT NULL,
      sealedApisecret BLOB NOT NULL,
      sealedAccesssecret BLOB NOT NULL,
      UNIQUE (apitoken, accesstoken)
    ) STRICT;

    CREATE TABLE sessions (
      tokenHash TEXT PRIMARY KEY,
      accountId TEXT,
      instanceId TEXT,
      participant TEXT,
      csrf TEXT NOT NULL,
      wallCreated INTEGER NOT NULL,
      wallExpires INTEGER NOT NULL,
      viewAuthenticated INTEGER NOT NULL CHECK (viewAuthenticated IN (0, 1))
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX sessions_of_instance ON sessions (instanceId) WHERE instanceId IS NOT NULL;
    CREATE INDEX sessions_by_expiry ON sessions (wallExpires);

    CREATE TABLE links (
      ordinal INTEGER PRIMARY KEY,
      instanceId TEXT NOT NULL,
      participant TEXT NOT NULL,
      participantId TEXT NOT NULL,
      secretHash TEXT NOT NULL,
      sealedSecret BLOB NOT NULL,
      UNIQUE (instanceId, participantId)
    ) STRICT;

    CREATE TABLE secrets (
      ref TEXT PRIMARY KEY,
      sealed BLOB NOT NULL,
      instanceId TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX secrets_of_instance ON secrets (instanceId) WHERE instanceId IS NOT NULL;

    CREATE TABLE folders (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      accountId TEXT NOT NULL,
      name TEXT NOT NULL,
      home INTEGER NOT NULL CHECK (home IN (0, 1)),
      retention TEXT NOT NULL
    ) STRICT;
    CREATE INDEX folders_of_account ON folders (accountId);
    CREATE UNIQUE INDEX folders_one_home ON folders (accountId) WHERE home = 1;

    CREATE TABLE settings (
      "key" TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE audit (
      ordinal INTEGER PRIMARY KEY,
      instanceId TEXT NOT NULL,
      wallAt INTEGER NOT NULL,
      "by" TEXT NOT NULL,
      command TEXT NOT NULL,
      code TEXT NOT NULL,
      message TEXT NOT NULL
    ) STRICT;
    CREATE INDEX audit_of_instance ON audit (instanceId);

    CREATE TABLE outbound (
      ordinal INTEGER PRIMARY KEY,
      wallAt INTEGER NOT NULL,
      kind TEXT NOT NULL,
      target TEXT NOT NULL,
      result TEXT NOT NULL
    ) STRICT;

    INSERT INTO clocks (id, name, "virtual", now) VALUES ('real', 'Real clock', 0, NULL);
  `,
};
