import { hash } from "node:crypto";
import type { Connection, ReadConnection, WriteConnection } from "./connection.ts";
import type { Table } from "./row-codec.ts";
import { type Sql, sql } from "./sql.ts";

/** The texts that a tally is the sum of: one for each row, which never changes as long as the row is there. */
const TEXTS = {
  /** All instances ever created here. */
  instances: sql`SELECT id FROM instances UNION ALL SELECT id FROM tombstones`,
  tombstones: sql`SELECT json_object('id', id, 'lastHash', lastHash, 'titleHash', titleHash, 'wallDeleted', wallDeleted) AS id FROM tombstones`,
  accounts: sql`SELECT id FROM accounts`,
  credentials: sql`SELECT accountId AS id FROM credentials`,
  folders: sql`SELECT id FROM folders`,
  drafts: sql`SELECT id FROM drafts`,
  draft_versions: sql`SELECT draftId || '/' || revision AS id FROM draft_versions`,
  documents: sql`SELECT id FROM documents`,
  clocks: sql`SELECT id FROM clocks`,
  scripts: sql`SELECT instanceId AS id FROM scripts`,
  /** The workspace's own: those of an instance are compared with its history. */
  secrets: sql`SELECT ref AS id FROM secrets WHERE instanceId IS NULL`,
  settings: sql`SELECT "key" AS id FROM settings`,
  remote_accounts: sql`SELECT "key" AS id FROM remote_accounts`,
  remote_mappings: sql`SELECT accountKey || '/' || kind || '/' || localKey AS id FROM remote_mappings`,
  remote_instances: sql`SELECT "key" AS id FROM remote_instances`,
  remote_files: sql`SELECT instanceKey || '/' || documentId AS id FROM remote_files`,
  remote_commands: sql`SELECT "key" AS id FROM remote_commands`,
  remote_changes: sql`SELECT instanceKey || '/' || ordinal AS id FROM remote_changes`,
  remote_syncs: sql`SELECT accountKey AS id FROM remote_syncs`,
  remote_rests: sql`SELECT accountKey AS id FROM remote_rests`,
  remote_drifts: sql`SELECT instanceKey AS id FROM remote_drifts`,
  remote_unsealed: sql`SELECT instanceKey AS id FROM remote_unsealed`,
} satisfies Readonly<Record<string, Sql>>;

export type Tallied = keyof typeof TEXTS;
export const tallied = Object.keys(TEXTS) as readonly Tallied[];
const isTallied = (name: string): name is Tallied => Object.hasOwn(TEXTS, name);

/**
 * Each table of value has a tally, by which `verify` sees rows that were removed, or put in, outside of Countersign (decision
 * 0504): the sum of its rows' hashes. Code that adds or removes a row updates it here, in the same transaction.
 */
export function tallyIn(db: WriteConnection, table: Tallied, id: string): void {
  add(db, table, hashOf(id));
}

export function tallyOut(db: WriteConnection, table: Tallied, id: string): void {
  add(db, table, MODULUS - hashOf(id));
}

/** For an instance that was just deleted. */
export function tallyTombstone(db: WriteConnection, id: string): void {
  const text = db.get(sql`${TEXTS.tombstones} WHERE id = ${id}`, (row) => String(row.id));
  if (text !== null) tallyIn(db, "tombstones", text);
}

/** Puts in a row of a table, or replaces the one that is there under these keys, by which it is tallied. */
export function puttingTallied<Row>(
  db: WriteConnection,
  table: Table<Row>,
  ...keys: (keyof Row & string)[]
): (row: Row) => void {
  const { name } = table;
  if (!isTallied(name)) throw new Error(`The table ${name} has no tally.`);
  const replacing = table.replacing(...keys);
  return (row) => {
    const { update, insert } = replacing(row);
    if (db.run(update).changes > 0) return;
    db.run(insert);
    tallyIn(db, name, keys.map((key) => String(row[key])).join("/"));
  };
}

/** Runs a statement that removes one row; nothing where there is none. */
export function removeTallied(db: WriteConnection, table: Tallied, id: string, statement: Sql): void {
  if (db.run(statement).changes > 0) tallyOut(db, table, id);
}

