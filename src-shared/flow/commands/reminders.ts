import type { Reminder } from "../../language/index.ts";
import type { DueItem, Instant, ReminderPlan, State } from "../model/index.ts";
import { hasPendingActs, nextBeat, takesActs } from "../model/index.ts";
import { remind } from "./notifications.ts";
import type { Transaction } from "./transaction.ts";

/** Plans the reminders of everybody whose acts became pending in the new stage [C1]. */
export function planReminders(tx: Transaction): void {
  const { program } = tx.state;
  program.reminders.forEach((reminder, entry) => {
    for (const participant of reminder.users ?? program.participants) {
      if (!hasPendingActs(tx.state, participant)) continue;
      const due = nextBeat(tx.at, reminder.daysDelay, timeZoneOf(tx.state), tx.at);
      tx.emit({ type: "reminder_planned", at: tx.at, entry, participant, due });
    }
  });
}

/** Ends the reminders of participants who have nothing left to do [C1]. */
export function endReminders(tx: Transaction): void {
  for (const { entry, participant } of tx.state.reminders) {
    if (!hasPendingActs(tx.state, participant)) tx.emit({ type: "reminder_ended", at: tx.at, entry, participant });
  }
}

/** Sends a due reminder and plans its repeat; missed repeats up to `collapseUntil` fold into this one [C1] [C2]. */
export function sendReminder(tx: Transaction, plan: ReminderPlan, collapseUntil: Instant | null): void {
  const reminder = tx.state.program.reminders[plan.entry];
  if (reminder === undefined) return;
  remind(tx, plan.participant, reminder.methods);
  goOn(tx, plan, reminder, Math.max(plan.due, collapseUntil ?? plan.due));
}

/** After a deadline extension the rhythm continues; a one-shot whose time has passed is not sent [G9]. */
export function resumeReminders(tx: Transaction): undefined {
  for (const plan of tx.state.reminders) {
    const reminder = tx.state.program.reminders[plan.entry];
    if (reminder !== undefined && plan.due <= tx.at) goOn(tx, plan, reminder, tx.at);
  }
}

/**
 * Scheduled work in the order in which it must run: by instant, the time-out first, then by id [C3]. Excludes reminders
 * due at or after the time-out.
 */
export function due(state: State): readonly DueItem[] {
  if (!takesActs(state)) return [];
  const { reminders, timeoutAt } = state;
  const known = listed.get(reminders);
  if (known !== undefined && known.timeoutAt === timeoutAt) return known.items;
  const items = itemsOf(reminders, timeoutAt);
  listed.set(reminders, { timeoutAt, items });
  return items;
}

/** The first item of `due`, without building the list, for callers that run one reminder at a time. */
export function nextDue(state: State): DueItem | undefined {
  if (!takesActs(state)) return undefined;
  let next: ReminderPlan | undefined;
  for (const plan of state.reminders) if (next === undefined || comesBefore(plan, next)) next = plan;
  return next === undefined || next.due >= state.timeoutAt ? timeOutItem(state.timeoutAt) : reminderItem(next);
}

/** When the due work with that id falls due; null: the state has none. */
export function dueAt(state: State, id: string): Instant | null {
  if (!takesActs(state)) return null;
  if (id === TIME_OUT) return state.timeoutAt;
  const plan = planOf(state, id);
  return plan === undefined || plan.due >= state.timeoutAt ? null : plan.due;
}

/** The planned reminder of a due id. */
export function planOf(state: State, id: string): ReminderPlan | undefined {
  return state.reminders.find((plan) => id.endsWith(plan.participant) && reminderId(plan) === id);
}

/** Cached: it is asked for with every event, and most events leave the reminders unchanged. */
const listed = new WeakMap<State["reminders"], { readonly timeoutAt: Instant; readonly items: readonly DueItem[] }>();

function itemsOf(reminders: State["reminders"], timeoutAt: Instant): readonly DueItem[] {
  const items = reminders
    .filter((plan) => plan.due < timeoutAt)
    .map(reminderItem)
    .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  return [...items, timeOutItem(timeoutAt)];
}

function reminderItem(plan: ReminderPlan): DueItem {
  return { id: reminderId(plan), kind: "reminder", at: plan.due, participant: plan.participant };
}

function timeOutItem(at: Instant): DueItem {
  return { id: TIME_OUT, kind: "time_out", at, participant: null };
}

/** By instant, then by id, as `due` lists them; ids are built only to break ties. */
function comesBefore(plan: ReminderPlan, other: ReminderPlan): boolean {
  if (plan.due !== other.due) return plan.due < other.due;
  return plan.entry === other.entry ? plan.participant < other.participant : reminderId(plan) < reminderId(other);
}

export const TIME_OUT = "time_out";

/** The due id of a planned reminder. */
export function reminderId({ entry, participant }: Pick<ReminderPlan, "entry" | "participant">): string {
  return `reminder:${entry}:${participant}`;
}

function goOn(tx: Transaction, plan: ReminderPlan, reminder: Reminder, after: Instant): void {
  const { entry, participant, base } = plan;
  if (!reminder.periodically) {
    tx.emit({ type: "reminder_ended", at: tx.at, entry, participant });
    return;
  }
  const next = nextBeat(base, reminder.daysDelay, timeZoneOf(tx.state), after);
  tx.emit({ type: "reminder_planned", at: tx.at, entry, participant, due: next });
}

function timeZoneOf(state: State): string {
  return state.start.settings.timeZone;
}
