import { rename, rm, utimes, writeFile } from "node:fs/promises";
import { isFresh } from "./freshness.ts";

export interface Built {
  /** The folder that is built. */
  readonly out: string;
  /** Files and folders that it is built from. */
  readonly sources: readonly string[];
}

const stampIn = (out: string): string => `${out}/.built`;

/** True when `out` was built after the last change of its sources. */
export const isBuilt = ({ out, sources }: Built): boolean => isFresh(stampIn(out), sources);

/**
 * Builds a folder when it is missing or older than its sources. A build that fails, or a second one at the same time,
 * leaves the former in place.
 * @param make writes the files into the folder that it is given
 * @throws what `make` throws
 */
export async function ensureBuilt(built: Built, make: (folder: string) => Promise<void>): Promise<void> {
  if (isBuilt(built)) return;
  // The stamp says when the build began: a source saved while it runs makes it stale.
  const began = new Date();
  const fresh = `${built.out}-${process.pid}`;
  const environment = process.env.NODE_ENV;
  // Vite keeps a value that is there: under a test runner's, React would be built in its slow form for development. And it
  // leaves its own behind: the tests that this process starts would run React in its form for production.
  process.env.NODE_ENV = "production";
  try {
    await make(fresh);
    await writeFile(stampIn(fresh), "");
    await utimes(stampIn(fresh), began, began);
    await put(fresh, built.out);
  } finally {
    if (environment === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = environment;
    await rm(fresh, { recursive: true, force: true });
  }
}

/** Two at once may both build: the second to come finds a build as fresh as its own in place, and keeps that. */
async function put(fresh: string, out: string): Promise<void> {
  const former = `${fresh}-former`;
  await unless(["ENOENT"], rename(out, former));
  await unless(["ENOTEMPTY", "EEXIST"], rename(fresh, out));
  await rm(former, { recursive: true, force: true });
}

/** Waits for `done`; a failure with one of these codes is none. */
async function unless(codes: readonly string[], done: Promise<void>): Promise<void> {
  await done.catch((error: NodeJS.ErrnoException) => {
    if (!codes.includes(error.code ?? "")) throw error;
  });
}
