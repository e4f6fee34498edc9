import { controlsShown } from "../../src-shared/basics/index.ts";

/** "1 file", "2 files". */
export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** A text for a terminal: what its author's characters would make a terminal do is shown, never done. */
export { controlsShown as printable };

/** A value as JSON that a terminal may show: what it would obey stands as JSON's escapes, and reads the same. */
export const asJson = (value: unknown): string => controlsShown(`${JSON.stringify(value, null, 2)}\n`);

/** The same on one line. */
export const asJsonLine = (value: unknown): string => controlsShown(`${JSON.stringify(value)}\n`);

/** Characters of a line in a report. */
const LINE = 200;

/** A sentence on one line and of a readable length: what people wrote into it may have pages. */
export function oneLine(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length <= LINE ? line : `${[...line.slice(0, LINE)].slice(0, -1).join("")}…`;
}

/** Whether an output was not written because nobody reads it any more. */
export const isUnread = (cause: unknown): boolean =>
  cause instanceof Error && "code" in cause && (cause.code === "EPIPE" || cause.code === "ERR_STREAM_DESTROYED");
