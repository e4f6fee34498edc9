import { chmodSync, constants, copyFileSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { explained, unreadable } from "../files/failures.ts";
import { StoreError } from "../port/errors.ts";

export interface PrivateCopy {
  readonly file: string;
  remove(): void;
}

/** In bytes; 0 where there is no such file. */
export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Copies a database with its write-ahead log to a folder that only this user may enter. What it protects stays
 * protected: the key is not copied.
 * @throws StoreError `busy` when another program was writing to it meanwhile; `unreadable`, `disk_full` and the like
 */
export function copyForLooking(file: string): PrivateCopy {
  const dir = privateFolder(file);
  const remove = () => rmSync(dir, { recursive: true, force: true });
  try {
    const copyBoth = () => {
      for (const name of [file, `${file}-wal`]) if (sizeOf(name) > 0) copyInto(dir, name);
    };
    if (!stayedAsItWas(file, copyBoth)) throw changing(file);
    return { file: join(dir, basename(file)), remove };
  } catch (error) {
    remove();
    throw error;
  }
}

function privateFolder(file: string): string {
  try {
    return mkdtempSync(join(tmpdir(), "countersign-look-"));
  } catch (error) {
    const known = explained(error, file, undefined, tmpdir());
    // A folder that may not be written to is the system's to name, and not the database's.
    throw known instanceof StoreError && known.code === "disk_full" ? known : error;
  }
}

function copyInto(dir: string, file: string): void {
  const copy = join(dir, basename(file));
  try {
    copyFileSync(file, copy, constants.COPYFILE_FICLONE);
    chmodSync(copy, 0o600);
  } catch (error) {
    const known = explained(error, file, undefined, tmpdir());
    throw known instanceof StoreError && known.code === "disk_full" ? known : unreadable(error, file);
  }
}

/** Whether nobody wrote to the database while `work` was done. */
export function stayedAsItWas(file: string, work: () => void): boolean {
  const before = stamps(file);
  work();
  return stamps(file) === before;
}

/** Differs once anything was written. */
function stamps(file: string): string {
  const stats = [file, `${file}-wal`].map((name) => statSync(name, { throwIfNoEntry: false, bigint: true }));
  return stats.map((found) => `${found?.size} ${found?.mtimeNs}`).join();
}

function changing(file: string): StoreError {
  return new StoreError(
    "busy",
    `Another program was writing to ${file} while a copy of it was taken to be looked at. Try again once that program is closed.`,
  );
}
