import i18next from "i18next";
import { startTexts } from "../../components/texts/start-texts.ts";
import { type Language, pickLanguage } from "./language.ts";

const STORED = "countersign.participant.language";

const catalogues = import.meta.glob<Record<string, unknown>>("../../../resources/locales/participant.*.json", {
  eager: true,
  import: "default",
});

/** The language chosen on this page before, else the browser's. */
export async function startI18n(): Promise<void> {
  const chosen = localStorage.getItem(STORED);
  await startTexts(catalogues, pickLanguage([...(chosen === null ? [] : [chosen]), ...navigator.languages]));
  document.documentElement.lang = i18next.language;
  i18next.on("languageChanged", (language) => {
    document.documentElement.lang = language;
  });
}

export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(STORED, language);
  await i18next.changeLanguage(language);
}
