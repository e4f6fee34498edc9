import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { isolate } from "../components/isolate.ts";
import { englishHistory, type HistoryLanguage } from "../monitoring/sentence-text.ts";

export const LANGUAGES = { en: "English", sv: "Svenska" } as const;
export type Language = keyof typeof LANGUAGES;
export const isLanguage = (text: string | undefined | null): text is Language =>
  text !== undefined && text !== null && Object.hasOwn(LANGUAGES, text);

const catalogues = import.meta.glob<Record<string, unknown>>("../../resources/locales/app.*.json", {
  eager: true,
  import: "default",
});

const histories = import.meta.glob<HistoryLanguage>("../../resources/locales/history.*.json", {
  eager: true,
  import: "default",
});

/** The sentences of a history in that language; English ones come with the flow room itself. */
export const historyLanguage = (language: string): HistoryLanguage =>
  histories[`../../resources/locales/history.${language}.json`] ?? englishHistory;

/** Both catalogues travel with the app: changing the language needs no host. */
export async function startI18n(language: Language) {
  const resources = Object.fromEntries(
    Object.entries(catalogues).map(([path, translation]) => [
      /app\.(\w+)\.json$/.exec(path)?.[1] ?? "en",
      { translation },
    ]),
  );
  await i18next.use(initReactI18next).init({
    resources,
    lng: language,
    fallbackLng: "en",
    interpolation: { escape: isolate },
    returnNull: false,
  });
}
