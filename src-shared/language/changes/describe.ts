import type { Analysis } from "../analysis/analyse.ts";
import { say, type Translation } from "../basics/said.ts";
import { isObject, objectOf, sameJson } from "../edit/compare.ts";
import type { Written } from "../intents/intent.ts";
import { changedMentions } from "../intents/mentions.ts";
import { type WireFields, wireFields } from "../model/wire.ts";
import { normalVersion } from "../rules/versions.ts";
import { flowFields } from "../schema/grammar.ts";
import { type Change, change, type FlowChange, toldChange } from "./change.ts";
import { reminderChanges } from "./reminders.ts";
import { changedParts, shown, shownPair } from "./shown.ts";
import { stageChanges, stagesOf } from "./stages.ts";

type Compared = Pick<Analysis, "value" | "kind">;

/**
 * What has changed between two versions of a flow, in sentences: of the flow itself, not of its text, so that another
 * layout, order of keys or spelling of the same says nothing. Reads broken texts as far as their values could be read.
 * @param translation what the parts of the sentences are told in; English without one
 */
export function describeChanges(before: Compared, after: Compared, translation?: Translation): readonly FlowChange[] {
  return changesOf(before, after).map((each) => toldChange(each, translation));
}

function changesOf(before: Compared, after: Compared): readonly Change[] {
  const [old, now] = [wireFields(before.value), wireFields(after.value)];
  const words = { flow: say`flow file`, process: say`bare process` } as const;
  const kind =
    before.kind === after.kind ? [] : [change("text.kind", { before: words[before.kind], after: words[after.kind] })];
  const process = objectOf(now.process);
  const [oldParameters, parameters] = [objectOf(old.process_parameters), objectOf(now.process_parameters)];
  // A participant under another name is the same person wherever the process mentions them.
  const renames = participantRenames(objectOf(oldParameters.users), objectOf(parameters.users));
  const oldProcess = changedMentions(objectOf(old.process), "participant", (name) => renames.get(name) ?? name);
  return [
    ...kind,
    ...fieldChanges(old, now),
    ...processFields(oldProcess, process),
    ...settingChanges(objectOf(old.process_settings), objectOf(now.process_settings)),
    ...callbackChanges(old.callback, now.callback),
    ...stageChanges(stagesOf(oldProcess), stagesOf(process)),
    ...unreadable(oldProcess, process),
    ...reminderChanges(oldProcess["automatic-reminders"], process["automatic-reminders"]),
    ...parameterChanges(oldParameters, parameters),
    ...unknownKeys(before.value, after.value, before.kind, after.kind),
  ];
}

/** The changes of one field, member by member where it is a map before and after. */
function ofField(name: string, before: unknown, after: unknown): Change[] {
  return changedParts(before, after, [name]).map(({ keys, before: old, after: now }) => {
    const [was, is] = shownPair(old, now);
    const values = { field: keys.join(" "), before: was, after: is };
    if (old === undefined || old === null) return change("field.set", values);
    return change(now === undefined || now === null ? "field.removed" : "field.changed", values);
  });
}

const plainFields = ["title", "duration", "folder_id", "flow_kind"] as const satisfies readonly (keyof WireFields)[];

function fieldChanges(before: WireFields, after: WireFields): Change[] {
  return plainFields.flatMap((field) => ofField(field, before[field], after[field]));
}

function processFields(before: Written, after: Written): Change[] {
  const version = (process: Written): unknown => normalVersion(process["dsl-version"]) ?? process["dsl-version"];
  const known = ["dsl-version", "stages", "automatic-reminders"];
  const others = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((key) => !known.includes(key));
  return [
    ...ofField("dsl-version", version(before), version(after)),
    ...others.flatMap((key) => ofField(key, before[key], after[key])),
  ];
}

function settingChanges(before: Written, after: Written): Change[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => ofField(key, before[key], after[key]));
}

function callbackChanges(before: unknown, after: unknown): Change[] {
  if (sameJson(before ?? null, after ?? null)) return [];
  if (!isObject(before)) return ofField("callback", undefined, objectOf(after).url ?? after);
  if (!isObject(after)) return ofField("callback", before.url ?? before, undefined);
  const detail = changedParts(before, after).map(({ keys, before: old, after: now }) => {
    // A password has no place in a flow's text; where one stands, it is not told on.
    if (keys.includes("password")) return say`authentication`;
    const [was, is] = shownPair(old, now);
    return say`${keys.join(" ")} ${was} → ${is}`;
  });
  return [change("callback.changed", { detail: detail.reduce((all, part) => say`${all}, ${part}`) })];
}

/** Stages that are no map with one key stand in no sentence of their own. A list that is not there yet holds none. */
function unreadable(before: Written, after: Written): Change[] {
  const rest = (process: Written): unknown => {
    if (!Array.isArray(process.stages)) return process.stages ?? [];
    return process.stages.filter((item) => !isObject(item) || Object.keys(item).length !== 1);
  };
  const names = (process: Written): string[] => stagesOf(process).map(({ name }) => name);
  const twice = (process: Written): boolean => new Set(names(process)).size < names(process).length;
  const sameRest = sameJson(rest(before), rest(after));
  const told = sameRest && !(twice(before) || twice(after));
  return told || sameJson(before.stages, after.stages)
    ? []
    : [change("other.changed", { place: say`The list of stages` })];
}

function parameterChanges(before: Written, after: Written): Change[] {
  return [
    ...participantChanges(objectOf(before.users), objectOf(after.users)),
    ...entryChanges("document", objectOf(before.documents), objectOf(after.documents)),
    ...entryChanges("message", objectOf(before.messages), objectOf(after.messages)),
  ];
}

function entryChanges(kind: "document" | "message", before: Written, after: Written): Change[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => {
    if (sameJson(before[name], after[name])) return [];
    const [was, is] = shownPair(before[name], after[name]);
    const values = { name, before: was, value: is };
    if (!Object.hasOwn(before, name)) return [change(`${kind}.added`, values)];
    return [change(Object.hasOwn(after, name) ? `${kind}.changed` : `${kind}.removed`, values)];
  });
}

/** Who went while somebody with the very same details came under another name. */
function participantRenames(before: Written, after: Written): ReadonlyMap<string, string> {
  const came = new Set(Object.keys(after).filter((name) => !Object.hasOwn(before, name)));
  const renames = new Map<string, string>();
  for (const name of Object.keys(before)) {
    if (Object.hasOwn(after, name)) continue;
    const twin = [...came].find((other) => sameJson(before[name], after[other]));
    if (twin === undefined) continue;
    came.delete(twin);
    renames.set(name, twin);
  }
  return renames;
}

function participantChanges(before: Written, after: Written): Change[] {
  const came = Object.keys(after).filter((name) => !Object.hasOwn(before, name));
  const gone = Object.keys(before).filter((name) => !Object.hasOwn(after, name));
  const renames = participantRenames(before, after);
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
  if (!isObject(before) || !isObject(after)) return [change("other.changed", { place: say`Participant ${name}` })];
  return changedParts(before, after).map(({ keys, before: old, after: now }) => {
    const [was, is] = shownPair(old, now);
    return change("participant.changed", { name, field: keys.join(" "), before: was, after: is });
  });
}

/** What the language does not know at the file's root is at least named. */
function unknownKeys(before: unknown, after: unknown, oldKind: string, kind: string): Change[] {
  if (oldKind !== kind || kind === "process") return [];
  const [old, now] = [objectOf(before), objectOf(after)];
  const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (key) => !Object.hasOwn(flowFields, key),
  );
  return keys.flatMap((key) => ofField(key, old[key], now[key]));
}
