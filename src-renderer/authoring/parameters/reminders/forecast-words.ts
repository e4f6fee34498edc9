import { AlarmClock, BellRing, CheckCircle2, Flag, type LucideIcon, Mail, MailCheck } from "lucide-react";
import type { ForecastItem } from "../../../../src-shared/flow/index.ts";
import type { Translate } from "../../../components/index.ts";
import type { ForecastEntry } from "./calendar-model.ts";

type Kind = ForecastItem["kind"];

/** Never by colour alone: each has its own sign and word. */
export const FORECAST_LOOKS: Readonly<Record<Kind, readonly [tone: string, icon: LucideIcon]>> = {
  stage: ["tone-quiet", Flag],
  invitation: ["tone-info", Mail],
  reminder: ["tone-wait", BellRing],
  confirmation: ["tone-good", MailCheck],
  time_out: ["tone-bad", AlarmClock],
  completed: ["tone-good", CheckCircle2],
};

/** An event in words: `Reminder by e-mail to alice, bob`. */
export function entryWords(t: Translate, { item, participants }: ForecastEntry): string {
  if (item.kind === "stage") return t("calendar.stage", { stage: item.stage });
  if (item.kind === "time_out" || item.kind === "completed") return t(`calendar.${item.kind}`);
  const way = t(`messages.way_${item.method}`, { kind: t(`mailbox.kind.${item.kind}`) });
  const values = { way, participants: participants.join(", "), message: item.message ?? t("calendar.builtIn") };
  return t(item.deliverable ? "calendar.sent" : "calendar.notSent", values);
}
