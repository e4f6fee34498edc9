import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";

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
  let size = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(size > limit ? new TooLargeError(`more than ${limit} bytes`) : null, chunk);
    },
  });
  await pipeline(from, counted, createWriteStream(file));
}

/** Whether the client went away before its request had arrived: no fault of anybody's here, and nobody reads an answer. */
export function isBrokenOff(request: IncomingMessage): boolean {
  return request.destroyed && !request.complete;
}

/** Runs one task after another, in the order asked; one that fails does not hold up the next. */
export function createQueue(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const mine = last.then(task);
    last = mine.catch(() => undefined);
    return mine;
  };
}
