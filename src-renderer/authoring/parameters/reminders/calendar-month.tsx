import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ForecastItem } from "../../../../src-shared/flow/index.ts";
import { IconButton, useTranslation } from "../../../components/index.ts";
import { type CalendarDay, countsOf, entriesOf, monthGrid } from "./calendar-model.ts";
import { entryWords, FORECAST_LOOKS } from "./forecast-words.ts";

interface Props {
  /** Such as `2026-03`. */
  readonly month: string;
  readonly months: readonly string[];
  readonly items: readonly ForecastItem[];
  readonly timeZone: string;
  readonly onMonth: (month: string) => void;
}

/** One month from Monday to Sunday, each day with a sign for each kind of event. */
export function CalendarMonth({ month, months, items, timeZone, onMonth }: Props) {
  const { t, i18n } = useTranslation();
  const place = months.indexOf(month);
  const words = monthWords(i18n.language);
  const go = (to: string | undefined) => to !== undefined && onMonth(to);
  return (
    <div className="calendar">
      <header className="calendar-head">
        <IconButton
          icon={ChevronLeft}
          label={t("calendar.earlier")}
          blocked={place <= 0 ? t("calendar.noEarlier") : null}
          onClick={() => go(months[place - 1])}
        />
        <h3 aria-live="polite">{words.month(month)}</h3>
        <IconButton
          icon={ChevronRight}
          label={t("calendar.later")}
          blocked={place >= months.length - 1 ? t("calendar.noLater") : null}
          onClick={() => go(months[place + 1])}
        />
      </header>
      <table className="calendar-grid" aria-label={words.month(month)}>
        <thead>
          <tr>
            {words.weekdays.map(([short, long]) => (
              <th key={long} scope="col" abbr={long}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {monthGrid(month, items, timeZone).map((week, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a month's weeks stand where they stand
            <tr key={row}>
              {week.map((day, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: so do its days
                <td key={at}>{day && <Day day={day} />}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Day({ day: { date, day, items, hours } }: { readonly day: CalendarDay }) {
  const { t } = useTranslation();
  const sentences = entriesOf(items).map((entry) => entryWords(t, entry));
  return (
    <div className="calendar-day" title={sentences.join("\n") || undefined} data-busy={items.length > 0 || undefined}>
      <time dateTime={date}>{day}</time>
      {hours !== 24 && (
        <abbr className="calendar-clocks" title={t(hours < 24 ? "calendar.clocksForward" : "calendar.clocksBack")}>
          {t("calendar.hours", { count: hours })}
        </abbr>
      )}
      <span className="calendar-marks">
        {[...countsOf(items)].map(([kind, count]) => {
          const [tone, Icon] = FORECAST_LOOKS[kind];
          return (
            <span key={kind} className={`calendar-mark ${tone}`}>
              <Icon className="icon" aria-hidden />
              {count > 1 && <span aria-hidden>{count}</span>}
              <span className="visually-hidden">{t(`calendar.count_${kind}`, { count })}</span>
            </span>
          );
        })}
      </span>
    </div>
  );
}

/** Any Monday. */
const MONDAY = Date.UTC(2026, 0, 5);
const DAY_MS = 86_400_000;

/** Names of months and weekdays in the reader's language. */
function monthWords(language: string) {
  const locale = language === "en" ? "en-GB" : language;
  const format = (options: Intl.DateTimeFormatOptions, at: number | Date) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" }).format(at);
  return {
    month: (month: string) => format({ month: "long", year: "numeric" }, new Date(`${month}-01T00:00:00Z`)),
    weekdays: Array.from({ length: 7 }, (_, day) => {
      const at = MONDAY + day * DAY_MS;
      return [format({ weekday: "short" }, at), format({ weekday: "long" }, at)] as const;
    }),
  };
}
