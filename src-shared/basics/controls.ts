/**
 * What terminals and other readers of plain text obey in place of showing it: controls but the tab and the line feed,
 * Unicode's own line ends, and marks that change the direction of the text beside them (U+202E reverses all of it).
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is this expression's purpose.
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Shows them as JSON writes them, such as `\u001b`: in JSON, the text still reads the same. */
export function controlsShown(text: string): string {
  return text.replaceAll(OBEYED, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
