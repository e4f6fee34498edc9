import { editDistance } from "./nearest.ts";

/** A word of this length may have two letters wrong. */
const LONG = 9;

/** Letters that may be wrong in a word. */
export const mistakes = (word: string): number => (word.length < 4 ? 0 : word.length < LONG ? 1 : 2);

/** Whether each word is one of the name's, or its beginning, save for a letter or two. Both as a search folds them. */
export function isAlike(words: readonly string[], name: string): boolean {
  const others = name.split(/[^\p{L}\p{N}]+/u);
  return words.every((word) => {
    const limit = mistakes(word) + 1;
    return others.some((other) =>
      [other, other.slice(0, word.length)].some((part) => editDistance(word, part, limit) < limit),
    );
  });
}
