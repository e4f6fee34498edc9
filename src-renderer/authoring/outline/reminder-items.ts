import { BellRing, CalendarClock, Repeat, UsersRound } from "lucide-react";
import { type Intent, isObject, type ReminderParts } from "../../../src-shared/language/index.ts";
import { listAt, namesAt, objectAt, type RawValue, scalarText } from "../language/raw-value.ts";
import { notifyForm } from "../model/notification.ts";
import { methodItems } from "./action-items.ts";
import type { OutlineContext } from "./context.ts";
import { addNow, below, type Change, type Item } from "./item.ts";
import { choiceItem, namesItem, type Part, row, textItem, wholeNumber } from "./part.ts";

/** Automatic reminders. */
export function remindersItem(context: OutlineContext): Item {
  const { t, analysis } = context;
  const path = context.inProcess("automatic-reminders");
  const items = listAt(analysis.value, path);
  const add = addNow(t("outline.addReminder"), BellRing, () => ({
    intents: [setReminder(items.length, { date: { type: "relative", days_delay: 3 } })],
    focus: below("reminders", items.length),
  }));
  return {
    key: "reminders",
    path,
    icon: BellRing,
    label: t("common.reminders"),
    value: String(items.length),
    ...(items.length > 0 && { children: () => items.map((item, at) => reminderItem(context, item, at)) }),
    adds: () => [add],
  };
}

const setReminder = (at: number, value: RawValue | null): Intent => ({ intent: "setReminder", at, value });

function reminderItem(context: OutlineContext, written: unknown, at: number): Item {
  const { t } = context;
  const key = below("reminders", at);
  const path = context.inProcess("automatic-reminders", at);
  const value = isObject(written) ? written : {};
  const part: Part = { context, key, path, value };
  const date = objectAt(value, ["date"]);
  const change = (parts: ReminderParts): Change => ({ intents: [{ intent: "changeReminder", at, ...parts }] });
  const users = namesAt(value, "users");
  const everybody = t("outline.everybodyAwaited");
  const repeats = date.repeat === "periodically";
  const children = () => [
    textItem(part, row("days", CalendarClock, t("outline.days"), ["date", "days_delay"]), {
      unset: "",
      done: (text) => wholeNumber(text, t, (days) => change({ daysDelay: days })),
    }),
    choiceItem(part, row("repeat", Repeat, t("outline.repeat"), ["date", "repeat"]), {
      value: repeats ? "periodically" : "never",
      options: (["never", "periodically"] as const).map((each) => [each, t(`outline.${each}`)]),
      done: (repeat) => ({ intents: [setReminder(at, { ...value, date: { ...date, repeat } })] }),
    }),
    namesItem(part, row("users", UsersRound, t("common.participants")), {
      chosen: users,
      options: context.participants,
      unset: everybody,
      done: (names) => change({ users: names.length === 0 ? null : names }),
    }),
    ...methodItems(part, notifyForm(value), ({ email, sms }) => change({ email: email || null, sms: sms || null })),
  ];
  const days = scalarText(date.days_delay) ?? "?";
  return {
    key,
    path,
    icon: BellRing,
    label: t(repeats ? "outline.reminderEvery" : "outline.reminderOnce", { days }),
    value: users.join(", ") || everybody,
    children,
    remove: { intents: [setReminder(at, null)] },
  };
}
