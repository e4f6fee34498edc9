/** "1 file", "2 files". */
export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** A text for a terminal, which obeys control characters: those of a flow's author are shown, never done. */
export const printable = (text: string): string =>
  text.replaceAll(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is this expression's purpose.
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g,
    (found) => `\\u${(found.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`,
  );

/** Characters of a line in a report. */
const LINE = 200;

/** A sentence on one line and of a readable length: what people wrote into it may have pages. */
export function oneLine(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length <= LINE ? line : `${[...line.slice(0, LINE)].slice(0, -1).join("")}…`;
}
