import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { byteSize, dateTime, duration } from "../components/time.ts";

/** Times as the participant's language writes them, in their browser's own zone. Instants are ISO 8601. */
export function useTime() {
  const { i18n } = useTranslation();
  const language = i18n.language;
  return useMemo(() => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    return {
      dateTime: (instant: string) => dateTime(Date.parse(instant), language, timeZone),
      duration: (milliseconds: number) => duration(milliseconds, language),
      byteSize: (bytes: number) => byteSize(bytes, language),
    };
  }, [language]);
}
