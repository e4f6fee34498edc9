import { type BigIntStats, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { NamedFileError, readNamedFileSync } from "../../basics/index.ts";
import { StoreError } from "../port/errors.ts";
import { explained } from "./failures.ts";
import { LOCK_FILE } from "./marker.ts";
import { makePrivateFile } from "./rights.ts";

/** Bytes. */
const LONGEST_PID = 64;

export interface WorkspaceLock {
  release(): void;
}

/**
 * Takes the workspace for this process. The lock is an exclusive transaction on a SQLite file of its own: the operating
 * system drops it when the process dies, however it dies, so it can never be stale. `lock.pid` only names its holder.
 * @throws StoreError `locked` when another process, or this one, already has the workspace.
 */
export function lockWorkspace(dir: string): WorkspaceLock {
  const file = join(dir, LOCK_FILE);
  const pidFile = join(dir, "lock.pid");
  const lock = openLockFile(file);
  try {
    lock.exec("BEGIN EXCLUSIVE");
    writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 });
  } catch (error) {
    lock.close();
    if (isBusy(error)) throw lockedBy(dir, pidFile);
    throw isDamaged(error) ? damagedLock(file, error) : explained(error, file);
  }
  const opened = statSync(file, { bigint: true });
  return {
    release() {
      try {
        // Of a folder that was moved meanwhile, the path may be another workspace's.
        if (isSameFile(file, opened)) rmSync(pidFile, { force: true });
      } finally {
        lock.close();
      }
    },
  };
}

function isSameFile(file: string, opened: BigIntStats): boolean {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found?.dev === opened.dev && found.ino === opened.ino;
}

function openLockFile(file: string): Database.Database {
  try {
    makePrivateFile(file);
    return new Database(file, { timeout: 0 });
  } catch (error) {
    throw explained(error, file);
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY");
}

function isDamaged(error: unknown): boolean {
  return error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code);
}

function damagedLock(file: string, cause: unknown): StoreError {
  return new StoreError(
    "damaged",
    `The lock file ${file} is damaged. Nothing of the workspace is in it: close every other Countersign that has this workspace open, delete the file, then open the workspace again.`,
    { cause },
  );
}

function lockedBy(dir: string, pidFile: string): StoreError {
  const pid = readPid(pidFile);
  if (pid === process.pid) {
    return new StoreError(
      "locked",
      `The workspace ${dir} is already open in this Countersign. Use the window that shows it.`,
    );
  }
  const who = pid === null ? "another Countersign" : `another Countersign (process ${pid})`;
  return new StoreError(
    "locked",
    `The workspace ${dir} is open in ${who}. Close that one first, or open a different workspace folder.`,
  );
}

/** Null when the holder has not written it yet: it takes the lock first. */
function readPid(pidFile: string): number | null {
  try {
    const pid = Number.parseInt(readNamedFileSync(pidFile, LONGEST_PID).toString("utf8"), 10);
    return Number.isNaN(pid) ? null : pid;
  } catch (error) {
    if (error instanceof NamedFileError && error.fault !== "unreadable") return null;
    throw error;
  }
}
