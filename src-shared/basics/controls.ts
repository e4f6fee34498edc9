/**
 * What terminals and other readers of plain text obey in place of showing it: controls but the tab and the line feed,
 * Unicode's own line ends, and marks that change the direction of the text beside them (U+202E reverses all of it).
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is this expression's purpose.
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** U+2068 and U+2069: words between them keep their direction to themselves. */
export const ISOLATE_BEGINS = "\u2068";
export const ISOLATE_ENDS = "\u2069";

/** Shows them as JSON writes them, such as `\u001b`: in JSON, the text still reads the same. */
export function controlsShown(text: string): string {
  return text.replaceAll(OBEYED, shown);
}

/** The same for a sentence in which words may stand isolated: a beginning and an end that belong together stay. */
export function marksShown(sentence: string): string {
  if (!sentence.includes(ISOLATE_BEGINS)) return controlsShown(sentence);
  const paired = pairedIsolates(sentence);
  return sentence.replaceAll(OBEYED, (found, at: number) => (paired.has(at) ? found : shown(found)));
}

const shown = (mark: string) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** Where the isolates of a text begin and end, without those that lack their other half. */
function pairedIsolates(text: string): ReadonlySet<number> {
  const paired = new Set<number>();
  const open: number[] = [];
  for (let at = 0; at < text.length; at++) {
    if (text[at] === ISOLATE_BEGINS) open.push(at);
    if (text[at] !== ISOLATE_ENDS) continue;
    const begin = open.pop();
    if (begin !== undefined) paired.add(begin).add(at);
  }
  return paired;
}

/** Lines of one text: an isolate that goes on in the next line ends with its line, and begins again there. */
export function isolatesByLine(lines: readonly string[]): readonly string[] {
  let open = 0;
  return lines.map((line) => {
    const before = open;
    for (const sign of line) {
      if (sign === ISOLATE_BEGINS) open += 1;
      if (sign === ISOLATE_ENDS && open > 0) open -= 1;
    }
    return `${ISOLATE_BEGINS.repeat(before)}${line}${ISOLATE_ENDS.repeat(open)}`;
  });
}
