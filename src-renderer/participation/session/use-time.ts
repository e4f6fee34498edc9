import { useMemo } from "react";
import { timesIn } from "../../components/basics/time.ts";
import { usePageState } from "./session.ts";
import { useTranslation } from "./texts.ts";

/** Times as the participant's language writes them, in the flow's zone. Instants are ISO 8601. */
export function useTime() {
  const { i18n } = useTranslation();
  const language = i18n.language;
  const zone = usePageState(({ page }) => (page?.page === "overview" ? page.time_zone : null));
  return useMemo(() => {
    const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    const timeZone = zone ?? own;
    const { writtenDateTime, ...times } = timesIn(language, timeZone);
    return {
      ...times,
      /** The zone's name where it is not the participant's own: then a time does not say by itself which it is. */
      foreignZone: timeZone === own ? null : timeZone,
      dateTime: (instant: string) => writtenDateTime(Date.parse(instant)),
    };
  }, [language, zone]);
}
