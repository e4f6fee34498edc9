import { rm } from "node:fs/promises";

/** Makes a folder for what rests there for a while: the host's `uploadFolder`. */
export type NewFolder = () => Promise<string>;

/** Runs `use` with a new folder, which this user alone can read, and removes the folder with all that is in it. */
export async function inScratchFolder<T>(newFolder: NewFolder, use: (dir: string) => Promise<T>): Promise<T> {
  const dir = await newFolder();
  try {
    return await use(dir);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
