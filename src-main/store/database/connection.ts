import { tmpdir } from "node:os";
import Database from "better-sqlite3";
import { LRUCache } from "lru-cache";
import { sortingFolder } from "../files/disk-space.ts";
import { explained } from "../files/failures.ts";
import { StoreError } from "../port/errors.ts";
import { type Sql, type StoredRow, sql } from "./sql.ts";

/** The part of the connection that an aggregate's reads may use. */
export interface ReadConnection {
  get<T>(query: Sql, decode: (row: StoredRow) => T): T | null;
  all<T>(query: Sql, decode: (row: StoredRow) => T): readonly T[];
}

/** The part that an aggregate's writes may use, inside `Connection.write` only. */
export interface WriteConnection extends ReadConnection {
  run(query: Sql): { readonly changes: number; readonly id: number };
}

/**
 * What a transaction outlives once it is committed: "disk" the machine's sudden end; "process" the program's only, without
 * waiting for the disk. A later "disk" commit takes those of before along.
 */
export type Durability = "disk" | "process";

export interface SlowQuery {
  readonly sql: string;
  readonly milliseconds: number;
}

export interface ConnectionOptions {
  readonly readonly?: boolean;
  /** The file that errors name, where the one that is opened is a copy of it. */
  readonly copyOf?: string;
  /** Called with every statement that takes `slowMilliseconds` (default 50) or longer; without parameters (law 9). */
  readonly onSlowQuery?: (query: SlowQuery) => void;
  readonly slowMilliseconds?: number;
  /** How long to wait for another program that holds the file, in milliseconds; default 5000. */
  readonly busyMilliseconds?: number;
}

const CACHED_STATEMENTS = 256;

const BEGIN = sql`BEGIN IMMEDIATE`;
const COMMIT = sql`COMMIT`;
const ROLLBACK = sql`ROLLBACK`;
const SAVEPOINT = sql`SAVEPOINT command`;
const RELEASE = sql`RELEASE command`;
const ROLLBACK_TO = sql`ROLLBACK TO command`;

/** One SQLite connection: bounded statement cache, transactions, and errors that say which SQL failed. */
export class Connection implements WriteConnection {
  readonly file: string;
  readonly #db: Database.Database;
  readonly #statements = new LRUCache<string, Database.Statement>({ max: CACHED_STATEMENTS });
  readonly #onSlowQuery: ((query: SlowQuery) => void) | undefined;
  readonly #slowMilliseconds: number;
  /** Where one that only looks needs room; undefined: what it writes goes to the database. */
  readonly #temporary: string | undefined;
  /** SQLite's own answer costs as much as a small statement. */
  #open = true;
  #writing = false;
  /** Whether commits wait for the disk now. */
  #waits = true;
  /** Set when SQLite itself has rolled back (a full disk does that): nothing more may be written in this transaction. */
  #lost: unknown = null;

