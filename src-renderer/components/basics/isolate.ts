import { marksShown } from "../../../src-shared/basics/index.ts";

/** Letters written from the right. */
const FROM_THE_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

/**
 * A user's words inside our sentence: letters from the right do not change the sentence's direction, and marks that would,
 * or that would end our isolation early, are shown instead of obeyed. Most words need nothing and stay as they are.
 */
export const isolate = (words: string): string => {
  const shown = marksShown(words);
  return FROM_THE_RIGHT.test(shown) ? `\u2068${shown}\u2069` : shown;
};

/** A label in the middle of a sentence; names that are written in capitals stay as they are. */
export const lowerFirst = (label: string): string =>
  /^\p{Lu}[\p{Ll}\s-]/u.test(label) ? label.charAt(0).toLocaleLowerCase() + label.slice(1) : label;
