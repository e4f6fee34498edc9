import { marksShown } from "../../../src-shared/basics/index.ts";

/** Right-to-left letters. */
const FROM_THE_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

/**
 * User text inside our sentence: right-to-left letters do not change the sentence's direction, and control marks that
 * would, or that would end our isolation early, are made visible. Most texts need nothing and stay unchanged.
 */
export const isolate = (words: string): string => {
  const shown = marksShown(words);
  return FROM_THE_RIGHT.test(shown) ? `\u2068${shown}\u2069` : shown;
};

/** A label in the middle of a sentence; names in capitals stay unchanged. */
export const lowerFirst = (label: string): string =>
  /^\p{Lu}[\p{Ll}\s-]/u.test(label) ? label.charAt(0).toLocaleLowerCase() + label.slice(1) : label;
