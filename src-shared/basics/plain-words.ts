/** A text to search in or for: without marks on letters, in small letters. */
export const plainWords = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
