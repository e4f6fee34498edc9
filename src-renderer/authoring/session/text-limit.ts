import { limits } from "../../../src-shared/basics/index.ts";

const MEBIBYTE = 1_048_576;
const bytesOf = (text: string) => new TextEncoder().encode(text).length;

/** Whether a flow's text exceeds the language's limit [S008]: the host would refuse it, so it is not sent. */
export const isTooLong = (text: string): boolean =>
  text.length > limits.bytes || (text.length * 3 > limits.bytes && bytesOf(text) > limits.bytes);

/**
 * The length of a text in mebibytes, in the reader's number format: rounded up, so that one byte too many is never `1`.
 */
export const mebibytes = (text: string, language: string): string =>
  new Intl.NumberFormat(language).format(Math.ceil((bytesOf(text) / MEBIBYTE) * 10) / 10);
