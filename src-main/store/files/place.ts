import { type FSWatcher, mkdirSync, statSync, watch } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { performance } from "node:perf_hooks";
import { StoreError } from "../port/errors.ts";
import { DATABASE_FILE, LOCK_FILE } from "./marker.ts";

/**
 * Identity of a workspace's folder: two files in it and the folder of its documents distinguish it from another at the same
 * path. The process keeps both files open, so that their inode numbers are not reused. Plain data, also for workers.
 */
export interface Place {
  readonly dir: string;
  readonly files: readonly { readonly path: string; readonly dev: bigint; readonly ino: bigint }[];
}

const BLOBS = "blobs";

/** Makes the folder of documents where there is none. Of a workspace whose lock this process has. @throws the system's error where one of the files is missing */
export function placeOf(dir: string): Place {
  const blobs = join(dir, BLOBS);
  let names = [LOCK_FILE, DATABASE_FILE, BLOBS];
  try {
    mkdirSync(blobs, { recursive: true, mode: 0o700 });
  } catch {
    // A full disk: the opening goes on without the folder and reports it, and the first document makes it.
    names = [LOCK_FILE, DATABASE_FILE];
  }
  const files = names.map((name) => {
    const path = join(dir, name);
    const { dev, ino } = statSync(path, { bigint: true });
    return { path, dev, ino };
  });
  return { dir, files };
}

/** Whether the path still leads to the opened folder; two system calls, made before a file is written there. */
export function isInPlace(place: Place): boolean {
  return goneOf(place) === null;
}

/** The first of a workspace's files that is not where it was. */
function goneOf({ files }: Place): string | null {
  return files.find(isGone)?.path ?? null;
}

function isGone({ path, dev, ino }: Place["files"][number]): boolean {
  try {
    const found = statSync(path, { bigint: true });
    return found.dev !== dev || found.ino !== ino;
  } catch {
    return true; // Missing, or not to be reached: nothing can be written there either way.
  }
}

/** @throws StoreError `moved` */
export function requireInPlace(place: Place): void {
  if (!isInPlace(place)) throw movedAway(place);
}

function movedAway(place: Place): StoreError {
  // The documents alone, or the whole of it.
  const gone = goneOf(place);
  const dir = gone !== null && basename(gone) === BLOBS ? gone : place.dir;
  return new StoreError(
    "moved",
    `The workspace's folder ${dir} was moved, renamed, replaced or removed while Countersign had it open. Nothing more is written. Put it back at ${dir} to go on, or close Countersign and open the workspace where it is now.`,
  );
}

export type PlaceWatch = Readonly<ReturnType<typeof watchPlace>>;

/** Milliseconds between checks: the system reports changes of the folder at once, but none of the folders above it. */
const INTERVAL = 1_000;
/** Milliseconds. A folder can move between look and write either way, and a look costs as much as a statement. */
const LOOK_HOLDS = 1;

/**
 * Knows at any time whether the folder is where it was opened.
 * @param onChange called with a message for the log when the folder is gone, and with null when it is back
 */
export function watchPlace(dir: string, onChange: (gone: StoreError | null) => void) {
  const place = placeOf(dir);
  let gone: StoreError | null = null;

  function see(inPlace: boolean): void {
    if (inPlace === (gone === null)) return;
    gone = inPlace ? null : movedAway(place);
    onChange(gone);
  }
  const database = place.files.filter(({ path }) => basename(path) === DATABASE_FILE);
  let looked = Number.NEGATIVE_INFINITY;
  /** Asked before each write of the database: one call of the system at most. @throws StoreError `moved` */
  function require(): void {
    const now = performance.now();
    if (gone === null && now - looked >= LOOK_HOLDS) {
      looked = now;
      if (database.some(isGone)) see(isInPlace(place));
    }
    if (gone !== null) throw gone;
  }
  const timer = setInterval(() => void isStillThere(place).then(see), INTERVAL).unref();
  const watcher = watchParent(dir, () => see(isInPlace(place)));
  return {
    place,
    /** As it was last seen. */
    get moved(): boolean {
      return gone !== null;
    },
    /** Looks now. @throws StoreError `moved` */
    look(): void {
      see(isInPlace(place));
      require();
    },
    require,
    close(): void {
      clearInterval(timer);
      watcher?.close();
    },
  };
}

/** As `isInPlace`, without holding up the thread where a network drive is slow. */
async function isStillThere({ files }: Place): Promise<boolean> {
  const found = await Promise.allSettled(files.map(({ path }) => stat(path, { bigint: true })));
  return found.every(
    (one, index) =>
      one.status === "fulfilled" && one.value.dev === files[index]?.dev && one.value.ino === files[index]?.ino,
  );
}

/** null where the system cannot tell: the timer does. */
function watchParent(dir: string, seen: () => void): FSWatcher | null {
  try {
    const watcher = watch(dirname(dir), { persistent: false }, (_event, name) => {
      if (name === null || name === basename(dir)) seen();
    });
    watcher.on("error", () => watcher.close());
    return watcher;
  } catch {
    return null;
  }
}
