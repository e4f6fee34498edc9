import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { participantLanguages } from "../../src-shared/service/index.ts";

const LANGUAGES = Object.keys(participantLanguages);
const root = path.join(import.meta.dirname, "../..");

/** `a.b.c` -> text, for every text of a catalogue. */
function flat(value: unknown, prefix = ""): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, inner] of Object.entries(value as Record<string, unknown>)) {
    if (typeof inner === "string") found.set(prefix + key, inner);
    else for (const [below, text] of flat(inner, `${prefix}${key}.`)) found.set(below, text);
  }
  return found;
}

const catalogues = new Map(
  LANGUAGES.map((language) => {
    const file = path.join(root, `resources/locales/participant.${language}.json`);
    return [language, flat(JSON.parse(readFileSync(file, "utf8")))];
  }),
);
const english = catalogues.get("en") ?? new Map<string, string>();
/** What is put in, and what the text wraps: `{{name}}`, `<1>`. */
const marks = (text: string) => (text.match(/\{\{\w+\}\}|<\/?\d+>/g) ?? []).sort();
const plain = (key: string) => key.replace(/_(one|other)$/, "");

/** Keys that the sources write out, and patterns for those with a variable part. */
function asked(): { readonly keys: ReadonlySet<string>; readonly patterns: readonly RegExp[] } {
  const keys = new Set<string>();
  const patterns: RegExp[] = [];
  const files = globSync(
    "src-renderer/{participation/**/*,components/{marks/status,dialogs/dialog,layout/long-text}}.{ts,tsx}",
    {
      cwd: root,
    },
  );
  for (const file of files) {
    const source = readFileSync(path.join(root, file), "utf8");
    for (const [, key = ""] of source.matchAll(/"([a-z]\w*(?:\.\w+)+)"/gi)) keys.add(key);
    for (const [, key = ""] of source.matchAll(/`([a-z]*[.$][^`\s]*)`/gi))
      patterns.push(new RegExp(`^${key.replaceAll(".", "\\.").replace(/\$\{[^}]*\}/g, "[\\w./]+")}$`));
  }
  return { keys, patterns };
}

describe("the participants' catalogues", () => {
  it.each(LANGUAGES)("%s has every key of the English one, the same marks, and no empty text", (language) => {
    const texts = catalogues.get(language) ?? new Map<string, string>();
    expect([...texts.keys()]).toEqual([...english.keys()]);
    for (const [key, text] of texts) {
      expect(marks(text), key).toEqual(marks(english.get(key) ?? ""));
      expect(text.trim(), key).not.toBe("");
    }
  });

  it.each(LANGUAGES.slice(1))("%s is a translation: hardly any text is the English one", (language) => {
    const texts = catalogues.get(language) ?? new Map<string, string>();
    const same = [...texts].filter(([key, text]) => text === english.get(key) && /[a-z]{4}/i.test(text));
    const words = same.map(([key]) => key).filter((key) => key !== "overview.openNamed");
    expect(words.length, words.join(", ")).toBeLessThan(6);
  });

  it("hold every key that the page asks for, and none that it does not", () => {
    const { keys, patterns } = asked();
    const known = new Set([...english.keys()].flatMap((key) => [key, plain(key)]));
    const sections = new Set([...english.keys()].map((key) => key.split(".")[0] ?? ""));
    const missing = [...keys].filter((key) => sections.has(key.split(".")[0] ?? "") && !known.has(key));
    expect(missing).toEqual([]);
    const unused = [...english.keys()].map(plain).filter((key) => {
      return !keys.has(key) && !patterns.some((pattern) => pattern.test(key));
    });
    expect(unused).toEqual([]);
  });
});
