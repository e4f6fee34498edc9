import { concat, isSame } from "./der.ts";

/**
 * The frame of a bundle: a zip whose files are stored uncompressed, one after the other, with no gaps and no times. The
 * same files give the same bytes, so a reader can detect any changed byte.
 */

/** A file's place in the frame. */
export interface Entry {
  /** ASCII. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly crc: number;
}

/** A random-access source of bytes: a file, a blob, or memory. */
export interface Source {
  /** Bytes. */
  readonly size: number;
  read(start: number, end: number): Promise<Uint8Array>;
}

/** Bytes in memory, read like a file. */
export const sourceOf = (bytes: Uint8Array): Source => ({
  size: bytes.length,
  read: async (start, end) => bytes.subarray(start, end),
});

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
/** 1 January 1980: the earliest date in a zip. */
const DAY = 0x21;
const LOCAL_SIZE = 30;
const CENTRAL_SIZE = 46;
const END_SIZE = 22;
/** Largest file, in bytes: a larger zip needs another frame. */
export const LARGEST_CONTAINER = 0xffffffff;
const MOST_ENTRIES = 0xffff;
/** Size of one file in it, in bytes: the check reads a file into memory, and a history as one text. */
export const LARGEST_FILE = 256 * 1024 * 1024;
/** Bytes from the end of a file in which to look for a container's end. */
const FURTHEST_END = 65_536;
/** Bytes; no bundle of ours comes near it. */
const LARGEST_DIRECTORY = 32 * 1024 * 1024;

/** The header before a file's bytes. */
export function headerOf(entry: Entry): Uint8Array {
  return concat([fields([LOCAL, 4], ...shared(entry)), ascii(entry.name)]);
}

/** The directory after the last file. @throws RangeError when a zip cannot hold that much */
export function directoryOf(entries: readonly Entry[]): Uint8Array {
  let offset = 0;
  const rows = entries.map((entry) => {
    const at = offset;
    offset += LOCAL_SIZE + entry.name.length + entry.size;
    const row = fields([CENTRAL, 4], [VERSION, 2], ...shared(entry), [0, 2], [0, 2], [0, 2], [0, 4], [at, 4]);
    return concat([row, ascii(entry.name)]);
  });
  const size = rows.reduce((sum, row) => sum + row.length, 0);
  const isTooLarge = size > LARGEST_DIRECTORY || entries.some((entry) => entry.size > LARGEST_FILE);
  if (isTooLarge || offset + size + END_SIZE > LARGEST_CONTAINER || entries.length > MOST_ENTRIES)
    throw new RangeError("A bundle holds 4 GiB and 65,535 files of 256 MiB at most.");
  const count = entries.length;
  const end = fields([END, 4], [0, 2], [0, 2], [count, 2], [count, 2], [size, 4], [offset, 4], [0, 2]);
  return concat([...rows, end]);
}

/** The fields that both records of a file share. */
function shared({ name, size, crc }: Entry): readonly Field[] {
  return [
    [VERSION, 2],
    [0, 2],
    [0, 2],
    [0, 2],
    [DAY, 2],
    [crc, 4],
    [size, 4],
    [size, 4],
    [name.length, 2],
    [0, 2],
  ];
}

type Field = readonly [value: number, bytes: 2 | 4];

function fields(...all: readonly Field[]): Uint8Array {
  const record = new DataView(new ArrayBuffer(all.reduce((sum, [, bytes]) => sum + bytes, 0)));
  let at = 0;
  for (const [value, bytes] of all) {
    if (bytes === 2) record.setUint16(at, value, true);
    else record.setUint32(at, value, true);
    at += bytes;
  }
  return new Uint8Array(record.buffer);
}

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);

export interface FoundEntry extends Entry {
  /** Offset of its bytes. */
  readonly start: number;
}

