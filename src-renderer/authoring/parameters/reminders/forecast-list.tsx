import type { ForecastItem } from "../../../../src-shared/flow/index.ts";
import { useTime } from "../../../app/index.ts";
import { useTranslation } from "../../../components/index.ts";
import { entriesOf } from "./calendar-model.ts";
import { entryWords, FORECAST_LOOKS } from "./forecast-words.ts";

interface ForecastListProps {
  readonly items: readonly ForecastItem[];
  readonly timeZone: string;
}

/** The calendar's content as a list, in order. */
export function ForecastList({ items, timeZone }: ForecastListProps) {
  const { t } = useTranslation();
  const time = useTime(timeZone);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <ol className="forecast-list" aria-label={t("calendar.list")} tabIndex={0}>
      {entriesOf(items).map((entry, at) => {
        const [tone, Icon] = FORECAST_LOOKS[entry.item.kind];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the whole list is replaced at once
          <li key={at} className="forecast-entry">
            <Icon className={`icon ${tone}`} aria-hidden />
            <time dateTime={new Date(entry.item.at).toISOString()} className="number soft">
              {time.dateTime(entry.item.at)}
            </time>
            <span>{entryWords(t, entry)}</span>
          </li>
        );
      })}
    </ol>
  );
}
