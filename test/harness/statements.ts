import Database from "better-sqlite3";
import { onTestFinished } from "vitest";

/** How often each statement was executed, by its text. */
export type Executed = ReadonlyMap<string, number>;

const EXECUTES = ["get", "all", "run"] as const;

/**
 * Counts the statements that reach some databases from now on, until the test is finished.
 * @param files such as `countersign.db`, with their folders
 * @returns what was executed since it was last asked
 */
export function countStatements(...files: readonly string[]): () => Executed {
  const memory = new Database(":memory:");
  const statements = Object.getPrototypeOf(memory.prepare("SELECT 1")) as Database.Statement;
  memory.close();
  let counts = new Map<string, number>();
  for (const name of EXECUTES) {
    const original = statements[name];
    const counting = function (this: Database.Statement, ...values: readonly unknown[]): unknown {
      if (files.includes(this.database.name)) counts.set(this.source, (counts.get(this.source) ?? 0) + 1);
      return Reflect.apply(original, this, values);
    };
    Reflect.set(statements, name, counting);
    onTestFinished(() => void Reflect.set(statements, name, original));
  }
  return () => {
    const executed = counts;
    counts = new Map();
    return executed;
  };
}

/** How SQLite runs a statement: one line per step. */
export function planOf(db: Database.Database, statement: string): readonly string[] {
  const values = Array.from({ length: statement.split("?").length - 1 }, () => 1);
  const steps = db.prepare(`EXPLAIN QUERY PLAN ${statement}`).all(values) as { readonly detail: string }[];
  return steps.map(({ detail }) => detail);
}