function add(db: WriteConnection, table: Tallied, number: bigint): void {
  db.run(sql`UPDATE tallies SET sum = (sum + ${number}) % ${MODULUS} WHERE name = ${table}`);
}

/** So that SQLite's integers hold two of them. */
const MODULUS = 2n ** 62n;

const hashOf = (id: string): bigint => modulo(BigInt(`0x${hash("sha256", id, "hex").slice(0, 16)}`));
const modulo = (number: bigint): bigint => BigInt.asUintN(62, number);

function textsOf(db: ReadConnection, table: Tallied): readonly string[] {
  return db.all(TEXTS[table], ({ id }) => String(id));
}

/** What the settings of releases before step 16 have, over 64 bits in hex. */
const EARLIER: Partial<Record<Tallied, string>> = { instances: "instances.begun", tombstones: "instances.deleted" };

/** Fills the tallies of these tables, in the step that makes them. */
export function beginTallies(db: Connection, tables: readonly Tallied[]): void {
  const before = new Map<Tallied, bigint>();
  for (const table of tables) {
    const key = EARLIER[table] ?? "";
    const kept = db.get(sql`SELECT value FROM settings WHERE "key" = ${key}`, (row) => String(row.value));
    if (kept !== null && /^[\da-f]{1,16}$/.test(kept)) before.set(table, modulo(BigInt(`0x${kept}`)));
    db.run(sql`DELETE FROM settings WHERE "key" = ${key}`);
  }
  for (const table of tables) {
    const sum = before.get(table) ?? modulo(sumOf(textsOf(db, table)));
    db.run(sql`INSERT INTO tallies (name, sum) VALUES (${table}, ${sum})`);
  }
}

const sumOf = (ids: readonly string[]): bigint => ids.reduce((sum, id) => sum + hashOf(id), 0n);

export interface Untallied {
  /** Missing rows, as far as they can be named. */
  readonly missing: readonly string[];
  /** Rows that are named though they never were: what names them was changed. */
  readonly never: readonly string[];
  /** Rows that Countersign did not create, as far as they can be named. */
  readonly foreign: readonly string[];
  /** Whether those explain all of the difference; null: the tally itself is gone. */
  readonly explained: boolean | null;
}

/**
 * Compares a table with its tally.
 * @param named rows that others name, and that are not there
 * @param gone which rows may have been there, asked only where there is a difference to explain
 */
export function untallied(
  db: ReadConnection,
  table: Tallied,
  named: readonly string[],
  gone: () => readonly string[],
): Untallied {
  const there = textsOf(db, table);
  const tally = db.get(sql`SELECT CAST(sum AS TEXT) AS sum FROM tallies WHERE name = ${table}`, ({ sum }) =>
    BigInt(String(sum)),
  );
  const nothing = { missing: [], never: [], foreign: [], explained: true };
  if (tally === null) return { ...nothing, missing: named, explained: null };
  const difference = modulo(tally - sumOf(there));
  if (difference === 0n) return { ...nothing, never: named };
  const rest = modulo(difference - sumOf(named));
  if (rest === 0n) return { ...nothing, missing: named };
  const stray = named.find((id) => modulo(rest + hashOf(id)) === 0n);
  if (stray !== undefined) return { ...nothing, missing: named.filter((id) => id !== stray), never: [stray] };
  const known = new Set([...there, ...named]);
  for (const id of gone()) {
    const hashed = hashOf(id);
    if (hashed !== rest && hashed !== difference) continue;
    if (known.has(id)) continue;
    if (hashed === rest) return { ...nothing, missing: [...named, id] };
    return { ...nothing, missing: [id], never: named };
  }
  for (const id of there) {
    if (modulo(rest + hashOf(id)) === 0n) return { ...nothing, missing: named, foreign: [id] };
    if (modulo(difference + hashOf(id)) === 0n) return { ...nothing, never: named, foreign: [id] };
  }
  return { ...nothing, missing: named, explained: false };
}
