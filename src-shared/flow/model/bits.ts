/**
 * A set of small integers: 30 per word, so that every word is a small integer on every V8 and a plain JSON number.
 * Values are immutable; `withBit` copies the words, which are few (one for a stage of up to 30 acts).
 */
export type Bits = readonly number[];

const WORD = 30;

/** The empty set with room for the integers 0 to `size` - 1. */
export function noBits(size: number): number[] {
  return new Array<number>(Math.ceil(size / WORD)).fill(0);
}

export function hasBit(bits: Bits, index: number): boolean {
  return (((bits[Math.floor(index / WORD)] ?? 0) >>> (index % WORD)) & 1) === 1;
}

export function withBit(bits: Bits, index: number): Bits {
  const next = bits.slice();
  setBit(next, index);
  return next;
}

export function withoutBit(bits: Bits, index: number): Bits {
  const word = Math.floor(index / WORD);
  return bits.with(word, (bits[word] ?? 0) & ~(1 << (index % WORD)));
}

/** Adds to a new set that nobody else holds yet. */
export function setBit(bits: number[], index: number): void {
  const word = Math.floor(index / WORD);
  bits[word] = (bits[word] ?? 0) | (1 << (index % WORD));
}

export function isEmpty(bits: Bits): boolean {
  for (const word of bits) if (word !== 0) return false;
  return true;
}
