/** What SQLite can bind; booleans are stored as 0 and 1. */
export type SqlValue = string | number | bigint | boolean | Uint8Array | null;

/** A piece of SQL with its parameters. Values never become text: only other pieces of SQL do. */
export interface Sql {
  readonly text: string;
  readonly params: readonly (string | number | bigint | Uint8Array | null)[];
}

/** The only way to write SQL in this room: `sql\`… WHERE id = ${id}\`` binds values and splices other pieces in. */
export function sql(strings: TemplateStringsArray, ...values: readonly (SqlValue | Sql)[]): Sql {
  let text = strings[0] ?? "";
  const params: Sql["params"][number][] = [];
  values.forEach((value, index) => {
    if (isSql(value)) {
      text += value.text;
      params.push(...value.params);
    } else {
      text += "?";
      params.push(typeof value === "boolean" ? Number(value) : value);
    }
    text += strings[index + 1] ?? "";
  });
  return { text, params };
}

/** `WHERE a AND b`, leaving out the conditions that are null; nothing when all are. */
export function where(conditions: readonly (Sql | null)[]): Sql {
  const given = conditions.filter((condition) => condition !== null);
  return given.length === 0 ? sql`` : sql`WHERE ${joined(given, " AND ")}`;
}

/** `a, b, c`. */
export function commaSeparated(pieces: readonly Sql[]): Sql {
  return joined(pieces, ", ");
}

function joined(pieces: readonly Sql[], separator: string): Sql {
  return { text: pieces.map(({ text }) => text).join(separator), params: pieces.flatMap(({ params }) => params) };
}

function isSql(value: SqlValue | Sql): value is Sql {
  return typeof value === "object" && value !== null && !(value instanceof Uint8Array);
}
