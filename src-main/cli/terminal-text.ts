/** "1 file", "2 files". */
export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** A text for a terminal: what its author's characters would make a terminal do is shown, never done. */
export { controlsShown as printable } from "../../src-shared/language/index.ts";

/** Characters of a line in a report. */
const LINE = 200;

/** A sentence on one line and of a readable length: what people wrote into it may have pages. */
export function oneLine(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length <= LINE ? line : `${[...line.slice(0, LINE)].slice(0, -1).join("")}…`;
}
