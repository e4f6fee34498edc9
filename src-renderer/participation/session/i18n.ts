import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { isolate } from "../../components/basics/isolate.ts";
import { type Language, pickLanguage } from "./language.ts";

const STORED = "countersign.participant.language";

const catalogues = import.meta.glob<Record<string, unknown>>("../../../resources/locales/participant.*.json", {
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
    interpolation: { escape: isolate },
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
