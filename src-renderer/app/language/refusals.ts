import { type Sentences, sentenceReader, wordsOf } from "../../../src-shared/basics/index.ts";
import type { BridgeError } from "../../../src-shared/bridge/index.ts";

/** What refusals say to the reader: by their English pattern, and by code where a pattern is not known. */
export interface RefusalCatalogue {
  /** Empty where the host's own English is the reader's language. */
  readonly codes: Readonly<Partial<Record<BridgeError["code"], string>>>;
  /** The host's English patterns with {0}, {1}… to what the app says. */
  readonly sentences: Sentences;
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

/** What a service said of a request: its own sentence could be taken for all of it, and is read by itself. */
const ANSWERED = /^([A-Z]+ \/\S* was answered with \d{3}: )(.+)\.$/s;
const FRAME = "…";

/** What a catalogue says of sentences and errors of the host. */
export function refusalReader({ codes, sentences }: RefusalCatalogue) {
  const plainly = sentenceReader(sentences);
  const said = (sentence: string): string | null => {
    const [, frame, own] = ANSWERED.exec(sentence) ?? [];
    if (frame === undefined || own === undefined || own.includes(".")) return plainly(sentence);
    const inner = plainly(`${own}.`) ?? `${own}.`;
    return plainly(`${frame}${FRAME}.`)?.replace(`${FRAME}.`, () => inner) ?? null;
  };
  return {
    /** A reason without a code; as it is where the catalogue does not know it. */
    sentence: (value: string): string => said(value) ?? value,
    /** The sentence in the reader's language; else its code in it, and the sentence as the host wrote it. */
    error: ({ code, message }: Pick<BridgeError, "code" | "message">) =>
      said(message) ?? (codes[code] === undefined ? message : `${codes[code]} (${message})`),
  };
}
