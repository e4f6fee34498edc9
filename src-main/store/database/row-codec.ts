import { DamagedRowError } from "../port/errors.ts";
import { type Page, type PageRequest, pageOf, requestedPage, type TimeSorted } from "../port/pages.ts";
import type { ReadConnection } from "./connection.ts";
import { anything, type Shape } from "./json-shapes.ts";
import { type Sql, type SqlValue, type StoredRow, sql, where } from "./sql.ts";

/** How a field of type `T` lies in its column, which has the field's own name. */
export interface Column<T> {
  readonly kind: "plain" | "digits" | "flag" | "json" | "bytes" | "instant";
  /** Of JSON. */
  readonly fits?: Shape;
  /** Never set: it only carries the type. */
  readonly holds?: T;
}

const plain = <T extends string | number | null>(): Column<T> => ({ kind: "plain" });

/** The kinds of columns; those that are called say what they hold. */
export const column = {
  text: plain<string>(),
  textOrNull: plain<string | null>(),
  integer: plain<number>(),
  integerOrNull: plain<number | null>(),
  /** One of some texts. */
  oneOf: <T extends string | null>(): Column<T> => plain<T>(),
  /** An integer that is shown as a string of digits. */
  digits: { kind: "digits" } as Column<string>,
  /** 0 or 1. */
  flag: { kind: "flag" } as Column<boolean>,
  bytes: { kind: "bytes" } as Column<Uint8Array>,
  /** Milliseconds of a date that there is. */
  instant: { kind: "instant" } as Column<number>,
  instantOrNull: { kind: "instant" } as Column<number | null>,
  /** JSON as text. */
  json: <T>(fits: Shape): Column<T> => ({ kind: "json", fits }),
};

type Columns = Readonly<Record<string, Column<unknown>>>;

type Fields<C extends Columns> = { readonly [K in keyof C]: C[K] extends Column<infer T> ? T : never };

/** The row of a table. */
export type RowOf<T> = T extends { readonly decode: (stored: StoredRow) => infer Row } ? Row : never;

/** One table: its columns are declared once, and rows, types and statements follow from them. */
export interface Table<Row> {
  readonly name: string;
  /** `"id", "title", …` for SELECT and INSERT. */
  readonly names: Sql;
  /** `SELECT "id", "title", … FROM table`. */
  readonly select: Sql;
  /** As `names`, with what is kept beside the row. */
  readonly written: Sql;
  /** The values of a row, in the order of `written`. */
  values(row: Row): Sql;
  /** `INSERT INTO table …`. */
  insert(row: Row): Sql;
  /** The same under the next number, for a table whose ids are digits. */
  insertNew(row: Omit<Row, "id">): Sql;
  /** `"a" = excluded."a", …` for an upsert: all that is written but the keys. */
  replaced(...keys: (keyof Row & string)[]): Sql;
  /** An insert that replaces the row that is there under these keys. */
  upserting(...keys: (keyof Row & string)[]): (row: Row) => Sql;
  /** What replaces the row that is there under these keys, and what puts it in where none is. */
  replacing(...keys: (keyof Row & string)[]): (row: Row) => { readonly update: Sql; readonly insert: Sql };
  /** `"title" = ?, …` for each column that `change` has; at least one. */
  changes(change: Partial<Row>): Sql;
  /** `"title" = ?, …` for these columns; its text is made once. */
  assigning(...names: readonly (keyof Row & string)[]): (row: Row) => Sql;
  /** @throws DamagedRowError when what is to be JSON is none, or another, or an instant is no date */
  readonly decode: (stored: StoredRow) => Row;
}

/**
 * A table with these columns, which carry the names of the row's fields.
 * @param beside what is kept beside a row and never read with it, such as a title in the form in which it is searched
 */
