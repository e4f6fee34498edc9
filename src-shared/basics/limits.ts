/** Limits of a text [S008]. */
export const limits = {
  /** Of the text in UTF-8 [S008]. */
  bytes: 1_048_576,
  stages: 1_000,
  participants: 1_000,
  documents: 1_000,
  /** A real flow is 12 levels deep; the limit keeps readers from running out of stack [S008]. */
  depth: 100,
  /** Words and signs that the slow reader of unusual YAML takes in one text: some 1 s; a real 1 MiB has 260,000 [S008]. */
  lexemes: 320_000,
  /** What aliases and merge keys may add when expanded [S007]. */
  expandedNodes: 10_000,
  expandedBytes: 1_048_576,
} as const;

/** The beginning of 9000, in milliseconds. No clock goes beyond: what a flow plans from here is in a year of four digits, the last that the interface can write [C5]. */
export const latestClock = 221_845_392_000_000;

/** The message for too many stages, participants or documents [S008]; null: not too many. */
export function tooMany(count: number, what: "stages" | "participants" | "documents"): string | null {
  return count <= limits[what] ? null : `${count} ${what} are over the limit of ${limits[what]}: split the flow.`;
}

/** Length of a text in UTF-8 bytes; stops counting once over `cap`. */
export function utf8Length(text: string, cap: number): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant.
  if (text.length > cap || text.length * 3 <= cap || !/[^\u0000-\u007f]/.test(text)) return text.length;
  let bytes = 0;
  for (let at = 0; at < text.length && bytes <= cap; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x80) bytes += 1;
    else if (code < 0x800) bytes += 2;
    // A surrogate pair is four bytes in two code units.
    else if (code >= 0xd800 && code < 0xe000) bytes += 2;
    else bytes += 3;
  }
  return bytes;
}

/** Bytes of a file's name, of the 255 that file systems take: its ending, a number and words of ours come behind it. */
export const fileNameBytes = 180;

/** The beginning of a text, in whole characters, that has at most so many UTF-8 bytes. */
export function cutToBytes(text: string, most: number): string {
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (bytes > most) break;
    end += character.length;
  }
  return text.slice(0, end);
}
