/** Letters written from the right, and the controls that turn a direction (U+202E reverses all that follows it). */
const TURNS = /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/u;
const ISOLATES = /[\u2066-\u2069]/gu;

/**
 * Isolates a user's words inside our sentence, so that their direction does not change the sentence's. Their own isolates are
 * removed, as one could end ours early. Most words need nothing and stay as they are.
 */
export const isolate = (words: string): string =>
  TURNS.test(words) ? `\u2068${words.replace(ISOLATES, "")}\u2069` : words;
