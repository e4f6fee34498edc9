import { diff } from "@codemirror/merge";

/** A piece of a text, and whether it differs from the other text. */
export interface Piece {
  readonly text: string;
  readonly changed: boolean;
}

/** Characters of a text: longer ones are shown without marks. */
const LONGEST = 50_000;
/** Limits the time for texts with little in common, or with the same few words repeated; the result is then coarse. */
const QUICK = { scanLimit: 500, timeout: 200 };

/** Words, each with the space after it; leading space is separate. */
const wordsOf = (text: string): string[] => text.match(/\S+\s*|\s+/g) ?? [];

/** A text in pieces, by which of the other texts share each word. */
export function changedWords(text: string, others: readonly string[]): readonly Piece[] {
  if ([text, ...others].some(({ length }) => length > LONGEST)) return [{ text, changed: false }];
  const codes = new Map<string, string>();
  const encode = (words: readonly string[]) => words.map((word) => codeOf(codes, word.trim())).join("");
  const words = wordsOf(text);
  const own = encode(words);
  const changed = new Set<number>();
  for (const other of others)
    for (const { fromA, toA } of diff(own, encode(wordsOf(other)), QUICK))
      for (let at = fromA; at < toA; at += 1) changed.add(at);
  const pieces: { text: string; changed: boolean }[] = [];
  for (const [at, word] of words.entries()) {
    const last = pieces.at(-1);
    if (last?.changed === changed.has(at)) last.text += word;
    else pieces.push({ text: word, changed: changed.has(at) });
  }
  return pieces;
}

/** One character per word, so that a character diff compares words. There are too few to reach the surrogates. */
function codeOf(codes: Map<string, string>, word: string): string {
  const code = codes.get(word) ?? String.fromCharCode(codes.size + 1);
  codes.set(word, code);
  return code;
}
