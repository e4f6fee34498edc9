import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, realpathSync, type Stats } from "node:fs";
import { type FileHandle, lstat, open, readlink, realpath, stat } from "node:fs/promises";
import { isAbsolute, relative, resolve, sep } from "node:path";

/**
 * Why a file that somebody named is not read: `missing`, `outside` the folder that it must be in, `not_a_file` (a folder,
 * device, pipe or socket, or a link that leads back to itself), `too_large`, or `unreadable` for everything that the system
 * refuses.
 */
export type FileFault = "missing" | "outside" | "not_a_file" | "too_large" | "unreadable";

/** The message follows "FILE was not read: ": why, and in a second sentence what to do. */
export class NamedFileError extends Error {
  readonly fault: FileFault;

  constructor(fault: FileFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }

  /** Without what to do, such as "it is a folder". */
  get why(): string {
    return this.message.slice(0, this.message.lastIndexOf(". "));
  }
}

export interface NamedFileOptions {
  /** Bytes; a longer file is refused before it is read, and one that grows meanwhile is read no further. */
  readonly limit: number;
  /** The path is relative to this folder, and leads to a file in it or below, with all links resolved. */
  readonly within?: string;
}

/**
 * A pipe without a writer must not hold anybody up, and the path is already resolved: a link in its place was put there
 * since. Windows has neither flag.
 */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);
const CHUNK = 1024 * 1024;

/**
 * The bytes of a regular file that a person, or a text from elsewhere, names: the one way to read those.
 * @throws NamedFileError
 */
export function readNamedFile(path: string, options: NamedFileOptions): Promise<Buffer> {
  return opened(path, options, (handle, size) => readUpTo(handle, size, options.limit));
}

/**
 * Opens such a file for reading it piece by piece.
 * @throws NamedFileError; what `use` throws as the system's error, too
 */
export function withNamedFile<T>(
  path: string,
  options: NamedFileOptions,
  use: (file: FileHandle, size: number) => Promise<T>,
): Promise<T> {
  return opened(path, options, use);
}

/** Why `readNamedFile` would refuse this file; null: it would not. Reads nothing. */
export async function namedFileFault(path: string, options: NamedFileOptions): Promise<FileFault | null> {
  try {
    await opened(path, options, async () => undefined);
    return null;
  } catch (error) {
    if (error instanceof NamedFileError) return error.fault;
    throw error;
  }
}

/**
 * Refuses what an ordinary file must never replace: a folder, a device such as /dev/null, a pipe, or a link to one. What is
 * not there may be made.
 * @throws NamedFileError
 */
export async function requireReplaceable(path: string): Promise<void> {
  try {
    requireOrdinary(await stat(path));
  } catch (error) {
    const known = explainedFileError(error);
    if (!(known instanceof NamedFileError) || known.fault !== "missing") throw known;
  }
}

/** `readNamedFile` for small files that are needed at once. @throws NamedFileError */
export function readNamedFileSync(path: string, limit: number): Buffer {
  try {
    const real = realpathSync(path);
    requireReadable(lstatSync(real), limit);
    const file = openSync(real, FLAGS);
    try {
      requireReadable(fstatSync(file), limit);
      const bytes = Buffer.alloc(limit + 1);
      let length = 0;
      for (let read = -1; read !== 0 && length <= limit; length += read)
        read = readSync(file, bytes, length, bytes.length - length, null);
      return length > limit ? tooLarge(limit) : bytes.subarray(0, length);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw explainedFileError(error);
  }
}

async function opened<T>(
  path: string,
  { limit, within }: NamedFileOptions,
  use: (handle: FileHandle, size: number) => Promise<T>,
): Promise<T> {
  try {
    const wanted = within === undefined ? resolve(path) : resolve(within, path);
    if (within !== undefined && (isAbsolute(path) || !isWithin(resolve(within), wanted))) outside();
    const real = await realpath(wanted);
    if (within !== undefined && !isWithin(await realpath(within), real)) outside();
    // Before it is opened: that alone does something to some devices.
    requireReadable(await lstat(real), limit);
    const handle = await open(real, FLAGS);
    try {
      const stats = await handle.stat();
      requireReadable(stats, limit);
      if (within !== undefined && (await placeOf(handle, real)) !== real)
        throw new NamedFileError("unreadable", "it was replaced while it was opened. Try again.");
      return await use(handle, stats.size);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw explainedFileError(error);
  }
}

/**
 * The real path of an open file: a folder on the way may have become a link since. Linux knows it from the handle;
 * elsewhere the path is resolved again.
 */
function placeOf(handle: FileHandle, real: string): Promise<string> {
  return readlink(`/proc/self/fd/${handle.fd}`).catch(() => realpath(real));
}

/** Whatever the file's size was when it was looked at: other programs may write it, and some file systems tell 0. */
async function readUpTo(handle: FileHandle, size: number, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for (let next = size + 1; length <= limit; next = CHUNK) {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(Math.min(next, limit + 1 - length)));
    if (bytesRead === 0) return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length);
    chunks.push(buffer.subarray(0, bytesRead));
    length += bytesRead;
  }
  return tooLarge(limit);
}

function requireOrdinary(stats: Stats): void {
  if (stats.isDirectory()) throw new NamedFileError("not_a_file", "it is a folder. Name the file in it.");
  if (!stats.isFile())
    throw new NamedFileError("not_a_file", "it is a device, a pipe or a socket. Name an ordinary file.");
}

function requireReadable(stats: Stats, limit: number): void {
  requireOrdinary(stats);
  if (stats.size > limit) tooLarge(limit, stats.size);
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function outside(): never {
  throw new NamedFileError("outside", "it leads out of the folder of the file that names it. Put it into that folder.");
}

function tooLarge(limit: number, size?: number): never {
  const why = size === undefined ? "it grew while it was read" : `it has ${size} bytes`;
  throw new NamedFileError("too_large", `${why}. At most ${sizeInWords(limit)} are read.`);
}

function sizeInWords(bytes: number): string {
  return bytes % CHUNK === 0 ? `${bytes / CHUNK} MiB` : `${bytes / 1024} KiB`;
}

/** The system's error as a `NamedFileError`; what is no error of the system stays as it is. */
export function explainedFileError(cause: unknown): unknown {
  if (!(cause instanceof Error) || cause instanceof NamedFileError) return cause;
  const options = { cause };
  switch ("code" in cause ? cause.code : "") {
    case "ENOENT":
    case "ENOTDIR":
      return new NamedFileError("missing", "there is no such file. Check the path.", options);
    case "EACCES":
    case "EPERM":
      return new NamedFileError("unreadable", "it may not be read. Check its permissions.", options);
    case "ELOOP":
      return new NamedFileError("not_a_file", "it is a link that leads back to itself. Name the file itself.", options);
    default:
      return new NamedFileError("unreadable", `the system refuses it (${cause.message}). Check the path.`, options);
  }
}
