/** Values that SQLite can bind; booleans are stored as 0 and 1. */
export type SqlValue = string | number | bigint | boolean | Uint8Array | null;

/** A piece of SQL with its parameters. Values never become text: only other pieces of SQL do. */
export interface Sql {
  readonly text: string;
  readonly params: readonly (string | number | bigint | Uint8Array | null)[];
}

/** A row as SQLite gives it. */
export type StoredRow = Readonly<Record<string, unknown>>;

/** The only way to write SQL in this room: `sql\`… WHERE id = ${id}\`` binds values and splices other pieces in. */
export function sql(strings: TemplateStringsArray, ...values: readonly (SqlValue | Sql)[]): Sql {
  const params: Sql["params"][number][] = [];
  const pieces: string[] = [];
  for (const value of values) {
    if (isSql(value)) {
      pieces.push(value.text);
      for (const param of value.params) params.push(param);
    } else {
      pieces.push("?");
      params.push(typeof value === "boolean" ? Number(value) : value);
    }
  }
  return { text: textOf(strings, pieces), params };
}

interface Spelled {
  readonly pieces: readonly string[];
  readonly text: string;
}

/**
 * The latest text of each place that writes SQL. Most places say the same each time, and the same string object spares
 * both the concatenation and the hashing by which its prepared statement is found.
 */
const spelled = new WeakMap<TemplateStringsArray, Spelled>();

function textOf(strings: TemplateStringsArray, pieces: readonly string[]): string {
  const known = spelled.get(strings);
  if (known?.pieces.every((piece, index) => piece === pieces[index])) return known.text;
  let text = strings[0] ?? "";
  pieces.forEach((piece, index) => {
    text += piece + (strings[index + 1] ?? "");
  });
  spelled.set(strings, { pieces, text });
  return text;
}

/** `WHERE a AND b`, leaving out the conditions that are null; nothing when all are. */
export function where(conditions: readonly (Sql | null)[]): Sql {
  const given = conditions.filter((condition) => condition !== null);
  return given.length === 0 ? sql`` : sql`WHERE ${joined(given, " AND ")}`;
}

/** The pieces in a row, with the separator between them. */
export function joined(pieces: readonly Sql[], separator: string): Sql {
  const params: Sql["params"][number][] = [];
  let text = "";
  for (const piece of pieces) {
    text += text === "" ? piece.text : separator + piece.text;
    for (const param of piece.params) params.push(param);
  }
  return { text, params };
}

function isSql(value: SqlValue | Sql): value is Sql {
  return typeof value === "object" && value !== null && !(value instanceof Uint8Array);
}
