import { isObject } from "../edit/compare.ts";
import type { FlowObject, ReminderParts } from "./intent.ts";
import { withMember } from "./matrix.ts";

/** A reminder with some of its parts changed; how everything else is written stays. */
export function changedReminder(before: unknown, parts: ReminderParts): FlowObject {
  const reminder = isObject(before) ? before : {};
  const users = parts.users === undefined ? reminder.users : (parts.users ?? undefined);
  const methods = changedMethods(reminder.methods, parts);
  const date = changedDate(reminder.date, parts);
  return withMember(withMember(withMember(reminder, "users", users), "methods", methods), "date", date);
}

function changedMethods(before: unknown, { email, sms }: ReminderParts): unknown {
  if (email === undefined && sms === undefined) return before;
  const methods = withMethod(withMethod(isObject(before) ? before : {}, "email", email), "sms", sms);
  // Without either, the way of the last invitation is taken, and nothing is left to say.
  return "email" in methods || "sms" in methods ? methods : undefined;
}

function withMethod(methods: FlowObject, way: "email" | "sms", message: string | null | undefined): FlowObject {
  if (message === undefined) return methods;
  if (message === null) return withMember(methods, way, undefined);
  const before = methods[way];
  return withMember(
    methods,
    way,
    typeof before === "string" ? message : { ...(isObject(before) ? before : {}), message },
  );
}

function changedDate(before: unknown, { daysDelay, periodically }: ReminderParts): unknown {
  const date = isObject(before) ? before : { type: "relative" };
  const delayed = daysDelay === undefined ? date : withMember(date, "days_delay", daysDelay ?? undefined);
  if (periodically === undefined) return delayed;
  if (periodically) return withMember(delayed, "repeat", "periodically");
  // `never` says what nothing says too: it stays where it is written.
  return delayed.repeat === "never" ? delayed : withMember(delayed, "repeat", undefined);
}
