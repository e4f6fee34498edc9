import { msg, short, type Translatable, words } from "../../basics/index.ts";
import { isObject, type Path } from "../edit/compare.ts";
import { type NameKind, parameterKeys } from "../model/reading.ts";
import { FlowValue, free, within } from "./flow-value.ts";
import { type FlowObject, ImpossibleIntent, type Intent } from "./intent.ts";
import { groupsOf, withAct, withGroups, withMember } from "./matrix.ts";
import { type Change, changedMentions } from "./mentions.ts";
import { changedReminder } from "./reminders.ts";

type Of<Name extends Intent["intent"]> = Extract<Intent, { readonly intent: Name }>;

/**
 * What a flow's value is once the intent is done: the meaning of every intent, apart from how its text is written.
 * @throws ImpossibleIntent where it cannot be done.
 */
export function intendedValue(value: unknown, intent: Intent): unknown {
  return intended(new FlowValue(value), intent).value;
}

function intended(flow: FlowValue, intent: Intent): FlowValue {
  switch (intent.intent) {
    case "addStage":
    case "moveStage":
    case "duplicateStage":
    case "deleteStage":
    case "renameStage":
      return ofStages(flow, intent);
    case "addParticipant":
      return added(flow, "participant", intent.name, intent.value);
    case "addDocument":
      return added(flow, "document", intent.name, intent.value);
    case "addMessage":
      return added(flow, "message", intent.name, intent.value);
    case "setDocument":
      return flow.with(given(flow, "document", intent.name), intent.value);
    case "setMessage":
      return flow.with(given(flow, "message", intent.name), intent.value);
    case "setParticipantField":
      return flow.with([...given(flow, "participant", intent.name), intent.field], intent.value ?? undefined);
    case "setAuthentication":
      return flow.with([...given(flow, "participant", intent.name), intent.when], intent.value ?? undefined);
    case "setAuthenticationField": {
      const path = [...given(flow, "participant", intent.name), intent.when];
      // Undone meanwhile: a field alone would be no authentication.
      if (!isObject(flow.get(path))) throw new ImpossibleIntent(msg`The authentication has been taken away meanwhile.`);
      return flow.with([...path, intent.field], intent.value ?? undefined);
    }
    case "remove":
      return removed(flow, intent);
    case "rename":
      return renamedName(flow, intent);
    case "moveName":
      return movedName(flow, intent);
    case "wrapProcess":
      return flow.wrapped();
    case "setAct":
    case "setGroup":
    case "setRedirect":
      return ofExpect(flow, intent);
    case "addAction":
    case "setAction":
    case "removeAction":
    case "moveAction":
      return ofActions(flow, intent);
    case "setReminder":
      return ofReminders(flow, intent);
    case "changeReminder": {
      const path = flow.process("automatic-reminders");
      const at = within(intent.at, flow.list(path).length - 1, words.reminder);
      return flow.with([...path, at], changedReminder(flow.get([...path, at]), intent));
    }
    case "setSetting":
      return flow.with(flow.beside("process_settings", intent.setting), intent.value ?? undefined);
    case "setField":
      return flow.with(flow.beside(intent.field), intent.value ?? undefined);
    case "setProcessField":
      return flow.with(flow.process(intent.field), intent.value ?? undefined);
    case "setCallback":
      return flow.with(flow.beside("callback"), intent.value ?? undefined);
    case "setCallbackField":
      return ofCallback(flow, intent);
    case "removeCallbackAuth":
      return flow.with(flow.beside("callback", "auth"), undefined);
  }
}

function ofCallback(flow: FlowValue, { field, value }: Of<"setCallbackField">): FlowValue {
  const path = flow.beside("callback");
  const auth = [...path, "auth"];
  if (value === null) return flow.with([...(field === "url" ? path : auth), field], undefined);
  const callback = isObject(flow.get(path)) ? flow : flow.with(path, { url: field === "url" ? value : "", version: 1 });
  if (field === "url") return callback.with([...path, field], value);
  const basic = isObject(callback.get(auth)) ? callback : callback.with(auth, { type: "basic", username: "" });
  return basic.with([...auth, field], value);
}

function keyed(name: string, value: unknown): FlowObject {
  return withMember({}, name, value);
}

/** @throws ImpossibleIntent where one of the places is none of the list's. */
function moved<T>(list: readonly T[], from: number, to: number, what: Translatable): T[] {
  const at = within(from, list.length - 1, what);
  return list.toSpliced(at, 1).toSpliced(within(to, list.length - 1, what), 0, ...list.slice(at, at + 1));
}

function ofStages(
  flow: FlowValue,
  intent: Of<"addStage" | "moveStage" | "duplicateStage" | "deleteStage" | "renameStage">,
): FlowValue {
  const path = flow.process("stages");
  const stages = flow.list(path);
  const last = stages.length - 1;
  switch (intent.intent) {
    case "addStage": {
      const name = free(intent.name, flow.stageNames(), words.stage);
      const item = keyed(name, intent.value ?? { actions: [], expect: {} });
      return flow.with(path, stages.toSpliced(within(intent.at, stages.length, words.stage), 0, item));
    }
    case "moveStage":
      return flow.with(path, moved(stages, intent.from, intent.to, words.stage));
    case "duplicateStage": {
      const copy = flow.get(flow.stage(intent.stage));
      const item = keyed(free(intent.name, flow.stageNames(), words.stage), copy);
      return flow.with(path, stages.toSpliced(intent.stage + 1, 0, item));
    }
    case "deleteStage":
      return flow.with(path, stages.toSpliced(within(intent.stage, last, words.stage), 1));
    case "renameStage": {
      const at = flow.stage(intent.stage);
      const others = flow.stageNames().filter((_, place) => place !== intent.stage);
      return flow.with(at.slice(0, -1), keyed(free(intent.name, others, words.stage), flow.get(at)));
    }
  }
}

