/** Gives the memory of bytes that nobody uses any more back at once: the next may be as large, and be here before these are collected. */
export function letGo({ buffer, length }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0);
}
