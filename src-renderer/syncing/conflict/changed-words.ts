import { diffIndices } from "node-diff3";

/** A piece of a text, and whether the other text has it otherwise. */
export interface Piece {
  readonly text: string;
  readonly changed: boolean;
}

/** Characters of a text: longer ones are shown without marks. */
const LONGEST = 50_000;

/** Words, each with the space behind it; a space at the front stands alone. */
const wordsOf = (text: string): string[] => text.match(/\S+\s*|\s+/g) ?? [];

/** A text in pieces, by which words of it each of some other texts has. */
export function changedWords(text: string, others: readonly string[]): readonly Piece[] {
  if ([text, ...others].some(({ length }) => length > LONGEST)) return [{ text, changed: false }];
  const words = wordsOf(text);
  const bare = words.map((word) => word.trim());
  const changed = new Set<number>();
  for (const other of others) {
    const differing = diffIndices(
      bare,
      wordsOf(other).map((word) => word.trim()),
    );
    for (const { buffer1 } of differing) for (let at = 0; at < buffer1[1]; at += 1) changed.add(buffer1[0] + at);
  }
  const pieces: { text: string; changed: boolean }[] = [];
  for (const [at, word] of words.entries()) {
    const last = pieces.at(-1);
    if (last?.changed === changed.has(at)) last.text += word;
    else pieces.push({ text: word, changed: changed.has(at) });
  }
  return pieces;
}
