/** The shared basics: positions and edits of a text, limits, and messages to translate. */

export { isAlike, mistakes } from "./alike.ts";
export { append } from "./append.ts";
export { fitting, UNFIT, unfitIn, unfitName } from "./characters.ts";
export { isEmailAddress } from "./contact.ts";
export { controlsShown, ISOLATE_BEGINS, ISOLATE_ENDS, isolatesByLine, marksShown } from "./controls.ts";
export { csvRow } from "./csv.ts";
export * from "./diagnostics.ts";
export { documentName } from "./document-name.ts";
export { encodingProblem } from "./encoding.ts";
export { cutToBytes, fileNameBytes, latestClock, limits, tooMany, utf8Length } from "./limits.ts";
export * from "./lines.ts";
export { messageOf } from "./message-of.ts";
export { editDistance, nearest } from "./nearest.ts";
export { parsedJson } from "./parsed-json.ts";
export { percentDecoded } from "./percent.ts";
export { plainWords } from "./plain-words.ts";
export { type Sentences, sentenceReader, wordsOf } from "./sentence-reader.ts";
export { listed, short } from "./short.ts";
export { titleOfFile } from "./title-of-file.ts";
export { toItsEnd } from "./to-its-end.ts";
export { msg, sentence, type Translatable, type Translation, translated } from "./translatable.ts";
export { wallBetween } from "./wall-between.ts";
export { words } from "./words.ts";