/** Where a draft gives the names of a kind. @throws RangeError of a kind that there is not: no flow is at fault then. */
export function parameterPath(kind: NameKind): Path {
  if (!Object.hasOwn(parameterKeys, kind)) throw new RangeError(`Flows have no names of the kind "${kind}".`);
  return ["process_parameters", parameterKeys[kind]];
}

function parameters(flow: FlowValue, kind: NameKind): Path {
  return flow.beside(...parameterPath(kind));
}

function added(flow: FlowValue, kind: NameKind, name: string, value: unknown): FlowValue {
  const path = parameters(flow, kind);
  return flow.with([...path, free(name, Object.keys(flow.names(path)), words[kind])], value);
}

/** The path of a given name. @throws ImpossibleIntent where nothing gives it. */
function given(flow: FlowValue, kind: NameKind, name: string): Path {
  const path = parameters(flow, kind);
  if (Object.hasOwn(flow.names(path), name)) return [...path, name];
  throw new ImpossibleIntent(msg`There is no ${words[kind]} \`${short(name)}\`: it may have been removed meanwhile.`);
}

/** With every mention of one kind of name changed, where there is a process to mention it. */
function withMentions(flow: FlowValue, kind: NameKind, change: Change): FlowValue {
  const process = flow.get(flow.process());
  return isObject(process) ? flow.with(flow.process(), changedMentions(process, kind, change)) : flow;
}

function removed(flow: FlowValue, { kind, name }: Of<"remove">): FlowValue {
  const without = flow.with(given(flow, kind, name), undefined);
  return withMentions(without, kind, (mention) => (mention === name ? null : mention));
}

function movedName(flow: FlowValue, { kind, name, to }: Of<"moveName">): FlowValue {
  const path = given(flow, kind, name).slice(0, -1);
  const entries = Object.entries(flow.names(path));
  const from = entries.findIndex(([key]) => key === name);
  const after = moved(entries, from, to, words[kind]);
  return flow.with(path, Object.assign(Object.create(null), Object.fromEntries(after)));
}

function renamedName(flow: FlowValue, { kind, name, to }: Of<"rename">): FlowValue {
  const path = given(flow, kind, name);
  const names = flow.names(path.slice(0, -1));
  const others = Object.keys(names).filter((other) => other !== name);
  free(to, others, words[kind]);
  const entries: Record<string, unknown> = Object.create(null);
  for (const [key, value] of Object.entries(names)) entries[key === name ? to : key] = value;
  const renamed = flow.with(path.slice(0, -1), entries);
  return withMentions(renamed, kind, (mention) => (mention === name ? to : mention));
}

function ofExpect(flow: FlowValue, intent: Of<"setAct" | "setGroup" | "setRedirect">): FlowValue {
  const path = [...flow.stage(intent.stage), "expect"];
  const expect = flow.names(path);
  if (intent.intent === "setAct") {
    const { verb, participant, document, on } = intent;
    return flow.with(path, withAct(expect, verb, participant, document, on));
  }
  if (intent.intent === "setRedirect")
    return flow.with(path, withMember(expect, "redirect-to", intent.value ?? undefined));
  const groups = groupsOf(expect, intent.verb);
  const at = within(intent.at, intent.value === null ? groups.length - 1 : groups.length, words.group);
  const added = intent.value === null ? [] : [intent.value];
  return flow.with(path, withGroups(expect, intent.verb, groups.toSpliced(at, 1, ...added)));
}

function ofActions(flow: FlowValue, intent: Of<"addAction" | "setAction" | "removeAction" | "moveAction">): FlowValue {
  const path = [...flow.stage(intent.stage), "actions"];
  const actions = flow.list(path);
  const last = actions.length - 1;
  switch (intent.intent) {
    case "addAction":
      return flow.with(path, actions.toSpliced(within(intent.at, actions.length, words.action), 0, intent.value));
    case "setAction":
      return flow.with(path, actions.toSpliced(within(intent.at, last, words.action), 1, intent.value));
    case "removeAction":
      return flow.with(path, actions.toSpliced(within(intent.at, last, words.action), 1));
    case "moveAction":
      return flow.with(path, moved(actions, intent.from, intent.to, words.action));
  }
}

function ofReminders(flow: FlowValue, { at, value }: Of<"setReminder">): FlowValue {
  const path = flow.process("automatic-reminders");
  const reminders = flow.list(path);
  const place = within(at, value === null ? reminders.length - 1 : reminders.length, words.reminder);
  const after = reminders.toSpliced(place, 1, ...(value === null ? [] : [value]));
  // The key goes with the last reminder.
  return flow.with(path, after.length === 0 ? undefined : after);
}
