import { diff } from "@codemirror/merge";

/** A piece of a text, and whether the other text has it otherwise. */
export interface Piece {
  readonly text: string;
  readonly changed: boolean;
}

/** Characters of a text: longer ones are shown without marks. */
const LONGEST = 50_000;
/** Texts with little in common, or the same few words over and over, get a coarse answer rather than a slow one. */
const QUICK = { scanLimit: 500, timeout: 200 };

/** Words, each with the space behind it; a space at the front stands alone. */
const wordsOf = (text: string): string[] => text.match(/\S+\s*|\s+/g) ?? [];

/** A text in pieces, by which words of it each of some other texts has. */
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

/** One character for each word: what compares characters compares words then. There are fewer than would reach the surrogates. */
function codeOf(codes: Map<string, string>, word: string): string {
  const code = codes.get(word) ?? String.fromCharCode(codes.size + 1);
  codes.set(word, code);
  return code;
}
