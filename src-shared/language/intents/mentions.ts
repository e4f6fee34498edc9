import { isObject } from "../edit/compare.ts";
import type { NameKind } from "../model/reading.ts";
import type { FlowObject } from "./intent.ts";
import { withMember } from "./matrix.ts";

/** What becomes of a name that the process mentions: another, itself, or nothing. */
export type Change = (name: string) => string | null;

/**
 * A process in which every mention of one kind of name is changed. What would be left without users, documents or
 * methods goes too: a condition, a group (whose count shrinks with it), an action, a reminder.
 */
export function changedMentions(process: FlowObject, kind: NameKind, change: Change): FlowObject {
  const withStages = withItems(process, "stages", (item) => changedStage(item, kind, change));
  return withItems(withStages, "automatic-reminders", (item) => changedPart(item, kind, change, "reminder"));
}

/** With the items of a list changed, and without those that become null; an empty item stays. */
function withItems(map: FlowObject, key: string, changed: (item: unknown) => unknown): FlowObject {
  const items = map[key];
  return Array.isArray(items) ? withMember(map, key, changedItems(items, changed)) : map;
}

function changedItems(items: readonly unknown[], changed: (item: unknown) => unknown): readonly unknown[] {
  return items.flatMap((item) => {
    const after = changed(item);
    return after === null && item !== null ? [] : [after];
  });
}

function changedStage(item: unknown, kind: NameKind, change: Change): unknown {
  if (!isObject(item)) return item;
  const [name, ...others] = Object.keys(item);
  const stage = name === undefined ? null : item[name];
  if (name === undefined || others.length > 0 || !isObject(stage)) return item;
  const acting = withItems(stage, "actions", (action) => changedAction(action, kind, change));
  const { expect } = stage;
  const after = isObject(expect) ? withMember(acting, "expect", changedExpect(expect, kind, change)) : acting;
  return withMember(item, name, after);
}

function changedAction(action: unknown, kind: NameKind, change: Change): unknown {
  if (!isObject(action)) return action;
  const [name] = Object.keys(action);
  if (name === undefined) return action;
  const part = changedPart(action[name], kind, change, "action");
  return part === null ? null : withMember(action, name, part);
}

function changedExpect(expect: FlowObject, kind: NameKind, change: Change): FlowObject {
  let changed = expect;
  for (const [key, value] of Object.entries(expect)) {
    const after = Array.isArray(value)
      ? changedItems(value, (group) => changedPart(group, kind, change, "condition"))
      : changedPart(value, kind, change, "condition");
    const gone =
      after === null || (Array.isArray(after) && after.length === 0 && Array.isArray(value) && value.length > 0);
    changed = withMember(changed, key, gone ? undefined : after);
  }
  return changed;
}

/** An action's, condition's or reminder's value; null where nothing sensible is left of it. */
function changedPart(
  part: unknown,
  kind: NameKind,
  change: Change,
  what: "action" | "condition" | "reminder",
): unknown {
  if (!isObject(part)) return part;
  if (kind === "message") return changedMethods(part, change, what);
  const key = kind === "participant" ? "users" : "documents";
  const names = part[key];
  if (!Array.isArray(names)) return part;
  const after = names.flatMap((name) => {
    const changed = typeof name === "string" ? change(name) : name;
    return changed === null ? [] : [changed];
  });
  if (after.length === 0 && names.length > 0) return null;
  const { count } = part;
  const changed = withMember(part, key, after);
  const shrunk =
    kind === "participant" && typeof count === "number" && after.length < names.length && count > after.length;
  return shrunk ? withMember(changed, "count", after.length) : changed;
}

function changedMethods(part: FlowObject, change: Change, what: string): unknown {
  const { methods } = part;
  if (!isObject(methods)) return part;
  let after = methods;
  for (const way of ["email", "sms"]) {
    const method = methods[way];
    const name = isObject(method) ? method.message : method;
    if (typeof name !== "string") continue;
    const changed = change(name);
    if (changed === null) after = withMember(after, way, undefined);
    else after = withMember(after, way, isObject(method) ? withMember(method, "message", changed) : changed);
  }
  const none = !("email" in after) && !("sms" in after);
  if (!none || (!("email" in methods) && !("sms" in methods))) return withMember(part, "methods", after);
  // A reminder without methods takes the way of the last invitation; a notify without is an error.
  return what === "reminder" ? withMember(part, "methods", undefined) : null;
}
