/**
 * Sentences for people, in any language. What the language says is written in English right where it is said, with the
 * tag `say`; that English pattern is also the key of the sentence in resources/locales/language.*.json. So a new rule is
 * written in one file, and test/language/translations.test.ts names the sentences that another language still lacks.
 */
export interface Said {
  /** English, with {0}, {1}… in place of the values. */
  readonly pattern: string;
  readonly values: readonly (string | Said)[];
}

/** English patterns to another language's. */
export type Translation = Readonly<Record<string, string>>;

/** One pattern for each place in the code. */
const patterns = new WeakMap<TemplateStringsArray, string>();

/** A sentence, or a part of one: what stands in `${}` may be said itself, a text of the author's is taken as it is. */
export function say(parts: TemplateStringsArray, ...values: readonly (string | number | Said)[]): Said {
  let pattern = patterns.get(parts);
  if (pattern === undefined) {
    pattern = parts.reduce((before, part, at) => `${before}{${at - 1}}${part}`);
    patterns.set(parts, pattern);
  }
  return { pattern, values: values.map((value) => (typeof value === "number" ? String(value) : value)) };
}

/** A sentence that stands in the code as data, such as what hover says of a key. */
export function sentence(pattern: string): Said {
  return { pattern, values: [] };
}

/** What was said, in a reader's language; in English without a translation, or where it does not know the sentence. */
export function told({ pattern, values }: Said, translation?: Translation): string {
  const own = translation !== undefined && Object.hasOwn(translation, pattern) ? translation[pattern] : undefined;
  if (values.length === 0) return own ?? pattern;
  const words = own ?? pattern;
  return words.replace(/\{(\d+)\}/g, (place, at: string, from: number) => {
    const value = values[Number(at)];
    if (value === undefined) return place;
    return typeof value === "string" ? besideMarks(value, words.slice(0, from)) : told(value, translation);
  });
}

/** Backticks mark names: one in a name would end its own mark, and one alone would begin another. */
function besideMarks(value: string, before: string): string {
  const marks = (text: string) => text.split("`").length - 1;
  return marks(before) % 2 === 1 || marks(value) % 2 === 1 ? value.replaceAll("`", "'") : value;
}
