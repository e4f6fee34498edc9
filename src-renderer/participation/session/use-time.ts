import { useMemo } from "react";
import { timesIn } from "../../components/basics/time.ts";
import { usePageState } from "./session.ts";
import { useTranslation } from "./texts.ts";

/** Times in the participant's language, in the flow's zone. Instants are ISO 8601. */
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
      /** The zone's name if it differs from the participant's own; then times alone would be ambiguous. */
      foreignZone: timeZone === own ? null : timeZone,
      dateTime: (instant: string) => writtenDateTime(Date.parse(instant)),
    };
  }, [language, zone]);
}
