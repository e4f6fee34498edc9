import i18next from "i18next";
import type { ParticipantLanguage } from "../../../src-shared/service/index.ts";
import { startTexts } from "../../components/texts/start-texts.ts";
import { pickLanguage } from "./language.ts";
import { browserStorage } from "./page-storage.ts";

const STORED = "countersign.participant.language";

const catalogues = import.meta.glob<Record<string, unknown>>("../../../resources/locales/participant.*.json", {
  eager: true,
  import: "default",
});

/** The language chosen on this page before, else the browser's. */
function ownLanguage(): ParticipantLanguage {
  const chosen = browserStorage.getItem(STORED);
  return pickLanguage([...(chosen === null ? [] : [chosen]), ...navigator.languages]);
}

export async function startI18n(): Promise<void> {
  await startTexts(catalogues, ownLanguage());
  document.documentElement.lang = i18next.language;
  i18next.on("languageChanged", (language) => {
    document.documentElement.lang = language;
  });
}

export async function chooseLanguage(language: ParticipantLanguage): Promise<void> {
  browserStorage.setItem(STORED, language);
  await i18next.changeLanguage(language);
}

/** Shows another language while a wall requests it, without saving it; null: the page's own. */
export async function showLanguage(language: ParticipantLanguage | null): Promise<void> {
  await i18next.changeLanguage(language ?? ownLanguage());
}
