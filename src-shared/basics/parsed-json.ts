/** What a JSON text holds; undefined, which no JSON holds: it is none. The parser's own words would quote the text. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