export function table<C extends Columns>(
  name: string,
  columns: C,
  beside: Readonly<Record<string, (row: Fields<C>) => SqlValue>> = {},
): Table<Fields<C>> {
  type Row = Fields<C>;
  const kinds = Object.entries(columns).map(([column, { kind }]) => [column as keyof Row & string, kind] as const);
  const derived = Object.entries(beside);
  const names = fixed(kinds.map(([column]) => quoted(column)).join(", "));
  const all = [...derived.map(([column]) => column), ...kinds.map(([column]) => column)];
  const written = fixed(all.map(quoted).join(", "));
  const marks = all.map(() => "?").join(", ");
  const insert = `INSERT INTO ${name} (${written.text}) VALUES (${marks})`;
  const paramsOf = (row: Row) => {
    const params = derived.map(([, value]) => bound(value(row)));
    for (const [column, kind] of kinds) params.push(encode(kind, row[column]));
    return params;
  };
  const replaced = (...keys: readonly string[]) => {
    const columns = all.filter((column) => !keys.includes(column)).map(quoted);
    return fixed(columns.map((column) => `${column} = excluded.${column}`).join(", "));
  };
  const assigned = (chosen: readonly string[]) => chosen.map((column) => `${quoted(column)} = ?`).join(", ");
  const encoded = (row: Partial<Row>, column: keyof Row & string) =>
    encode(columns[column]?.kind ?? "plain", row[column]);
  return {
    name,
    names,
    written,
    select: fixed(`SELECT ${names.text} FROM ${name}`),
    values: (row) => ({ text: marks, params: paramsOf(row) }),
    insert: (row) => ({ text: insert, params: paramsOf(row) }),
    insertNew: (row) => ({ text: insert, params: paramsOf({ ...row, id: null } as Row) }),
    replaced,
    upserting(...keys) {
      const upsert = `${insert} ON CONFLICT (${keys.map(quoted).join(", ")}) DO UPDATE SET ${replaced(...keys).text}`;
      return (row) => ({ text: upsert, params: paramsOf(row) });
    },
    replacing(...keys) {
      const where = keys.map((key) => `${quoted(key)} = ?`).join(" AND ");
      const others = all.filter((column) => !keys.includes(column));
      const update = `UPDATE ${name} SET ${assigned(others)} WHERE ${where}`;
      const order = [...others, ...keys].map((column) => all.indexOf(column));
      return (row) => {
        const params = paramsOf(row);
        return {
          update: { text: update, params: order.map((at) => params[at] ?? null) },
          insert: { text: insert, params },
        };
      };
    },
    changes(change) {
      const given = kinds.map(([column]) => column).filter((column) => change[column] !== undefined);
      return { text: assigned(given), params: given.map((column) => encoded(change, column)) };
    },
    assigning(...chosen) {
      const assignments = assigned(chosen);
      return (row) => ({ text: assignments, params: chosen.map((column) => encoded(row, column)) });
    },
    decode(stored) {
      const row: Record<string, unknown> = {};
      for (const [column, kind] of kinds) {
        const held = stored[column];
        if (kind === "instant" && !isInstant(held)) throw damaged(name, column, stored, "no date");
        row[column] =
          kind === "json" ? fromJson(name, column, stored, columns[column]?.fits ?? anything) : decode(kind, held);
      }
      return row as Row;
    },
  };
}

/** A list of the rows of a table. */
export interface List<T> extends Pick<Table<T>, "name" | "names" | "decode"> {
  /** As its cursors name it; default the table's name. */
  readonly list?: string;
  /** The columns that it is ordered by, default `ordinal`: with `ascending` left out the newest first. */
  readonly by?: readonly string[];
  readonly ascending?: boolean;
  readonly conditions?: readonly (Sql | null)[];
}

