import i18next from "i18next";
import { initReactI18next } from "react-i18next";

/** The participants' languages, each in its own words. */
export const LANGUAGES = {
  en: "English",
  sv: "Svenska",
  nb: "Norsk bokmål",
  da: "Dansk",
  fi: "Suomi",
} as const;
export type Language = keyof typeof LANGUAGES;

const STORED = "countersign.participant.language";
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

const catalogues = import.meta.glob<Record<string, unknown>>("../../resources/locales/participant.*.json", {
  eager: true,
  import: "default",
});

/** The language chosen on this page before, else the browser's. */
export async function startI18n(): Promise<void> {
  const chosen = localStorage.getItem(STORED);
  const resources = Object.fromEntries(
    Object.entries(catalogues).map(([path, translation]) => [
      /participant\.(\w+)\.json$/.exec(path)?.[1] ?? "en",
      { translation },
    ]),
  );
  await i18next.use(initReactI18next).init({
    resources,
    lng: pickLanguage([...(chosen === null ? [] : [chosen]), ...navigator.languages]),
    fallbackLng: "en",
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  document.documentElement.lang = i18next.language;
  i18next.on("languageChanged", (language) => {
    document.documentElement.lang = language;
  });
}

export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(STORED, language);
  await i18next.changeLanguage(language);
}
