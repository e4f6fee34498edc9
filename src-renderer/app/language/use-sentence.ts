import { useTranslation } from "../../components/index.ts";
import { historyLanguage, reasonText } from "./i18n.ts";
import { type EventSentence, sentenceText, type TimeWriter } from "./sentence-text.ts";

/** Events of a history in the reader's language, with instants formatted by `time`. */
export function useSentence(time: TimeWriter): (event: EventSentence) => string {
  const { language } = useTranslation().i18n;
  return (event) => sentenceText(event, historyLanguage(language), time, reasonText);
}
