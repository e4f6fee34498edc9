import { renamesOf } from "../changes/index.ts";
import { changedMentions, isObject, objectOf, type WireFields } from "../language/index.ts";
import { type At, conflictAt, type Found, type ThreeVersions } from "./conflict.ts";

/** What has a name that others mention, and where it stands. */
const KINDS = [
  ["participant", "users"],
  ["document", "documents"],
  ["message", "messages"],
] as const;
type Kind = (typeof KINDS)[number];

/**
 * Renames the versions to the resulting names, so that a rename on one side meets edits on the other. A rename is the
 * same value under another name [Y4].
 */
export function withCommonNames(drafts: ThreeVersions<WireFields>, found: Found): ThreeVersions<WireFields> {
  const parameters = KINDS.reduce(
    (three, named) =>
      common(three, {
        path: ["process_parameters", named[1]],
        found,
        entries: (fields) => Object.entries(objectOf(objectOf(fields.process_parameters)[named[1]])),
        renamed: (fields, names) => withParameterNames(fields, named, names),
      }),
    drafts,
  );
  return common(parameters, {
    path: ["process", "stages"],
    found,
    entries: stageEntries,
    renamed: withStageNames,
  });
}

interface Named {
  readonly path: readonly string[];
  readonly found: Found;
  readonly entries: (fields: WireFields) => readonly (readonly [string, unknown])[];
  readonly renamed: (fields: WireFields, names: ReadonlyMap<string, string>) => WireFields;
}

function common(
  { base, mine, theirs }: ThreeVersions<WireFields>,
  { path, found, entries, renamed }: Named,
): ThreeVersions<WireFields> {
  const [old, ours, other] = [entries(base), entries(mine), entries(theirs)];
  const byMe = renamesOf(old, ours);
  const byThem = renamesOf(old, other);
  const forBase = new Map<string, string>();
  const forMine = new Map<string, string>();
  const forTheirs = new Map<string, string>();
  const has = (side: typeof old, name: string) => side.some(([known]) => known === name);
  for (const [name] of old) {
    const [myName, theirName] = [byMe.get(name), byThem.get(name)];
    if (myName !== undefined && theirName !== undefined) {
      const at = { path: [...path, name], found };
      const chosen = chosenName(at, { base: name, mine: myName, theirs: theirName }, has(ours, theirName));
      forBase.set(name, chosen);
      forMine.set(myName, chosen);
      forTheirs.set(theirName, chosen);
    } else if (myName !== undefined && has(other, name) && !has(other, myName)) {
      forBase.set(name, myName);
      forTheirs.set(name, myName);
    } else if (theirName !== undefined && has(ours, name) && !has(ours, theirName)) {
      forBase.set(name, theirName);
      forMine.set(name, theirName);
    }
  }
  return { base: renamed(base, forBase), mine: renamed(mine, forMine), theirs: renamed(theirs, forTheirs) };
}

/** @param taken whether something else of mine has their name */
function chosenName(at: At, names: ThreeVersions<string>, taken: boolean): string {
  if (names.mine === names.theirs) return names.mine;
  return conflictAt(at, "renamed", names) === names.theirs && !taken ? names.theirs : names.mine;
}

const renamedKeys = (map: unknown, names: ReadonlyMap<string, string>): unknown =>
  isObject(map)
    ? Object.fromEntries(Object.entries(map).map(([name, value]) => [names.get(name) ?? name, value]))
    : map;

function withParameterNames(fields: WireFields, [kind, key]: Kind, names: ReadonlyMap<string, string>): WireFields {
  if (names.size === 0) return fields;
  const { process, process_parameters: parameters } = fields;
  return {
    ...fields,
    process: isObject(process) ? changedMentions(process, kind, (name) => names.get(name) ?? name) : process,
    process_parameters: isObject(parameters)
      ? { ...parameters, [key]: renamedKeys(parameters[key], names) }
      : parameters,
  };
}

function stageEntries({ process }: WireFields): readonly (readonly [string, unknown])[] {
  const { stages } = objectOf(process);
  return Array.isArray(stages) ? stages.flatMap((item) => Object.entries(objectOf(item)).slice(0, 1)) : [];
}

function withStageNames(fields: WireFields, names: ReadonlyMap<string, string>): WireFields {
  const { process } = fields;
  if (names.size === 0 || !isObject(process) || !Array.isArray(process.stages)) return fields;
  return { ...fields, process: { ...process, stages: process.stages.map((item) => renamedKeys(item, names)) } };
}
