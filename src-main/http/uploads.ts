import { open, rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";

/** Uploads rest on the disk until they have arrived, however slowly and however many at once. */

/** Makes the folder of one upload: the host's `uploadFolder`. */
export type NewFolder = () => Promise<string>;

/** What was sent has more bytes than it may have. */
export class TooLargeError extends Error {}

/** Runs `use` with a new folder, which this user alone can read, and removes the folder with all that is in it. */
export async function inScratchFolder<T>(newFolder: NewFolder, use: (dir: string) => Promise<T>): Promise<T> {
  const dir = await newFolder();
  try {
    return await use(dir);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** @param limit bytes. @throws TooLargeError past it; the stream's own error; the system's, such as ENOSPC */
export async function saveStream(from: Readable, file: string, limit = Number.POSITIVE_INFINITY): Promise<void> {
  try {
    await write(from, file, limit);
  } finally {
    // Unread, the rest would hold up the next request of the same connection.
    from.resume();
  }
}

async function write(from: Readable, file: string, limit: number): Promise<void> {
  const handle = await open(file, "w");
  let size = 0;
  try {
    for await (const chunk of from.iterator({ destroyOnReturn: false })) {
      size += chunk.length;
      if (size > limit) throw new TooLargeError(`more than ${limit} bytes`);
      await handle.appendFile(chunk);
    }
  } finally {
    await handle.close();
  }
}

/** Whether the client went away before its request had arrived: no fault of anybody's here, and nobody reads an answer. */
export function isBrokenOff(request: IncomingMessage): boolean {
  return request.destroyed && !request.complete;
}
