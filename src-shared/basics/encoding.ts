import { msg, type Translatable, type Translation, translated } from "./translatable.ts";

const SAVE_AGAIN = msg`Save it as UTF-8 and try again; nothing was changed.`;

/**
 * Why a file's bytes are not a flow's text, in a sentence; null where they are UTF-8 [S009]. Read anyway, each wrong byte
 * would become another character, and the next save would lose the author's.
 */
export function encodingProblem(bytes: Uint8Array, translation?: Translation): string | null {
  const problem = problemOf(bytes);
  return problem === null ? null : translated(problem, translation);
}

function problemOf(bytes: Uint8Array): Translatable | null {
  if (begins(bytes, [0x25, 0x50, 0x44, 0x46])) return msg`This is a PDF, not a flow file.`;
  if (begins(bytes, [0x50, 0x4b, 0x03, 0x04])) return msg`This is a zip archive, not a flow file.`;
  if (begins(bytes, [0xff, 0xfe]) || begins(bytes, [0xfe, 0xff])) return msg`The file is UTF-16. ${SAVE_AGAIN}`;
  const at = notUtf8At(bytes);
  if (at === null) return null;
  if (isBinary(bytes)) return msg`This is not a text file: it holds NUL or other control bytes.`;
  const line = bytes.subarray(0, at).reduce((lines, byte) => lines + (byte === 0x0a ? 1 : 0), 1);
  const byte = (bytes[at] ?? 0).toString(16).toUpperCase().padStart(2, "0");
  return msg`Byte ${byte} in line ${line} is not UTF-8: the file was probably saved as Latin-1 or Windows-1252. ${SAVE_AGAIN}`;
}

const begins = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, at) => bytes[at] === byte);

/** Whether a byte is NUL, or more than one in twenty is another control character: no text holds them. */
function isBinary(bytes: Uint8Array): boolean {
  const controls = bytes.reduce((count, byte) => count + (byte < 0x20 && !BLANKS.has(byte) ? 1 : 0), 0);
  return controls * 20 > bytes.length || bytes.includes(0);
}

/** Tab, line feed, form feed, carriage return. */
const BLANKS: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0c, 0x0d]);

/** Offset of the first byte that begins no UTF-8 sequence (Unicode 16, table 3-7); null: there is none. */
function notUtf8At(bytes: Uint8Array): number | null {
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return null;
}

function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  const length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  const [least, most] = SECOND[first] ?? [0x80, 0xbf];
  const second = bytes[at + 1] ?? 0;
  if (length === 0 || second < least || second > most) return 0;
  for (let next = at + 2; next < at + length; next += 1) if (((bytes[next] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}

/** Second bytes that are narrower than 80..BF: overlong forms, surrogates, and what is past U+10FFFF. */
const SECOND: Readonly<Record<number, readonly [number, number]>> = {
  224: [0xa0, 0xbf],
  237: [0x80, 0x9f],
  240: [0x90, 0xbf],
  244: [0x80, 0x8f],
};
