/** The form in which texts are searched: case and Unicode composition do not matter ("ÅSA" finds "Åsa"). */
export function folded(...texts: readonly (string | null)[]): string {
  return texts
    .filter((text) => text !== null)
    .join("\n")
    .normalize("NFC")
    .toLowerCase();
}

/** The texts that name one thing, a line each, each once. */
export const inLines = (...texts: readonly (string | null)[]): string =>
  [...new Set(texts)].filter((text) => text !== null && text !== "").join("\n");
