import { chmodSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { constants } from "node:os";
import path from "node:path";

const SHARED_MEMORY = "/dev/shm";
const TMPFS = 0x0102_1994;
/** Bytes that must be free: the uploads of the suites and a browser's profiles take less than half. */
const ROOM = 6 * 1024 ** 3;

/**
 * The temporary folder of a test run, in memory where Linux has the room: thousands of commits wait for no disk. No test
 * cuts the power, and those of a full disk mount their own. Gone when the process ends. Null: the system's own will do, as
 * it does where TMPDIR names one.
 */
export function memoryFolder(): string | null {
  if (process.platform !== "linux" || process.env.TMPDIR !== undefined || !hasRoom()) return null;
  const folder = mkdtempSync(path.join(SHARED_MEMORY, "countersign-tests-"));
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
