import { type Sentences, sentenceReader, wordsOf } from "../../../src-shared/basics/index.ts";
import type { BridgeError } from "../../../src-shared/bridge/index.ts";

/** Texts for refusals: by their English pattern, and by code for unknown patterns. */
export interface RefusalCatalogue {
  /** Empty if the host's English is the reader's language. */
  readonly codes: Readonly<Partial<Record<BridgeError["code"], string>>>;
  /** The host's English patterns with {0}, {1}… mapped to the app's texts. */
  readonly sentences: Sentences;
}

/** Letters of a sentence that are enough to identify it. */
const TELLING = 20;

/** Adds whole sentences of the language, which the host passes on unchanged as reasons. */
export function withDiagnostics(
  { codes, sentences }: RefusalCatalogue,
  diagnostics: RefusalCatalogue["sentences"],
): RefusalCatalogue {
  const whole = Object.entries(diagnostics).filter(([text]) => text.endsWith(".") && wordsOf(text) > TELLING);
  return { codes, sentences: { ...Object.fromEntries(whole), ...sentences } };
}

/** A service's answer to a request: its own sentence could match everything, so it is parsed separately. */
const ANSWERED = /^([A-Z]+ \/\S* was answered with \d{3}: )(.+)\.$/s;
const FRAME = "…";

/** Translates the host's sentences and errors by a catalogue. */
export function refusalReader({ codes, sentences }: RefusalCatalogue) {
  const plainly = sentenceReader(sentences);
  const said = (sentence: string): string | null => {
    const [, frame, own] = ANSWERED.exec(sentence) ?? [];
    if (frame === undefined || own === undefined || own.includes(".")) return plainly(sentence);
    const inner = plainly(`${own}.`) ?? `${own}.`;
    return plainly(`${frame}${FRAME}.`)?.replace(`${FRAME}.`, () => inner) ?? null;
  };
  return {
    /** A reason without a code; unchanged if the catalogue does not know it. */
    sentence: (value: string): string => said(value) ?? value,
    /** The sentence in the reader's language; else the code's text and the host's sentence. */
    error: ({ code, message }: Pick<BridgeError, "code" | "message">) =>
      said(message) ?? (codes[code] === undefined ? message : `${codes[code]} (${message})`),
  };
}