/** @throws PageRequestError for a cursor of another list or a limit outside 1..500 */
export function page<T>(
  db: ReadConnection,
  request: PageRequest,
  { name, names, decode, list = name, by = ["ordinal"], ascending = false, conditions = [] }: List<T>,
): Page<T> {
  const { limit, after } = requestedPage(list, request, by.length);
  const keys = fixed(by.join(", "));
  const [beyond, order] = ascending ? [">", "ASC"] : ["<", "DESC"];
  const rest = after && { text: `(${keys.text}) ${beyond} (${by.map(() => "?").join(", ")})`, params: after };
  const found = db.all(
    sql`SELECT ${keys}, ${names} FROM ${fixed(name)} ${where([rest, ...conditions])}
      ORDER BY ${fixed(by.map((key) => `${key} ${order}`).join(", "))} LIMIT ${limit + 1}`,
    (row) => ({ key: by.map((key) => row[key] as number | string), item: decode(row) }),
  );
  return pageOf(list, found, limit);
}

/** Of a list in the order in which its rows came: the oldest first where that is asked for. */
export const byTime = (list: string, { sort }: TimeSorted): Pick<List<never>, "list" | "ascending"> =>
  sort?.descending === false ? { list: `${list} oldest first`, ascending: true } : { list };

/** Unreadable rows of a table, a message for each. Reads row by row: a table may be larger than the memory. */
export function damagedRows<Row>(
  db: ReadConnection,
  { name, select, decode }: Table<Row>,
  ...keys: readonly (keyof Row & string)[]
): readonly string[] {
  const named = fixed(keys.map(quoted).join(", "));
  return db
    .all(sql`SELECT ${named} FROM ${fixed(name)}`, (row) => row)
    .flatMap((row) => {
      try {
        db.get(sql`${select} ${where(keys.map((key) => is(key, row[key] as SqlValue)))}`, decode);
        return [];
      } catch (error) {
        if (error instanceof DamagedRowError) return [error.message];
        throw error;
      }
    });
}

/** `"column" = value`; nothing where no value is asked for. */
export function is(column: string, value: SqlValue | undefined): Sql | null {
  return value === undefined ? null : { text: `${quoted(column)} = ?`, params: [bound(value)] };
}

/** The condition under which an upsert would change the row that is there. */
export function anyColumnDiffers<Row>({ name, names }: Table<Row>): Sql {
  const columns = names.text.split(", ");
  const stored = columns.map((column) => `${quoted(name)}.${column}`).join(", ");
  const offered = columns.map((column) => `excluded.${column}`).join(", ");
  return fixed(`(${stored}) IS NOT (${offered})`);
}

/** The integer behind an id of digits; null for text that is no such id, so that "007" is never 7. */
export function rowNumber(id: string): number | null {
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null;
}

const fixed = (sqlText: string): Sql => ({ text: sqlText, params: [] });
const quoted = (name: string): string => `"${name}"`;
const bound = (value: SqlValue): Sql["params"][number] => (typeof value === "boolean" ? Number(value) : value);

function encode(kind: Column<unknown>["kind"], value: unknown): Sql["params"][number] {
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

/** The first and the last that a date can be. */
const MOST_MILLISECONDS = 8.64e15;
const isInstant = (held: unknown): boolean => held === null || Math.abs(Number(held)) <= MOST_MILLISECONDS;

function fromJson(table: string, column: string, stored: StoredRow, fits: Shape): unknown {
  const held = stored[column];
  if (held === null) return null;
  let value: unknown;
  try {
    value = JSON.parse(String(held));
  } catch (error) {
    throw damaged(table, column, stored, "no longer JSON", { cause: error });
  }
  if (!fits(value)) throw damaged(table, column, stored, "not what Countersign writes there");
  return value;
}

/** What tells a row from the others of its table, the closest first. */
const NAMES = ["id", "eventId", "path", "key", "localKey", "instanceKey", "accountKey"];

function damaged(table: string, column: string, stored: StoredRow, what: string, options?: ErrorOptions) {
  const key = NAMES.map((name) => stored[name]).find((value) => value !== undefined);
  const row = key === undefined ? "without a name" : String(key);
  const message = `The row ${row} of ${table.replaceAll("_", " ")} is damaged: its ${column} is ${what}. Restore the workspace's database from a backup.`;
  return new DamagedRowError(message, options);
}

function decode(kind: Column<unknown>["kind"], stored: unknown): unknown {
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
