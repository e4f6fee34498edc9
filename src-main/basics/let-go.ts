/** Gives memory that nobody uses any more back at once: the next bytes may be as many, and be here before it is collected. */
export function letGo({ buffer, length }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && length > 0 && buffer.byteLength === length) buffer.transfer(0);
}
