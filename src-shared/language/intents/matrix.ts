import { msg } from "../../basics/index.ts";
import { isObject } from "../edit/compare.ts";
import type { Verb } from "../model/process.ts";
import { textsOf } from "./flow-value.ts";
import { type FlowObject, ImpossibleIntent } from "./intent.ts";

/** Keys of the conditions of a verb. */
export const conditionKeys = {
  sign: { every: "signed-by", group: "signed-by-group-of" },
  approve: { every: "approved-by", group: "approved-by-group-of" },
} as const satisfies Record<Verb, { readonly every: string; readonly group: string }>;

interface Block {
  readonly users: readonly string[];
  readonly documents: readonly string[];
}

/** The groups of a verb as a list, however they are written. */
export function groupsOf(expect: FlowObject, verb: Verb): readonly unknown[] {
  const found = expect[conditionKeys[verb].group];
  if (found === undefined || found === null) return [];
  return Array.isArray(found) ? found : [found];
}

/** `expect` with other groups: one alone is written as it was before, several as a list. */
export function withGroups(expect: FlowObject, verb: Verb, groups: readonly unknown[]): FlowObject {
  const key = conditionKeys[verb].group;
  const listed = Array.isArray(expect[key]);
  return withMember(expect, key, groups.length === 0 ? undefined : groups.length === 1 && !listed ? groups[0] : groups);
}

/**
 * `expect` with one cell of the matrix set: `participant` must, or need not, act on `document`. `signed-by` asks every
 * user for every document, a full rectangle; what does not fit into one goes into groups that need all their members,
 * which say the same. K-of-N groups are left alone.
 */
export function withAct(
  expect: FlowObject,
  verb: Verb,
  participant: string,
  document: string,
  on: boolean,
): FlowObject {
  const { every: key } = conditionKeys[verb];
  const every = blockOf(expect[key], key);
  const groups = groupsOf(expect, verb);
  const full = groups.filter(needsAll);
  const cells = cellsOf([...(every === null ? [] : [every]), ...full.map((group) => blockOf(group, key) ?? empty)]);
  if ((cells.get(participant)?.has(document) ?? false) === on) return expect;
  const documents = cells.get(participant) ?? new Set();
  if (on) documents.add(document);
  else documents.delete(document);
  cells.set(participant, documents);
  const blocks = rectangles(cells);
  const main = mainOf(blocks, every);
  const rest = blocks.filter((block) => block !== main).map((block) => ({ ...block, count: block.users.length }));
  const withEvery = withMember(expect, key, main === undefined ? undefined : { ...main });
  const kept = groups.filter((group) => !needsAll(group));
  return withGroups(withEvery, verb, [...kept, ...rest]);
}

const empty: Block = { users: [], documents: [] };

function blockOf(value: unknown, key: string): Block | null {
  if (value === undefined || value === null) return null;
  if (!isObject(value))
    throw new ImpossibleIntent(msg`\`${key}\` of this stage is not readable: correct it in the text first.`);
  return { users: textsOf(value.users), documents: textsOf(value.documents) };
}

function needsAll(group: unknown): boolean {
  const users = isObject(group) ? new Set(textsOf(group.users)) : new Set();
  return isObject(group) && users.size > 0 && group.count === users.size;
}

/** Who acts on what, in the order in which the conditions name them. */
function cellsOf(blocks: readonly Block[]): Map<string, Set<string>> {
  const cells = new Map<string, Set<string>>();
  for (const { users, documents } of blocks) {
    for (const user of users) cells.set(user, new Set([...(cells.get(user) ?? []), ...documents]));
  }
  return cells;
}

/** Users with the same documents share a rectangle. */
function rectangles(cells: ReadonlyMap<string, ReadonlySet<string>>): Block[] {
  const blocks = new Map<string, { readonly users: string[]; readonly documents: readonly string[] }>();
  for (const [user, documents] of cells) {
    if (documents.size === 0) continue;
    const key = JSON.stringify([...documents].sort());
    const block = blocks.get(key);
    if (block === undefined) blocks.set(key, { users: [user], documents: [...documents] });
    else block.users.push(user);
  }
  return [...blocks.values()];
}

/** The rectangle that stays `signed-by`: the one most like it is now, so that the text changes least. */
function mainOf(blocks: readonly Block[], every: Block | null): Block | undefined {
  const likeness = ({ users, documents }: Block): number => {
    const same = users.filter((user) => every?.users.includes(user)).length;
    return same * 2 + documents.filter((document) => every?.documents.includes(document)).length + users.length / 1_000;
  };
  return blocks.toSorted((a, b) => likeness(b) - likeness(a))[0];
}

/** A copy with one member set, or removed where `value` is undefined. */
export function withMember(map: FlowObject, key: string, value: unknown): FlowObject {
  const copy: Record<string, unknown> = Object.assign(Object.create(null), map);
  if (value === undefined) delete copy[key];
  else copy[key] = value;
  return copy;
}
