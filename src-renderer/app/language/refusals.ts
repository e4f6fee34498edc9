import type { BridgeError } from "../../../src-shared/bridge/index.ts";

/** What refusals say to the reader: by their English pattern, and by code where a pattern is not known. */
export interface RefusalCatalogue {
  /** Empty where the host's own English is the reader's language. */
  readonly codes: Readonly<Partial<Record<BridgeError["code"], string>>>;
  /** The host's English patterns with {0}, {1}… to what the app says. */
  readonly sentences: Readonly<Record<string, string>>;
}

interface Known {
  readonly reads: RegExp;
  readonly says: string;
}

/** Letters of a sentence that are enough to tell it from any other. */
const TELLING = 20;

/** With whole sentences of the language, which the host gives as reasons as they are. */
export function withDiagnostics(
  { codes, sentences }: RefusalCatalogue,
  diagnostics: RefusalCatalogue["sentences"],
): RefusalCatalogue {
  const whole = Object.entries(diagnostics).filter(([text]) => text.endsWith(".") && wordsOf(text) > TELLING);
  return { codes, sentences: { ...Object.fromEntries(whole), ...sentences } };
}

/**
 * The sentences of a catalogue, those with the most words first: what they match is the least. Values are read out of
 * the English sentence and may be sentences of the catalogue themselves.
 */
export function refusalReader({ codes, sentences }: RefusalCatalogue) {
  const known: readonly Known[] = Object.entries(sentences)
    .toSorted(([a], [b]) => wordsOf(b) - wordsOf(a))
    .map(([pattern, says]) => ({ reads: reads(pattern), says }));
  const translated = (sentence: string): string | null => {
    for (const { reads, says } of known) {
      const values = reads.exec(sentence)?.slice(1);
      if (values) return says.replace(/\{(\d+)\}/g, (_, at: string) => own(values[Number(at)] ?? ""));
    }
    return null;
  };
  const own = (value: string): string => translated(value) ?? value;
  return {
    /** A reason without a code; as it is where the catalogue does not know it. */
    sentence: own,
    /** The sentence in the reader's language; else its code in it, and the sentence as the host wrote it. */
    error: ({ code, message }: Pick<BridgeError, "code" | "message">) =>
      translated(message) ?? (codes[code] === undefined ? message : `${codes[code]} (${message})`),
  };
}

const PLACE = /\{\d+\}/;
const wordsOf = (pattern: string): number => pattern.split(PLACE).join("").length;
const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const reads = (pattern: string): RegExp => new RegExp(`^${pattern.split(PLACE).map(literal).join("(.*?)")}$`, "s");
