import { BellPlus } from "lucide-react";
import { Button, useTranslation } from "../../../components/index.ts";
import { StageActions } from "../../canvas/inspector/stage-actions.tsx";
import type { SectionProps } from "../../model/problems.ts";
import { useSession } from "../../session/use-session.ts";
import { FlowCalendar } from "./flow-calendar.tsx";
import { ReminderRow } from "./reminder-row.tsx";
import "./reminders.css";

/** With more, the canvas is a better place to search. */
const MOST_STAGES = 60;

/** All messages of the flow: its reminders, its stages' notifications, and a calendar of everything. */
export function RemindersSection({ analysis }: SectionProps) {
  const { t } = useTranslation();
  const session = useSession();
  const { reminders, stages } = analysis.outline;
  const add = () =>
    void session.change([
      { intent: "setReminder", at: reminders.length, value: { date: { type: "relative", days_delay: 3 } } },
    ]);
  return (
    <div className="reminders">
      <p className="param-help">{t(reminders.length === 0 ? "reminders.none" : "reminders.help")}</p>
      <ul className="reminder-list" aria-label={t("common.reminders")}>
        {reminders.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: reminders have no names; their place is what the text knows
          <ReminderRow key={index} analysis={analysis} index={index} />
        ))}
      </ul>
      <div className="section-adds">
        <Button icon={BellPlus} onClick={add}>
          {t("reminders.add")}
        </Button>
      </div>
      <h2>{t("calendar.title")}</h2>
      <FlowCalendar analysis={analysis} />
      <h2>{t("reminders.stages")}</h2>
      <p className="param-help">{t("reminders.stagesHelp")}</p>
      {stages.slice(0, MOST_STAGES).map((stage, at) => (
        <section key={stage.name} aria-label={stage.name} className="reminder-stage">
          <h3>{stage.name}</h3>
          <StageActions
            analysis={analysis}
            stage={stage}
            at={at}
            blocked={analysis.editable[at] ? null : t("stages.notFirm")}
            onChange={(intents) => session.change(intents, { at, name: stage.name })}
          />
        </section>
      ))}
      {stages.length > MOST_STAGES && (
        <p className="param-help">{t("reminders.moreStages", { count: stages.length - MOST_STAGES })}</p>
      )}
    </div>
  );
}
