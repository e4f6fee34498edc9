import { Connection } from "../../src-main/store/database/connection.ts";
import { migrate } from "../../src-main/store/database/migrate.ts";
import { migrations } from "../../src-main/store/database/migrations/index.ts";
import { sqliteStore } from "../../src-main/store/database/sqlite-store.ts";
import type { Store } from "../../src-main/store/index.ts";

/** A store in memory, for tests that need no file. */
export function memoryStore(): Store {
  const db = new Connection(":memory:");
  db.script("PRAGMA foreign_keys = ON");
  migrate(db, migrations, () => undefined);
  return sqliteStore(db, () => undefined);
}
