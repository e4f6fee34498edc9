import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { requireReplaceable } from "./named-file.ts";

/**
 * Writes a file so that a crash leaves the old file or the new one, never half of it: a temporary file in the same
 * folder, flushed, renamed over the target, and the folder flushed. The folder is never made: one that is gone was moved
 * or removed, and a new one in its place would hide that.
 * @param mode permission bits of the new file, default 0o600: documents are nobody else's business.
 * @param options `exactly`: set the mode despite the umask, to keep a file's rights.
 * @throws NamedFileError where the path is a folder, a device, a pipe or a link to one, which stays: root could rename over
 * /dev/null. The system's own error (full disk, read-only folder); the temporary file is removed.
 */
export async function writeFileAtomically(
  path: string,
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
  mode = 0o600,
  { exactly = false }: { readonly exactly?: boolean } = {},
): Promise<void> {
  const folder = dirname(path);
  const temporary = join(folder, `.${randomUUID()}.tmp`);
  await requireReplaceable(path);
  try {
    const file = await open(temporary, "wx", mode);
    try {
      if (exactly) await file.chmod(mode);
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    // It may have come while a long file was written.
    await requireReplaceable(path);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(folder);
}

/** Makes a folder, for its owner alone, durably; one that is there stays. @throws where the one above it is missing */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  // Also for an existing folder: its creator may have died before the sync. Syncing an unchanged folder is free.
  await syncFolder(dirname(folder));
}

/**
 * Makes a folder, for its owner alone, and those above it that are missing. Node's own way to do so goes on for ever where a
 * folder takes none, as below /proc.
 * @throws the system's error
 */
export function makeFolders(folder: string): void {
  const above = dirname(folder);
  if (above !== folder && !existsSync(above)) makeFolders(above);
  mkdirSync(folder, { mode: 0o700 });
}

/** Makes a rename or a removal in a folder durable. Windows has no such call: NTFS journals the entry itself. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
