import { accessSync, constants, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { StoreError } from "../port/errors.ts";

/** Bytes that this user may still write on the folder's disk; null where the system does not tell (some network drives). */
export function freeSpace(folder: string): number | null {
  try {
    const { bavail, bsize, blocks } = statfsSync(folder);
    return blocks === 0 ? null : bavail * bsize;
  } catch {
    return null; // Nothing is lost by not knowing: a write that finds no room says so.
  }
}

/**
 * @param sentence says for what, from both figures in words.
 * @throws StoreError `disk_full` when the folder's disk has less than `needed` bytes free
 */
export function requireRoom(
  folder: string,
  needed: number,
  sentence: (figures: { readonly free: string; readonly needed: string }) => string,
): void {
  const free = freeSpace(folder);
  if (free === null || free >= needed) return;
  throw new StoreError("disk_full", sentence({ free: inWords(free), needed: inWords(needed) }));
}

const UNITS = [
  ["gigabyte", 1e9],
  ["megabyte", 1e6],
  ["kilobyte", 1e3],
] as const;

/** Such as "1.25 GB". */
export function inWords(bytes: number): string {
  const [unit, size] = UNITS.find(([, least]) => bytes >= least) ?? (["byte", 1] as const);
  const format = new Intl.NumberFormat("en", { style: "unit", unit, maximumSignificantDigits: 3 });
  return format.format(bytes / size);
}

/** Where SQLite sorts what is too large for memory, which is not always where the system's own temporary files lie. */
export function sortingFolder(): string {
  if (process.platform === "win32") return tmpdir();
  const places = [process.env.SQLITE_TMPDIR, process.env.TMPDIR, "/var/tmp", "/usr/tmp", "/tmp"];
  return places.find((place) => place !== undefined && isWritable(place)) ?? tmpdir();
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
