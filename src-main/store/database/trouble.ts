import { StoreError } from "../port/errors.ts";

/**
 * Trouble of the machine that keeps files from being read or written: once it is fixed, the same attempt works. `moved`: the workspace's folder is not where it was opened; `busy`: out of memory or file handles, or held by
 * another program; `other`: anything else, such as a file where a folder belongs.
 */
export type Trouble = "disk_full" | "read_only" | "io_error" | "moved" | "busy" | "other";

const BY_CODE: Readonly<Record<string, Trouble>> = {
  ...{ ENOSPC: "disk_full", EDQUOT: "disk_full" },
  ...{ EROFS: "read_only", EACCES: "read_only", EPERM: "read_only" },
  ...{ EIO: "io_error", ENXIO: "io_error", ENODEV: "io_error", ESTALE: "io_error", ETIMEDOUT: "io_error" },
  ...{ EMFILE: "busy", ENFILE: "busy", ENOMEM: "busy", EBUSY: "busy" },
};

/** @param error what a call of the file system, or `requireInPlace`, threw; null: it says nothing about the machine */
export function troubleOf(error: unknown): Trouble | null {
  if (error instanceof StoreError && error.code === "moved") return "moved";
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
  return BY_CODE[code] ?? null;
}

/** What happened and what to do, for a sentence's end; without a path, since answers of the service show it. */
export const TROUBLE_IN_WORDS: Readonly<Record<Trouble, string>> = {
  disk_full: "the workspace's disk is full. Free some space, then try again",
  read_only: "the workspace's folder may not be read or written. Give your user the right to, then try again",
  io_error: "the workspace's disk failed. Check the disk or the network drive, then try again",
  moved: "the workspace's folder is not where it was opened. Put it back, or open the workspace where it is now",
  busy: "the machine has no memory or file handles left, or another program holds the file. Try again soon",
  other: "it could not be written to the workspace's folder. Check that with `countersign verify`, then try again",
};

/** Whether a code names trouble of this machine that can be fixed, such as a full disk. */
export function isTrouble(code: string): code is Trouble {
  return Object.hasOwn(TROUBLE_IN_WORDS, code);
}