  /** @throws StoreError when the file cannot be opened. */
  constructor(file: string, options: ConnectionOptions = {}) {
    this.file = options.copyOf ?? file;
    this.#onSlowQuery = options.onSlowQuery;
    this.#slowMilliseconds = options.slowMilliseconds ?? 50;
    const readonly = options.readonly ?? false;
    this.#temporary = options.copyOf === undefined ? (readonly ? sortingFolder() : undefined) : tmpdir();
    try {
      this.#db = new Database(file, { readonly, fileMustExist: readonly, timeout: options.busyMilliseconds ?? 5000 });
    } catch (error) {
      throw explained(error, this.file, undefined, this.#temporary);
    }
  }

  get<T>(query: Sql, decode: (row: StoredRow) => T): T | null {
    const row = this.#execute(query, (statement) => statement.get(query.params));
    return row === undefined ? null : decode(row as StoredRow);
  }

  all<T>(query: Sql, decode: (row: StoredRow) => T): readonly T[] {
    return (this.#execute(query, (statement) => statement.all(query.params)) as StoredRow[]).map(decode);
  }

  run(query: Sql): { readonly changes: number; readonly id: number } {
    const { changes, lastInsertRowid } = this.#execute(query, (statement) => statement.run(query.params));
    return { changes, id: Number(lastInsertRowid) };
  }

  /** Runs a script of the schema's own: pragmas and migrations, never a query with values. */
  script(text: string): void {
    this.#explaining(text, () => this.#db.exec(text));
  }

  pragma(name: string): unknown {
    return this.#explaining(`PRAGMA ${name}`, () => this.#db.pragma(name, { simple: true }));
  }

  /** One transaction; see Store.write. */
  write<T>(work: () => T, durability: Durability = "disk"): T {
    if (this.#writing) throw new Error("A write was started inside another one; use the transaction that is open.");
    this.#waitForDisk(durability === "disk");
    this.#control(BEGIN);
    this.#writing = true;
    this.#lost = null;
    try {
      const result = refusePromise(work());
      if (this.#lost !== null) throw this.#lost;
      this.#control(COMMIT);
      return result;
    } catch (error) {
      if (this.#db.inTransaction) this.#control(ROLLBACK);
      throw error;
    } finally {
      this.#writing = false;
    }
  }

  /** Undoes the writes of `work` alone when it throws; see StoreWrites.savepoint. */
  savepoint<T>(work: () => T): T {
    if (!this.#writing) throw outsideTransaction();
    if (this.#lost !== null) throw this.#lost;
    this.#control(SAVEPOINT);
    try {
      const result = refusePromise(work());
      if (this.#lost !== null) throw this.#lost;
      this.#control(RELEASE);
      return result;
    } catch (error) {
      if (this.#db.inTransaction) {
        this.#control(ROLLBACK_TO);
        this.#control(RELEASE);
      }
      throw error;
    }
  }

  get open(): boolean {
    return this.#open;
  }

  /** Writes a consistent copy of the whole database to a file that does not exist yet. */
  copyInto(file: string): void {
    this.#control(sql`VACUUM INTO ${file}`);
  }

  /** Rewrites the whole database, row by row; atomic, and needs its size in the folder and in the temporary folder. */
  rewrite(): void {
    this.#control(sql`VACUUM`);
  }

  close(): void {
    if (this.#writing) throw new Error("The store cannot be closed inside a write.");
    this.#statements.clear();
    this.#db.close();
    this.#open = false;
  }

  /** For the transactions after it. */
  #waitForDisk(waits: boolean): void {
    if (waits === this.#waits) return;
    this.script(`PRAGMA synchronous = ${waits ? "FULL" : "NORMAL"}`);
    this.#waits = waits;
  }

  #requireOpen(): void {
    if (this.#open) return;
    throw new StoreError("closed", "The workspace was closed before this was done. Open it again, then try again.");
  }

  #control(query: Sql): void {
    this.#requireOpen();
    this.#explaining(query.text, () => this.#prepared(query.text).run(query.params));
  }

  #explaining<R>(text: string, work: () => R): R {
    try {
      return work();
    } catch (error) {
      throw explained(error, this.file, text, this.#temporary);
    }
  }

  #execute<R>(query: Sql, use: (statement: Database.Statement) => R): R {
    if (this.#lost !== null && this.#writing) throw this.#lost;
    this.#requireOpen();
    const started = this.#onSlowQuery === undefined ? 0 : performance.now();
    try {
      const statement = this.#prepared(query.text);
      if (!statement.readonly && !this.#writing) throw outsideTransaction();
      return use(statement);
    } catch (error) {
      const failure = explained(error, this.file, query.text, this.#temporary);
      if (this.#writing && !this.#db.inTransaction) this.#lost = failure;
      throw failure;
    } finally {
      const milliseconds = this.#onSlowQuery === undefined ? 0 : performance.now() - started;
      if (milliseconds >= this.#slowMilliseconds) this.#onSlowQuery?.({ sql: query.text, milliseconds });
    }
  }

  #prepared(text: string): Database.Statement {
    const cached = this.#statements.get(text);
    if (cached !== undefined) return cached;
    const statement = this.#db.prepare(text);
    this.#statements.set(text, statement);
    return statement;
  }
}

/** A promise would settle after the commit, and its later writes would be lost or land elsewhere. */
export function refusePromise<T>(result: T): T {
  const thenable = typeof result === "object" && result !== null && "then" in result;
  if (thenable && typeof result.then === "function") {
    throw new TypeError("The work of a transaction must be synchronous; it returned a promise and was rolled back.");
  }
  return result;
}

export function outsideTransaction(): Error {
  return new Error("A write was attempted outside its transaction; the transaction it belongs to has ended.");
}
