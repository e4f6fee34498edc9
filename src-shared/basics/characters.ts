import { msg, type Translatable } from "./translatable.ts";

/**
 * What is no character of a text, raw or by an escape: controls but the tab, line ends and NEL, halves of surrogate pairs,
 * and the two non-characters (YAML 1.2 section 5.1). No file in UTF-8 holds a half, and mails show no control.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is this expression's purpose.
export const UNFIT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]|\p{Cs}/u;

/** What a unit that is no character is called. */
export function unfitName(unit: string): Translatable {
  const code = `U+${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
  return unit.isWellFormed() ? msg`the control character ${code}` : msg`an incomplete character (${code})`;
}

/** What the first thing in a text that is no character is called; null: there is none. */
export function unfitIn(text: string): Translatable | null {
  const found = UNFIT.exec(text);
  return found === null ? null : unfitName(found[0]);
}

/** The text without what is no character. */
export function fitting(text: string): string {
  return text.replaceAll(new RegExp(UNFIT, "gu"), "");
}
