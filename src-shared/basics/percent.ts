/**
 * Percent-decodes; a text whose percent signs are no valid encoding was not encoded, and stays as it is.
 * @param decode left out: every character
 */
export function percentDecoded(text: string, decode: (text: string) => string = decodeURIComponent): string {
  try {
    return decode(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
