/** The participants' languages, each in its own words. */
export const LANGUAGES = {
  en: "English",
  sv: "Svenska",
  nb: "Norsk bokmål",
  da: "Dansk",
  fi: "Suomi",
} as const;
export type Language = keyof typeof LANGUAGES;

/** Norwegians whose browser says `no` or `nn` read bokmål. */
const ALSO: Readonly<Record<string, Language>> = { no: "nb", nn: "nb" };

export const isLanguage = (text: string): text is Language => Object.hasOwn(LANGUAGES, text);

/** The first of the wanted languages (BCP 47) that the page speaks, else English. */
export function pickLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const primary = tag.toLowerCase().split("-", 1)[0] ?? "";
    const language = ALSO[primary] ?? primary;
    if (isLanguage(language)) return language;
  }
  return "en";
}
