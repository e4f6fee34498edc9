import fs from "node:fs";
import fsPromises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { setTimeout as later } from "node:timers";
import { Worker } from "node:worker_threads";
import Database from "better-sqlite3";

/** Part of a process that is to be killed: it wraps the libraries' own calls, so that production code knows nothing of crashes. */

export const CRASH_POINTS = [
  "before-commit",
  "after-commit",
  "sealing",
  "before-blob",
  "after-blob",
  "before-copy",
  "in-copy",
  "copied",
  "named-copy",
  "in-migration",
  "closing",
] as const;
export type CrashPoint = (typeof CRASH_POINTS)[number];

const [point = "", countText = "1"] = (process.env.COUNTERSIGN_TEST_CRASH ?? "").split(":");
let left = Number(countText);

/** Kills the process the n-th time that the run comes by its crash point. */
export function passing(passed: CrashPoint): void {
  if (passed !== point) return;
  left -= 1;
  if (left === 0) process.kill(process.pid, "SIGKILL");
}

const { prepare, exec } = Database.prototype;

Object.assign(Database.prototype, {
  prepare(this: Database.Database, text: string): Database.Statement {
    const statement: Database.Statement = prepare.call(this, text);
    if (text !== "COMMIT") return statement;
    const run = statement.run.bind(statement);
    statement.run = (...params: unknown[]) => {
      passing("before-commit");
      const result = run(...params);
      passing("after-commit");
      return result;
    };
    return statement;
  },
});

/** A migration is one script: half of it is run, and then the lights go out. */
Database.prototype.exec = function execWithCrashes(text: string) {
  if (point === "in-migration" && text.includes("CREATE TABLE")) {
    const statements = text.split(";");
    exec.call(this, statements.slice(0, statements.length >> 1).join(";"));
    passing("in-migration");
  }
  return exec.call(this, text);
};

const { copyFileSync, renameSync, truncateSync } = fs;
const isBackup = (file: fs.PathLike): boolean => String(file).includes("backups");

/** Of a copy that is cut short, a part is there: half of it, as far as a test can tell. */
fs.copyFileSync = (from, to, mode) => {
  if (isBackup(to)) passing("before-copy");
  copyFileSync(from, to, mode);
  if (!isBackup(to)) return;
  if (point === "in-copy") truncateSync(to, fs.statSync(from).size >> 1);
  passing("in-copy");
  passing("copied");
};

fs.renameSync = (from, to) => {
  renameSync(from, to);
  if (isBackup(to)) passing("named-copy");
};

const { rename } = fsPromises;
fsPromises.rename = async (from, to) => {
  const blob = String(to).includes("blobs") && !String(to).endsWith(".opened");
  if (blob) passing("before-blob");
  await rename(from, to);
  if (blob) passing("after-blob");
};
syncBuiltinESMExports();

const { postMessage } = Worker.prototype;
Worker.prototype.postMessage = function postWithCrashes(message: { readonly name?: string }, ...rest) {
  // While the worker is at it, not before.
  if (message.name === "seal") later(() => passing("sealing"), left * 7);
  postMessage.call(this, message, ...rest);
};
