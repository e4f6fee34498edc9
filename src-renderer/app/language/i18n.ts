import i18next from "i18next";
import type { BridgeError } from "../../../src-shared/bridge/index.ts";
import { byLanguage, startTexts } from "../../components/index.ts";
import { type RefusalCatalogue, refusalReader, withDiagnostics } from "./refusals.ts";
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

/** The sentences of a history in that language; English ones come with the flow room. */
export const historyLanguage = (language: string): HistoryLanguage => histories[language] ?? englishHistory;

/** English ones come unchanged from the host; the first view loads without the others. */
const refusalFiles = byLanguage(
  import.meta.glob<RefusalCatalogue>("../../../resources/locales/refusals.*.json", { import: "default" }),
);
/** A problem of a flow's text may be why an account's flow is refused. */
const diagnosticFiles = byLanguage(
  import.meta.glob<RefusalCatalogue["sentences"]>("../../../resources/locales/language.*.json", { import: "default" }),
);
const refusals = new Map<string, ReturnType<typeof refusalReader>>();

async function loadRefusals(language: string): Promise<void> {
  if (refusals.has(language)) return;
  const [catalogue, diagnostics] = await Promise.all([refusalFiles[language]?.(), diagnosticFiles[language]?.()]);
  if (catalogue !== undefined) refusals.set(language, refusalReader(withDiagnostics(catalogue, diagnostics ?? {})));
}

/** Loads the files of other languages, so that a later change needs no host. */
export const loadLanguages = () => Promise.all(Object.keys(refusalFiles).map(loadRefusals));

/** An error of the host in the language and the words of the app: a draft in the HTTP interface is a flow here. */
export function inReadersLanguage(error: BridgeError): BridgeError {
  const reader = refusals.get(i18next.language);
  return reader === undefined ? error : { ...error, message: reader.error(error) };
}

/** A reason without a code, such as why a button is off, in the app's language. */
export const reasonText = (reason: string): string => refusals.get(i18next.language)?.sentence(reason) ?? reason;

export async function startI18n(language: Language): Promise<void> {
  await Promise.all([startTexts(catalogues, language), loadRefusals(language)]);
}

export async function changeLanguage(language: Language): Promise<void> {
  await Promise.all([i18next.changeLanguage(language), loadRefusals(language)]);
}
