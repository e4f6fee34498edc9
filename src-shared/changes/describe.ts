import { msg, type Translation } from "../basics/index.ts";
import type { Analysis, FlowObject } from "../language/index.ts";
import {
  changedMentions,
  flowFields,
  isObject,
  normalVersion,
  objectOf,
  sameJson,
  type WireFields,
  wireFields,
} from "../language/index.ts";
import { type Change, change, type FlowChange, formatChange } from "./change.ts";
import { reminderChanges } from "./reminders.ts";
import { changedParts, shown, shownPair } from "./shown.ts";
import { renamesOf, stageChanges, stagesOf } from "./stages.ts";

type Compared = Pick<Analysis, "value" | "kind">;

/**
 * The changes between two versions of a flow, in sentences. Compares the flow, not its text: a different layout, key
 * order or spelling of the same value is no change. Reads broken texts as far as their values can be read.
 * @param translation for the parts of the sentences; English without one
 */
export function describeChanges(before: Compared, after: Compared, translation?: Translation): readonly FlowChange[] {
  return changesOf(before, after).map((each) => formatChange(each, translation));
}

function changesOf(before: Compared, after: Compared): readonly Change[] {
  const [old, now] = [wireFields(before.value), wireFields(after.value)];
  const words = { flow: msg`flow file`, process: msg`bare process` } as const;
  const kind =
    before.kind === after.kind ? [] : [change("text.kind", { before: words[before.kind], after: words[after.kind] })];
  const process = objectOf(now.process);
  const [oldParameters, parameters] = [objectOf(old.process_parameters), objectOf(now.process_parameters)];
  // A renamed participant is the same person wherever the process mentions them.
  const renames = renamesOf(Object.entries(objectOf(oldParameters.users)), Object.entries(objectOf(parameters.users)));
  const oldProcess = changedMentions(objectOf(old.process), "participant", (name) => renames.get(name) ?? name);
  return [
    ...kind,
    ...plainFields.flatMap((field) => ofField(field, old[field], now[field])),
    ...ofField("dsl-version", versionOf(oldProcess), versionOf(process)),
    ...ofFields(oldProcess, process, ["dsl-version", "stages", "automatic-reminders"]),
    ...ofFields(objectOf(old.process_settings), objectOf(now.process_settings), []),
    ...callbackChanges(old.callback, now.callback),
    ...stageChanges(stagesOf(oldProcess), stagesOf(process)),
    ...unreadable(oldProcess, process),
    ...reminderChanges(oldProcess["automatic-reminders"], process["automatic-reminders"]),
    ...parameterChanges(oldParameters, parameters),
    // Unknown keys at the file's root are at least named.
    ...(before.kind === after.kind && after.kind === "flow"
      ? ofFields(objectOf(before.value), objectOf(after.value), Object.keys(flowFields))
      : []),
  ];
}

/** The changes of one field, member by member if it is a map in both versions. */
function ofField(name: string, before: unknown, after: unknown): Change[] {
  return changedParts(before, after, [name]).map(({ keys, before: old, after: now }) => {
    const [was, is] = shownPair(old, now);
    const values = { field: keys.join(" "), before: was, after: is };
    if (old === undefined || old === null) return change("field.set", values);
    return change(now === undefined || now === null ? "field.removed" : "field.changed", values);
  });
}

/** The changes of all fields of a map in either version, except those reported elsewhere. */
function ofFields(before: FlowObject, after: FlowObject, without: readonly string[]): Change[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].filter((key) => !without.includes(key)).flatMap((key) => ofField(key, before[key], after[key]));
}

const plainFields = ["title", "duration", "folder_id", "flow_kind"] as const satisfies readonly (keyof WireFields)[];

/** "0.3" and "0.3.0" are the same version. */
const versionOf = (process: FlowObject): unknown => normalVersion(process["dsl-version"]) ?? process["dsl-version"];

