import { open } from "node:fs/promises";

/** Bytes of a file that are in memory at a time. */
const PIECE = 256 * 1024;

/**
 * What a file holds, a little at a time and always in the same memory: a piece is gone when the next is asked for. A stream
 * leaves as much garbage as the file is large.
 * @throws the system's error
 */
export async function* piecesOf(file: string): AsyncGenerator<Uint8Array> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const piece = Buffer.allocUnsafeSlow(Math.min(PIECE, size + 1));
    for (;;) {
      const { bytesRead } = await handle.read(piece, 0, piece.length);
      if (bytesRead === 0) return;
      yield piece.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}
