/**
 * Messages for people, in any language. Each is written in English where it arises, with the tag `msg`; the English pattern
 * is also its key in resources/locales/language.*.json. So a new rule is written in one file, and
 * test/language/translations.test.ts names the messages that another language still lacks.
 */
export interface Translatable {
  /** English, with {0}, {1}… in place of the values. */
  readonly pattern: string;
  readonly values: readonly (string | Translatable)[];
}

/** English patterns to another language's. */
export type Translation = Readonly<Record<string, string>>;

/** One pattern for each place in the code. */
const patterns = new WeakMap<TemplateStringsArray, string>();

/** A message, or a part of one: a value in `${}` may be a message itself; any other text is taken as it is. */
export function msg(parts: TemplateStringsArray, ...values: readonly (string | number | Translatable)[]): Translatable {
  let pattern = patterns.get(parts);
  if (pattern === undefined) {
    pattern = parts.reduce((before, part, at) => `${before}{${at - 1}}${part}`);
    patterns.set(parts, pattern);
  }
  return { pattern, values: values.map((value) => (typeof value === "number" ? String(value) : value)) };
}

/** A message that stands in the code as data, such as what hover shows for a key. */
export function sentence(pattern: string): Translatable {
  return { pattern, values: [] };
}

/** A message in the reader's language; in English without a translation, or where the translation lacks it. */
export function translated({ pattern, values }: Translatable, translation?: Translation): string {
  const own = translation !== undefined && Object.hasOwn(translation, pattern) ? translation[pattern] : undefined;
  if (values.length === 0) return own ?? pattern;
  const words = own ?? pattern;
  return words.replace(/\{(\d+)\}/g, (place, at: string, from: number) => {
    const value = values[Number(at)];
    if (value === undefined) return place;
    return typeof value === "string" ? besideMarks(value, words.slice(0, from)) : translated(value, translation);
  });
}

/** Backticks mark names: one in a name would end its own mark, and one alone would begin another. */
function besideMarks(value: string, before: string): string {
  const marks = (text: string) => text.split("`").length - 1;
  return marks(before) % 2 === 1 || marks(value) % 2 === 1 ? value.replaceAll("`", "'") : value;
}
