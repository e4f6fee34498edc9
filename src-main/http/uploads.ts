import { open } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";

/** Uploads rest on the disk until they have arrived, however slowly and however many at once. */

/** What was sent has more bytes than it may have. */
export class TooLargeError extends Error {}

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
