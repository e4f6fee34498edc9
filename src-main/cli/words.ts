/** "1 file", "2 files". */
export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** A text for a terminal, which obeys control characters: those of a flow's author are shown, never done. */
export const printable = (text: string): string =>
  text.replaceAll(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is this expression's purpose.
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g,
    (found) => `\\u${(found.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`,
  );
