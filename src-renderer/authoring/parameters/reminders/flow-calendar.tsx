import { useState } from "react";
import { useTime } from "../../../app/index.ts";
import { DateField, fromLocalInput, isNoDate, toLocalInput, useTranslation } from "../../../components/index.ts";
import { NumberField, TextField } from "../../forms/fields.tsx";
import type { AnalysisView } from "../../language/analysis-view.ts";
import { monthsOf } from "./calendar-model.ts";
import { CalendarMonth } from "./calendar-month.tsx";
import { ForecastList } from "./forecast-list.tsx";
import { useFlowZone, useForecast } from "./use-forecast.ts";

const MINUTE_MS = 60_000;
/** The longest duration of a flow. */
const MOST_DAYS = 365;

const isDays = (typed: string) => /^\d{1,3}$/.test(typed) && Number(typed) <= MOST_DAYS;

/** When all automatic actions of the flow would happen, if it started at a chosen instant. */
export function FlowCalendar({ analysis }: { readonly analysis: AnalysisView }) {
  const { t } = useTranslation();
  const timeZone = useFlowZone(analysis);
  const time = useTime(timeZone);
  const [start, setStart] = useState(() => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS);
  const startAt = (typed: string) => setStart((before) => fromLocalInput(typed, timeZone) ?? before);
  const [typedDays, setTypedDays] = useState("");
  const actsAfterDays = isDays(typedDays) ? Number(typedDays) : null;
  const [chosen, setChosen] = useState<string | null>(null);
  const { forecast, blocked } = useForecast({ text: analysis.text, start, actsAfterDays, timeZone });
  const items = forecast?.items ?? [];
  const months = monthsOf(items, timeZone);
  const month = months.find((each) => each === chosen) ?? months[0];
  const end = items.at(-1);
  return (
    <section className="flow-calendar" aria-label={t("calendar.title")}>
      <div className="param-grid">
        <DateField value={toLocalInput(start, timeZone)} onPick={startAt}>
          <TextField
            label={t("calendar.start")}
            help={t("calendar.zone", { zone: timeZone })}
            value={toLocalInput(start, timeZone)}
            check={(typed) =>
              fromLocalInput(typed, timeZone) === null ? t(isNoDate(typed) ? "clock.noSuchDate" : "clock.noDate") : null
            }
            onCommit={async (typed) => {
              startAt(typed);
              return true;
            }}
          />
        </DateField>
        <NumberField
          label={t("calendar.acts")}
          help={t("calendar.actsHelp")}
          placeholder={t("common.never")}
          value={typedDays}
          check={(typed) => (typed === "" || isDays(typed) ? null : t("calendar.noDays", { most: MOST_DAYS }))}
          onCommit={async (value) => {
            setTypedDays(String(value ?? ""));
            return true;
          }}
        />
      </div>
      <p className="flow-calendar-says" role="status">
        {blocked && <span className="tone-wait">{t("calendar.blocked")} </span>}
        {end && !forecast?.cut && (end.kind === "time_out" || end.kind === "completed") && (
          <span>{t(`calendar.ends_${end.kind}`, { when: time.dateTime(end.at) })}</span>
        )}
        {forecast?.cut && <span>{t("calendar.cut", { count: items.length })}</span>}
      </p>
      {month !== undefined && (
        <div className="flow-calendar-views">
          <CalendarMonth month={month} months={months} items={items} timeZone={timeZone} onMonth={setChosen} />
          <ForecastList items={items} timeZone={timeZone} />
        </div>
      )}
    </section>
  );
}
