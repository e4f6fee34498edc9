import { controlsShown } from "../../src-shared/basics/index.ts";

/** "1 file", "2 files". */
export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** A text for a terminal: control characters are shown, never obeyed. */
export { controlsShown as printable };

/** A value as JSON that is safe for a terminal: control characters are JSON escapes, and parse to the same value. */
export const asJson = (value: unknown): string => controlsShown(`${JSON.stringify(value, null, 2)}\n`);

/** The same on one line. */
export const asJsonLine = (value: unknown): string => controlsShown(`${JSON.stringify(value)}\n`);

/** Characters of a line in a report. */
const LINE = 200;

/** A sentence on one line and of a readable length: text from people may be pages long. */
export function oneLine(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length <= LINE ? line : `${[...line.slice(0, LINE)].slice(0, -1).join("")}…`;
}

/** Whether an output was not written because its reader is gone. */
export const isUnread = (cause: unknown): boolean =>
  cause instanceof Error && "code" in cause && (cause.code === "EPIPE" || cause.code === "ERR_STREAM_DESTROYED");
