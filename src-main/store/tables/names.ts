import type { ReadConnection } from "../database/connection.ts";
import { sql } from "../database/sql.ts";

/** What a search finds by name; triggers keep the table (decision 0438). A recipient is a person of a draft. */
export type NameKind = "flow" | "run" | "person" | "recipient" | "document" | "mail" | "callback";

/** Characters that the index compares at a time: shorter words are looked for at the beginning of a name only. */
export const PART = 3;

export function reads(db: ReadConnection) {
  return {
    /** Names that have all the words as parts of them; the newest first. @param words folded */
    withAll(kind: NameKind, words: readonly string[], most: number): readonly string[] {
      // The index compares all kinds: one that has no names at all need not ask it.
      if (db.get(sql`SELECT 1 FROM names WHERE kind = ${kind} LIMIT 1`, () => true) === null) return [];
      const long = words.filter((word) => [...word].length >= PART);
      if (long.length === 0) return beginningWith(db, kind, words.join(" "), most);
      const match = `${inColumn("kind", [kind])} AND ${inColumn("folded", long)}`;
      const found = db.all(
        sql`SELECT folded FROM names_by_part WHERE names_by_part MATCH ${match} ORDER BY rowid DESC LIMIT ${most}`,
        (row) => String(row.folded),
      );
      return long.length === words.length ? found : found.filter((name) => words.every((word) => name.includes(word)));
    },
  };
}

/** Only triggers write names. */
export const writes = () => ({});

/** Text is data to the index, never its query language. */
const quoted = (part: string): string => `"${part.replaceAll('"', '""')}"`;

const inColumn = (column: string, parts: readonly string[]): string =>
  `${column} : (${parts.map(quoted).join(" AND ")})`;

function beginningWith(db: ReadConnection, kind: NameKind, start: string, most: number): readonly string[] {
  return db.all(
    sql`SELECT folded FROM names WHERE kind = ${kind} AND folded >= ${start} AND folded < ${`${start}\u{10ffff}`}
      ORDER BY folded LIMIT ${most}`,
    (row) => String(row.folded),
  );
}