function callbackChanges(before: unknown, after: unknown): Change[] {
  if (sameJson(before ?? null, after ?? null)) return [];
  if (!isObject(before)) return ofField("callback", undefined, addressOf(after));
  if (!isObject(after)) return ofField("callback", addressOf(before), undefined);
  // A password does not belong in a flow's text; if there is one, the report does not repeat it.
  const other = passwordIn(before) === passwordIn(after) ? [] : [change("callback.password", {})];
  return [...ofField("callback", withoutPassword(before), withoutPassword(after)), ...other];
}

const addressOf = (callback: unknown): unknown =>
  isObject(callback) ? (callback.url ?? withoutPassword(callback)) : callback;
const passwordIn = ({ auth }: FlowObject): unknown => objectOf(auth).password;

function withoutPassword({ auth, ...callback }: FlowObject): FlowObject {
  if (!isObject(auth)) return auth === undefined ? callback : { ...callback, auth };
  const { password: _secret, ...rest } = auth;
  return { ...callback, auth: rest };
}

/** Stages that are not a map with one key get no sentence of their own. A missing list counts as empty. */
function unreadable(before: FlowObject, after: FlowObject): Change[] {
  const rest = (process: FlowObject): unknown => {
    if (!Array.isArray(process.stages)) return process.stages ?? [];
    return process.stages.filter((item) => !isObject(item) || Object.keys(item).length !== 1);
  };
  const names = (process: FlowObject): string[] => stagesOf(process).map(({ name }) => name);
  const twice = (process: FlowObject): boolean => new Set(names(process)).size < names(process).length;
  const sameRest = sameJson(rest(before), rest(after));
  const isDescribed = sameRest && !(twice(before) || twice(after));
  return isDescribed || sameJson(before.stages, after.stages)
    ? []
    : [change("other.changed", { place: msg`The list of stages` })];
}

function parameterChanges(before: FlowObject, after: FlowObject): Change[] {
  return [
    ...participantChanges(objectOf(before.users), objectOf(after.users)),
    ...entryChanges("document", objectOf(before.documents), objectOf(after.documents)),
    ...entryChanges("message", objectOf(before.messages), objectOf(after.messages)),
  ];
}

function entryChanges(kind: "document" | "message", before: FlowObject, after: FlowObject): Change[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => {
    if (sameJson(before[name], after[name])) return [];
    const [was, is] = shownPair(before[name], after[name]);
    const values = { name, before: was, value: is };
    if (!Object.hasOwn(before, name)) return [change(`${kind}.added`, values)];
    return [change(Object.hasOwn(after, name) ? `${kind}.changed` : `${kind}.removed`, values)];
  });
}

function participantChanges(before: FlowObject, after: FlowObject): Change[] {
  const came = Object.keys(after).filter((name) => !Object.hasOwn(before, name));
  const gone = Object.keys(before).filter((name) => !Object.hasOwn(after, name));
  const renames = renamesOf(Object.entries(before), Object.entries(after));
  const renamed = new Set(renames.values());
  return [
    ...gone.map((name) => {
      const now = renames.get(name);
      return now === undefined
        ? change("participant.removed", { name })
        : change("participant.renamed", { before: name, name: now });
    }),
    ...came
      .filter((name) => !renamed.has(name))
      .map((name) => change("participant.added", { name, id: shown(objectOf(after[name]).id) })),
    ...Object.keys(after).flatMap((name) =>
      Object.hasOwn(before, name) ? participantFields(name, before[name], after[name]) : [],
    ),
  ];
}

function participantFields(name: string, before: unknown, after: unknown): Change[] {
  if (sameJson(before, after)) return [];
  if (!isObject(before) || !isObject(after)) return [change("other.changed", { place: msg`Participant ${name}` })];
  return changedParts(before, after).map(({ keys, before: old, after: now }) => {
    const [was, is] = shownPair(old, now);
    return change("participant.changed", { name, field: keys.join(" "), before: was, after: is });
  });
}
