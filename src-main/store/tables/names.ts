import type { ReadConnection } from "../database/connection.ts";
import { type Sql, sql } from "../database/sql.ts";

/** What a search finds by name; triggers keep the table (decision 0438). */
export type NameKind = "flow" | "run" | "person" | "document" | "mail" | "callback";

export interface FoundName {
  readonly kind: NameKind;
  /** The name as it is searched, with every row that has it. */
  readonly folded: string;
}

/** Characters that the index compares at a time: shorter words are looked for at the beginning of a name only. */
const PART = 3;

export function reads(db: ReadConnection) {
  const query = (match: string, order: Sql, most: number): readonly FoundName[] =>
    db.all(
      sql`SELECT kind, folded FROM names_by_part WHERE names_by_part MATCH ${match} ORDER BY ${order} LIMIT ${most}`,
      (row) => ({ kind: row.kind as NameKind, folded: String(row.folded) }),
    );
  return {
    /** Names that have all the words as parts of them; the newest first. @param words folded */
    withAll(kind: NameKind, words: readonly string[], most: number): readonly FoundName[] {
      const long = words.filter((word) => [...word].length >= PART);
      if (long.length === 0) return beginningWith(db, kind, words.join(" "), most);
      const found = query(`${inColumn("kind", [kind])} AND ${inColumn("folded", long)}`, sql`rowid DESC`, most);
      return long.length === words.length
        ? found
        : found.filter(({ folded }) => words.every((word) => folded.includes(word)));
    },
    /** Names that share the most parts with the words, which may be misspelled; of every kind. @param words folded */
    alike(words: readonly string[], most: number): readonly FoundName[] {
      const parts = words.flatMap(partsOf);
      return parts.length === 0 ? [] : query(`folded : (${parts.map(quoted).join(" OR ")})`, sql`rank`, most);
    },
  };
}

/** Only triggers write names. */
export const writes = () => ({});

/** Text is data to the index, never its query language. */
const quoted = (part: string): string => `"${part.replaceAll('"', '""')}"`;

const inColumn = (column: string, parts: readonly string[]): string =>
  `${column} : (${parts.map(quoted).join(" AND ")})`;

function partsOf(word: string): readonly string[] {
  const letters = [...word];
  return letters.slice(0, 1 - PART).map((_, at) => letters.slice(at, at + PART).join(""));
}

function beginningWith(db: ReadConnection, kind: NameKind, start: string, most: number): readonly FoundName[] {
  return db.all(
    sql`SELECT folded FROM names WHERE kind = ${kind} AND folded >= ${start} AND folded < ${`${start}\u{10ffff}`}
      ORDER BY folded LIMIT ${most}`,
    (row) => ({ kind, folded: String(row.folded) }),
  );
}
