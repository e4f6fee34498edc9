/** Patterns with {0}, {1}… to what is said in their place. */
export type Sentences = Readonly<Record<string, string>>;

/**
 * Says English sentences in another language. Those of a pattern with more words are tried first: what they match is less.
 * Values are read out of the English sentence and may be sentences themselves.
 * @returns what is said of a sentence; null for one that no pattern matches
 */
export function sentenceReader(sentences: Sentences): (sentence: string) => string | null {
  const known = Object.entries(sentences)
    .toSorted(([a], [b]) => wordsOf(b) - wordsOf(a))
    .map(([pattern, says]) => ({ reads: reads(pattern), says }));
  const said = (sentence: string): string | null => {
    for (const { reads, says } of known) {
      const values = reads.exec(sentence)?.slice(1);
      if (values) return says.replace(/\{(\d+)\}/g, (_, at: string) => own(values[Number(at)] ?? ""));
    }
    return null;
  };
  const own = (value: string): string => said(value) ?? value;
  return said;
}

const PLACE = /\{\d+\}/;
/** Letters of a pattern beside its values. */
export const wordsOf = (pattern: string): number => pattern.split(PLACE).join("").length;
const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const reads = (pattern: string): RegExp => new RegExp(`^${pattern.split(PLACE).map(literal).join("(.*?)")}$`, "s");