/** The files that a container's directory lists. @throws Error with a sentence when there is no readable directory */
export async function entriesOf(source: Source): Promise<readonly FoundEntry[]> {
  const end = view(await source.read(Math.max(0, source.size - END_SIZE), source.size));
  if (end.byteLength < END_SIZE || end.getUint32(0, true) !== END) throw await withoutEnd(source);
  const { count, size, offset } = endAt(end, 0);
  const missing = offset + size + END_SIZE - source.size;
  if (missing !== 0) throw new Error(misplaced(missing));
  if (size > LARGEST_DIRECTORY) throw noContainer();
  const directory = view(await source.read(offset, offset + size));
  const entries: FoundEntry[] = [];
  // Overlapping files would be read over and over.
  let taken = 0;
  for (let at = 0; entries.length < count; ) {
    if (at + CENTRAL_SIZE > directory.byteLength || directory.getUint32(at, true) !== CENTRAL) throw noContainer();
    const [length, extra, comment] = [28, 30, 32].map((field) => directory.getUint16(at + field, true));
    const next = at + CENTRAL_SIZE + (length ?? 0) + (extra ?? 0) + (comment ?? 0);
    if (next > directory.byteLength || directory.getUint16(at + 10, true) !== 0) throw noContainer();
    const name = textAt(directory, at + CENTRAL_SIZE, length ?? 0);
    const entrySize = directory.getUint32(at + 24, true);
    const start = directory.getUint32(at + 42, true) + LOCAL_SIZE + name.length;
    taken += LOCAL_SIZE + name.length + entrySize;
    if (start + entrySize > offset || taken > offset || entrySize > LARGEST_FILE) throw noContainer();
    entries.push({ name, size: entrySize, crc: directory.getUint32(at + 16, true), start });
    at = next;
  }
  return entries;
}

/**
 * Whether everything except the files' own bytes is as it was written: headers, directory, and nothing else.
 * @param entries with the check sums of the actual bytes
 */
export async function isFrameWhole(source: Source, entries: readonly FoundEntry[]): Promise<boolean> {
  let at = 0;
  for (const entry of entries) {
    const header = headerOf(entry);
    if (entry.start !== at + header.length || !isSame(await source.read(at, entry.start), header)) return false;
    at = entry.start + entry.size;
  }
  const directory = directoryOf(entries);
  return source.size - at === directory.length && isSame(await source.read(at, source.size), directory);
}

/** The last record: the number of files, and the position of their directory. */
const endAt = (record: DataView, at: number) => ({
  count: record.getUint16(at + 10, true),
  size: record.getUint32(at + 12, true),
  offset: record.getUint32(at + 16, true),
});

/** Why a file does not end like a container: counts the bytes after its end if they are few. */
async function withoutEnd(source: Source): Promise<Error> {
  const from = Math.max(0, source.size - FURTHEST_END);
  const tail = view(await source.read(from, source.size));
  for (let at = tail.byteLength - END_SIZE; at >= 0; at -= 1) {
    if (tail.getUint32(at, true) !== END) continue;
    const { size, offset } = endAt(tail, at);
    if (offset + size === from + at) return new Error(addedBehind(tail.byteLength - at - END_SIZE));
  }
  const begin = view(await source.read(0, Math.min(4, source.size)));
  if (begin.byteLength === 4 && begin.getUint32(0, true) === LOCAL)
    return new Error("Its end is missing: it was cut off.");
  return noContainer();
}

/** @param missing bytes; negative: that many were added */
function misplaced(missing: number): string {
  if (missing === 1) return "It lacks 1 byte before its directory, or its end was changed.";
  if (missing > 1) return `It lacks ${missing} bytes before its directory, or its end was changed.`;
  if (missing === -1) return "1 byte was added before its directory, or its end was changed.";
  return `${-missing} bytes were added before its directory, or its end was changed.`;
}

const addedBehind = (bytes: number): string =>
  bytes === 1 ? "1 byte was added behind its end." : `${bytes} bytes were added behind its end.`;

const noContainer = (): Error =>
  new Error("It is no bundle, or its directory was damaged: its files cannot be found in it.");

const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function textAt(record: DataView, at: number, length: number): string {
  return String.fromCharCode(...new Uint8Array(record.buffer, record.byteOffset + at, length));
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = (value & 1) === 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** The check sum of zip files. */
export function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (CRC_TABLE[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}
