import { ENGLISH, ENGLISH_WORDS, INSTANTS, SECONDS } from "../../../src-shared/flow/index.ts";
import { isolate } from "../../components/index.ts";

/** A language's sentences for the events of a history, and its words for values. */
export interface HistoryLanguage {
  readonly sentences: Readonly<Record<string, string>>;
  readonly words: Readonly<Record<string, string>>;
}

export const englishHistory: HistoryLanguage = { sentences: ENGLISH, words: ENGLISH_WORDS };

export interface EventSentence {
  readonly sentence: { readonly key: string; readonly values: Readonly<Record<string, string>> };
}

type Write = (instant: number) => string;

export interface TimeWriter {
  readonly dateTime: Write;
  readonly dateSecond: Write;
}

/**
 * An event in the reader's language, or in English if a translation is missing; `time` formats an instant in epoch
 * milliseconds, and `reasonOf` translates a reason that the host gave in English.
 */
export function sentenceText(
  { sentence: { key, values } }: EventSentence,
  { sentences, words }: HistoryLanguage,
  time: TimeWriter,
  reasonOf: (reason: string) => string = (reason) => reason,
): string {
  const pattern = sentences[key] ?? englishHistory.sentences[key] ?? key;
  return pattern.replace(/\{(\w+)\}/g, (_, place: string) => {
    const value = values[place] ?? "";
    const instant = INSTANTS.has(place) ? Date.parse(value) : Number.NaN;
    if (Number.isNaN(instant))
      return words[`${place}.${value}`] ?? isolate(place === "reason" ? reasonOf(value) : value);
    return SECONDS.has(place) ? time.dateSecond(instant) : time.dateTime(instant);
  });
}
