import { randomUUID } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * Writes a file so that a crash leaves the old file or the new one, never half of it: a temporary file in the same
 * folder, flushed, renamed over the target, and the folder flushed.
 * @param mode permission bits of the new file, default 0o600: documents are nobody else's business.
 * @throws the system's own error (full disk, read-only folder); the temporary file is removed.
 */
export async function writeFileAtomically(path: string, bytes: Uint8Array, mode = 0o600): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  const temporary = join(folder, `.${randomUUID()}.tmp`);
  try {
    const file = await open(temporary, "wx", mode);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(folder);
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
