import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";

export const ROOT = path.resolve(import.meta.dirname, "../..");

/** A folder on the checkout's disk: the system's temporary folder may be memory, and all sides must meet a disk. */
export function benchFolder(): string {
  mkdirSync(path.join(ROOT, ".cache"), { recursive: true });
  return mkdtempSync(path.join(ROOT, ".cache", "bench-"));
}

export function removeFolder(dir: string): void {
  rmSync(dir, { recursive: true, force: true });
}
