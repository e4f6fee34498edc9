import Database from "better-sqlite3";
import type { Side } from "./row.ts";

/** What SQLite alone asks for one durable commit: one row of an event's size, WAL, synchronous FULL. */
export function sqliteCommits(file: string): { readonly side: Side; close(): void } {
  const db = new Database(file);
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = FULL");
  db.exec("CREATE TABLE event (seq INTEGER PRIMARY KEY, body TEXT NOT NULL)");
  const insert = db.prepare("INSERT INTO event (body) VALUES (?)");
  const body = JSON.stringify({
    type: "approved",
    participant: "approver1",
    document: "contract",
    hash: "0".repeat(64),
  });
  return {
    side: {
      title: "SQLite, one bare commit",
      run(times) {
        for (let n = 0; n < times; n += 1) insert.run(body);
      },
    },
    close: () => void db.close(),
  };
}
