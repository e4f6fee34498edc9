import { closeSync, openSync, readSync, statSync } from "node:fs";

/** Bytes (SQLite's file format, 4.1 and 4.2). */
const HEADER = 32;
const FRAME_HEADER = 24;
const MAGIC: ReadonlySet<number> = new Set([0x377f0682, 0x377f0683]);

/**
 * Whether a write-ahead log may hold anything that was ever committed. SQLite writes the log's header, and the frames of a
 * transaction, before the frame that commits it: a log without such a frame, which a crash in a workspace's first moments
 * leaves, holds nothing. A file that does not begin as a log does may hold anything.
 */
export function mayHoldCommits(file: string): boolean {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) return false;
  const handle = openSync(file, "r");
  try {
    const header = Buffer.alloc(HEADER);
    if (readSync(handle, header, 0, HEADER, 0) < HEADER || !MAGIC.has(header.readUInt32BE(0))) return true;
    const frameSize = FRAME_HEADER + header.readUInt32BE(8);
    const frame = Buffer.alloc(FRAME_HEADER);
    for (let at = HEADER; readSync(handle, frame, 0, FRAME_HEADER, at) === FRAME_HEADER; at += frameSize)
      // The size of the database after the commit; 0 in every other frame.
      if (frame.readUInt32BE(4) !== 0) return true;
    return false;
  } finally {
    closeSync(handle);
  }
}
