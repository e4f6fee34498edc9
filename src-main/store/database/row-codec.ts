import { DamagedRowError } from "../port/errors.ts";
import type { Sql, SqlValue } from "./sql.ts";

/** A row as SQLite gives it. */
export type StoredRow = Readonly<Record<string, unknown>>;

/**
 * How a field lies in its column. Columns carry the port's own names, so a shape says only what must be translated:
 * `digits` is an integer that the port shows as a string of digits, `flag` is 0 or 1, `json` is text.
 */
type ColumnKind<T> = [T] extends [boolean]
  ? "flag"
  : [T] extends [string | number | null]
    ? "plain" | "digits"
    : [T] extends [Uint8Array]
      ? "bytes"
      : "json";

export interface Shape<Row> {
  /** `"id", "title", …` for SELECT and INSERT. */
  readonly names: Sql;
  /** The values of a row, in the order of `names`. */
  values(row: Row): Sql;
  /** One `"title" = ?` for each column of this shape that `change` has. */
  assignments(change: Partial<Row>): readonly Sql[];
  /** `"title" = ?, …` for these columns; its text is made once. */
  assigning(...names: readonly (keyof Row & string)[]): (row: Row) => Sql;
  /** @throws StoreError `damaged` when what is to be JSON is none. */
  decode(stored: StoredRow): Row;
}

/**
 * Declares every column of a row exactly once; a forgotten or mistyped one does not compile.
 * @param table as errors name it
 */
export function rowShape<Row extends object>(
  columns: {
    readonly [K in keyof Row]-?: ColumnKind<Row[K]>;
  },
  table = "a table",
): Shape<Row> {
  const kinds = Object.entries(columns) as [keyof Row & string, ColumnKind<unknown>][];
  const names = { text: kinds.map(([name]) => quoted(name)).join(", "), params: [] };
  const marks = kinds.map(() => "?").join(", ");
  return {
    names,
    assigning(...chosen) {
      const text = chosen.map((name) => `${quoted(name)} = ?`).join(", ");
      return (row) => ({ text, params: chosen.map((name) => encode(columns[name], row[name])) });
    },
    values: (row) => ({ text: marks, params: kinds.map(([name, kind]) => encode(kind, row[name])) }),
    assignments(change) {
      const given = kinds.filter(([name]) => change[name] !== undefined);
      return given.map(([name, kind]) => ({ text: `${quoted(name)} = ?`, params: [encode(kind, change[name])] }));
    },
    decode(stored) {
      const row: Record<string, unknown> = {};
      for (const [name, kind] of kinds) {
        row[name] = kind === "json" ? fromJson(table, name, stored) : decode(kind, stored[name]);
      }
      return row as Row;
    },
  };
}

/** `"a" = excluded."a", …` for an upsert that replaces all columns but the key. */
export function replaceAllBut<Row extends object>(shape: Shape<Row>, ...keys: (keyof Row & string)[]): Sql {
  const kept = new Set(keys.map(quoted));
  const replaced = shape.names.text.split(", ").filter((name) => !kept.has(name));
  return { text: replaced.map((name) => `${name} = excluded.${name}`).join(", "), params: [] };
}

/** The condition under which an upsert into `table` would change the row that is there. */
export function anyColumnDiffers<Row>(table: string, { names }: Shape<Row>): Sql {
  const columns = names.text.split(", ");
  const stored = columns.map((name) => `${quoted(table)}.${name}`).join(", ");
  const offered = columns.map((name) => `excluded.${name}`).join(", ");
  return { text: `(${stored}) IS NOT (${offered})`, params: [] };
}

/** The integer behind an id of digits; null for text that is no such id, so that "007" is never 7. */
export function rowNumber(id: string): number | null {
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null;
}

function quoted(name: string): string {
  return `"${name}"`;
}

function encode(kind: ColumnKind<unknown> | string, value: unknown): Sql["params"][number] {
  if (value === null) return null;
  switch (kind) {
    case "flag":
      return value ? 1 : 0;
    case "json":
      return JSON.stringify(value);
    case "digits":
      return Number(value);
    default:
      return value as Exclude<SqlValue, boolean>;
  }
}

function fromJson(table: string, column: string, stored: StoredRow): unknown {
  const text = stored[column];
  if (text === null) return null;
  try {
    return JSON.parse(String(text));
  } catch (error) {
    const row = String(stored.id ?? stored.eventId ?? stored.path);
    const message = `The row ${row} of ${table} is damaged: its ${column} is no longer JSON. Restore the workspace's database from a backup.`;
    throw new DamagedRowError(message, { cause: error });
  }
}

function decode(kind: string, stored: unknown): unknown {
  if (stored === null) return null;
  switch (kind) {
    case "flag":
      return stored === 1;
    case "digits":
      return String(stored);
    case "bytes":
      return new Uint8Array(stored as Uint8Array);
    default:
      return stored;
  }
}
