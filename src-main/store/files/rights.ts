import { chmodSync, closeSync, lstatSync, openSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { KEEPS_ITS_OWN } from "./layout.ts";

/** Group and all others. */
const OTHERS = 0o077;

/**
 * Removes all rights of other users from a workspace's folder and the files in it: mail, addresses and documents are
 * private. Documents lie in a folder that only the owner may enter, and keep their own mode.
 * Does nothing on Windows, whose folders have the rights of the user's own.
 * @returns a sentence for the log where others could come in; null: they could not
 */
export function keepToOwner(dir: string): string | null {
  if (process.platform === "win32") return null;
  const open = pathsOf(dir).flatMap((path) => {
    const found = lstatSync(path, { throwIfNoEntry: false });
    // Where a link leads is not the workspace's to decide.
    const isOurs = found !== undefined && (found.isFile() || found.isDirectory());
    return isOurs && (found.mode & OTHERS) !== 0
      ? [{ path, mode: found.mode & (found.isDirectory() ? 0o700 : 0o600) }]
      : [];
  });
  const [first] = open;
  if (first === undefined) return null;
  // Into a folder that is closed to them, nobody comes to its files.
  const wasOpen = first.path === dir;
  try {
    for (const { path, mode } of open) chmodSync(path, mode);
    return wasOpen ? `Other users of this machine could open the workspace ${dir}. From now on only you can.` : null;
  } catch (error) {
    const why = error instanceof Error && "code" in error ? String(error.code) : String(error);
    return `Other users of this machine may open ${first.path}, and that could not be changed (${why}): it belongs to another user. Ask its owner to run: chmod -R go-rwx "${dir}"`;
  }
}

/** Makes a file that is missing, for its owner alone: SQLite's own anybody may read, and its log has the database's mode. */
export function makePrivateFile(file: string): void {
  closeSync(openSync(file, "a", 0o600));
}

/** The folder, what lies in it and is Countersign's, and the copies of the database. */
function pathsOf(dir: string): readonly string[] {
  const own = readdirSync(dir).filter((name) => KEEPS_ITS_OWN.test(name));
  const copies = own.includes("backups") ? readdirSync(join(dir, "backups")) : [];
  return [dir, ...own.map((name) => join(dir, name)), ...copies.map((name) => join(dir, "backups", name))];
}
