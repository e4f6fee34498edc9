import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import Database from "better-sqlite3";
import { StoreError, type StoreErrorCode } from "../port/errors.ts";
import { freeSpace, sortingFolder } from "./disk-space.ts";
import { DATABASE_FILE } from "./marker.ts";

/** The error code for a failure of SQLite or of the file system, as the user meets it; null for a mistake of ours. */
function meaning(
  code: string,
): Extract<StoreErrorCode, "damaged" | "disk_full" | "read_only" | "busy" | "io_error"> | null {
  if (code.startsWith("SQLITE_CORRUPT") || code === "SQLITE_NOTADB") return "damaged";
  if (code === "SQLITE_FULL" || code === "ENOSPC" || code === "EDQUOT") return "disk_full";
  if (code.startsWith("SQLITE_READONLY") || code.startsWith("SQLITE_CANTOPEN") || code === "SQLITE_PERM")
    return "read_only";
  if (code === "EROFS" || code === "EACCES" || code === "EPERM") return "read_only";
  if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED")) return "busy";
  if (code.startsWith("SQLITE_IOERR") || code === "EIO") return "io_error";
  return null;
}

/** Where copies of the workspace's database may be: `backups` is there only once an upgrade has made a copy. */
export function backupsOf(file: string): string {
  const copies = join(dirname(file), "backups");
  return existsSync(copies) ? `${copies} or from your own backup` : "your own backup";
}

/** The log of the damaged database, left beside a copy of another day, would damage that, too. */
export function howToRestore(file: string): string {
  const name = basename(file);
  return `To go on, close Countersign, move ${name} to another folder together with ${name}-wal and ${name}-shm where they are there, and put a copy from ${backupsOf(file)} in its place as ${name}.`;
}

export function howToLook(dir: string): string {
  if (!existsSync(join(dir, DATABASE_FILE))) return "";
  return ` To look at what it holds and export from it as it is, use \`countersign open --read-only --workspace ${dir}\`.`;
}

const MEBIBYTE = 1024 * 1024;

/** SQLite says of a disk without room for the index of its log what it says of one that fails. */
function isFull(file: string, code: string): boolean {
  if (!code.startsWith("SQLITE_IOERR") || code.endsWith("READ")) return false;
  const free = freeSpace(dirname(file));
  return free !== null && free < MEBIBYTE;
}

/** SQLite reports a full temporary folder in the words of a full disk. */
function fullDisk(file: string, code: string): string {
  const free = code === "SQLITE_FULL" ? freeSpace(dirname(file)) : null;
  if (free === null || free < MEBIBYTE) return `The disk that holds ${file}`;
  return `The disk that holds ${file}, or the one of the temporary folder ${sortingFolder()},`;
}

/** Nothing was to be saved: what the reader needs for itself found no room. */
function noRoomToLook(file: string, temporary: string, detail: string, cause: unknown): StoreError {
  return new StoreError(
    "disk_full",
    `The temporary folder ${temporary} has no room for what is needed to read ${file} (${detail}). The workspace was left as it is. Free some space there, or set TMPDIR to a folder with more.`,
    { cause },
  );
}

/** @param code SQLite's or the system's. */
function sentence(known: NonNullable<ReturnType<typeof meaning>>, file: string, detail: string, code: string): string {
  switch (known) {
    case "damaged":
      return `The database ${file} is damaged (${detail}). It was left as it is. ${howToRestore(file)}`;
    case "disk_full":
      return `${fullDisk(file, code)} is full (${detail}). The change was not saved and nothing was half-written. Free some space, then try again.`;
    case "read_only":
      return `${file} cannot be opened for writing (${detail}). Give your user the right to write the workspace folder and the files in it, or choose another folder.${howToLook(dirname(file))}`;
    case "busy":
      return `Another program is holding ${file} (${detail}). Close it (a database browser, a backup, a virus scanner), then try again.`;
    case "io_error":
      return `The disk failed while ${file} was read or written (${detail}). The change was not saved. Check the disk or the network drive, then open the workspace again.`;
  }
}

/** The error of a file that was only to be read: where its mode forbids that, the right to read is what is missing. */
export function unreadable(error: unknown, file: string): unknown {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code !== "EACCES" && code !== "EPERM") return explained(error, file);
  return new StoreError(
    "unreadable",
    `${file} cannot be read (${code}). Ask the owner of the workspace for the right to read it, or run Countersign as a user who may.`,
    { cause: error },
  );
}

/**
 * The error that leaves this room in place of SQLite's or the file system's: a StoreError with a sentence where the
 * cause is outside Countersign; else the same error with the SQL appended. Bound values are never shown: they may be
 * secrets.
 * @param temporary for read-only openings: the folder that needs room, in place of the disk of `file`
 */
export function explained(error: unknown, file: string, statement?: string, temporary?: string): unknown {
  if (!(error instanceof Error) || error instanceof StoreError) return error;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const cause =
    statement === undefined
      ? error
      : new Error(`${error.message}\n  SQL: ${statement.replaceAll(/\s+/g, " ").trim()}`, { cause: error });
  const full = isFull(file, code);
  const known = full ? "disk_full" : meaning(code);
  if (!full && known === "disk_full" && temporary !== undefined)
    return noRoomToLook(file, temporary, error.message, cause);
  if (known !== null) return new StoreError(known, sentence(known, file, error.message, code), { cause });
  return error instanceof Database.SqliteError ? cause : error;
}

/** Whether a statement named a table that the database has not, as SQLite says it; what `explained` gives back. */
export function isOfLostTable(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith("no such table: ");
}
