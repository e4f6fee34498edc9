import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { constants } from "node:os";
import path from "node:path";

const SHARED_MEMORY = "/dev/shm";
const TMPFS = 0x0102_1994;
const NAME = /^countersign-tests-(\d+)-/;
/** Bytes that must be free: the uploads of the suites and a browser's profiles take less than half. */
const ROOM = 6 * 1024 ** 3;

/**
 * The temporary folder of a test run, in memory where Linux has the room: thousands of commits wait for no disk. No test
 * cuts the power, and those of a full disk mount their own. Gone when the process ends. Null: the system's own will do, as
 * it does where TMPDIR names one.
 */
export function memoryFolder(): string | null {
  if (process.platform !== "linux" || process.env.TMPDIR !== undefined) return null;
  removeLeftovers();
  if (!hasRoom()) return null;
  const folder = mkdtempSync(path.join(SHARED_MEMORY, `countersign-tests-${process.pid}-`));
  // As of any temporary folder: some tests start programs as another user.
  chmodSync(folder, 0o1777);
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  return folder;
}

function hasRoom(): boolean {
  try {
    const { type, bavail, bsize } = statfsSync(SHARED_MEMORY);
    return type === TMPFS && bavail * bsize > ROOM && process.availableMemory() > ROOM;
  } catch {
    return false; // There is none.
  }
}

/** Of runs that were killed: memory is not given back by itself. */
function removeLeftovers(): void {
  try {
    for (const name of readdirSync(SHARED_MEMORY)) {
      const pid = Number(NAME.exec(name)?.[1] ?? process.pid);
      if (!isAlive(pid)) rmSync(path.join(SHARED_MEMORY, name), { recursive: true, force: true });
    }
  } catch {
    // There is no such folder, or another user's: hasRoom() judges what is left.
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
