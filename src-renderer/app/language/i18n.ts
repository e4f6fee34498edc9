import i18next from "i18next";
import type { BridgeError } from "../../../src-shared/bridge/index.ts";
import { byLanguage, startTexts } from "../../components/index.ts";
import { type RefusalCatalogue, refusalReader } from "./refusals.ts";
import { englishHistory, type HistoryLanguage } from "./sentence-text.ts";

export const LANGUAGES = { en: "English", sv: "Svenska" } as const;
export type Language = keyof typeof LANGUAGES;
export const isLanguage = (text: string | undefined | null): text is Language =>
  text !== undefined && text !== null && Object.hasOwn(LANGUAGES, text);

const catalogues = import.meta.glob<Record<string, unknown>>("../../../resources/locales/app.*.json", {
  eager: true,
  import: "default",
});

const histories = byLanguage(
  import.meta.glob<HistoryLanguage>("../../../resources/locales/history.*.json", { eager: true, import: "default" }),
);

/** The sentences of a history in that language; English ones come with the flow room itself. */
export const historyLanguage = (language: string): HistoryLanguage => histories[language] ?? englishHistory;

const refusals = new Map(
  Object.entries(
    byLanguage(
      import.meta.glob<RefusalCatalogue>("../../../resources/locales/refusals.*.json", {
        eager: true,
        import: "default",
      }),
    ),
  ).map(([language, catalogue]) => [language, refusalReader(catalogue)]),
);

/** An error of the host in the language and the words of the app: what is a draft over HTTP is a flow here. */
export function inReadersLanguage(error: BridgeError): BridgeError {
  const reader = refusals.get(i18next.language);
  return reader === undefined ? error : { ...error, message: reader.error(error) };
}

/** A reason that came without a code, such as why a button is off, in the language that the app speaks. */
export const reasonText = (reason: string): string => refusals.get(i18next.language)?.sentence(reason) ?? reason;

export const startI18n = (language: Language): Promise<void> => startTexts(catalogues, language);
