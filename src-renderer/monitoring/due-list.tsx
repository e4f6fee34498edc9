import { BellRing, CalendarX, Clock, type LucideIcon, Mail, SkipForward, Stamp, Trash2, Webhook } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../components/button.tsx";
import { useTime } from "../components/use-time.ts";
import { dueName } from "./clock-bar.tsx";
import type { Detail } from "./types.ts";
import { useAdvance } from "./use-advance.ts";

const ICONS: Readonly<Record<string, LucideIcon>> = {
  time_out: CalendarX,
  reminder: BellRing,
  callback: Webhook,
  mail: Mail,
  seal: Stamp,
  retention: Trash2,
};

/** What will happen by itself, the next first; on a clock of the run's own, each with the way to get there [C6]. */
export function DueList({ instance }: { readonly instance: Detail }) {
  const { t } = useTranslation();
  const time = useTime(instance.timeZone);
  const { busy, advance } = useAdvance(instance.clock.id);
  const due = instance.due.toSorted((a, b) => a.at - b.at);
  return (
    <section className="panel" aria-labelledby="due-title">
      <h2 id="due-title">{t("instance.due")}</h2>
      {due.length === 0 && <p className="soft">{t("clock.nothingDue")}</p>}
      <ul className="due-list">
        {due.map((item) => {
          const Icon = ICONS[item.kind] ?? Clock;
          return (
            <li key={item.id}>
              <Icon className="icon" aria-hidden />
              <span className="truncate" title={dueName(t, item)}>
                {dueName(t, item)}
              </span>
              <span className="soft" title={time.dateTime(item.at)}>
                {time.relative(item.at, instance.clock.now)}
              </span>
              {instance.clock.virtual && (
                <IconButton
                  icon={SkipForward}
                  label={t("clock.goTo", { what: dueName(t, item) })}
                  aria-busy={busy}
                  writes
                  onClick={() => advance({ to: item.at })}
                />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
