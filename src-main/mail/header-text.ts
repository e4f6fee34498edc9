/** Printable ASCII in words that a line has room for, and nothing that reads as an encoded word. */
const PLAIN = /^(?!.*=\?)[!-~]{1,70}(?: [!-~]{1,70})*$/;

/** Bytes of text in an encoded word: with its frame it has 72 of the 75 characters that it may have. */
const WORD_BYTES = 45;

/**
 * Text as the value of a header: what a header cannot carry, line ends and other control characters, is one space; anything
 * else reads as it was written, and never as syntax [RFC 2047].
 */
export function headerText(text: string): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .trim();
  return line === "" || PLAIN.test(line) ? line : pieces(line).map(encodedWord).join(" ");
}

/** A word begins and ends with a whole character. */
function pieces(text: string): string[] {
  const found: string[] = [];
  let piece = "";
  let bytes = 0;
  for (const character of text) {
    const size = Buffer.byteLength(character);
    if (bytes + size > WORD_BYTES) {
      found.push(piece);
      piece = "";
      bytes = 0;
    }
    piece += character;
    bytes += size;
  }
  return [...found, piece];
}

const encodedWord = (text: string): string => `=?UTF-8?B?${Buffer.from(text).toString("base64")}?=`;
