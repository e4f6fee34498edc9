import { countWhile, msg, type Translatable } from "../basics/index.ts";
import { conditionKeys, type FlowObject, groupsOf, isObject, objectOf, sameJson, textsOf } from "../language/index.ts";
import { type Change, change, methodWord, methodWords } from "./change.ts";
import { shown } from "./shown.ts";

interface NamedStage {
  readonly name: string;
  readonly value: unknown;
}

export function stagesOf(process: FlowObject): NamedStage[] {
  const stages = Array.isArray(process.stages) ? process.stages : [];
  return stages.flatMap((item) => {
    const [entry] = isObject(item) ? Object.entries(item) : [];
    return entry === undefined ? [] : [{ name: entry[0], value: entry[1] }];
  });
}

/** Stages are reported by name; a removed one with an equal added one counts as renamed. */
export function stageChanges(before: readonly NamedStage[], after: readonly NamedStage[]): Change[] {
  const old = new Map(before.map((stage) => [stage.name, stage]));
  const now = new Map(after.map((stage) => [stage.name, stage]));
  const gone = before.filter(({ name }) => !now.has(name));
  const entries = (stages: readonly NamedStage[]) => stages.map(({ name, value }) => [name, value] as const);
  const renames = renamesOf(entries(before), entries(after));
  const renamed = new Set(renames.values());
  const came = after.filter(({ name }) => !old.has(name) && !renamed.has(name));
  return [
    ...gone.map(({ name }) => {
      const stage = renames.get(name);
      return stage === undefined
        ? change("stage.removed", { stage: name })
        : change("stage.renamed", { before: name, stage });
    }),
    ...came.map(({ name }) => change("stage.added", { stage: name })),
    ...moves(
      before.flatMap(({ name }) => keptName(name, renames, now)),
      after.flatMap(({ name }) => (came.some((stage) => stage.name === name) ? [] : [name])),
    ),
    ...after.flatMap(({ name, value }) => (old.has(name) ? stageDetails(name, old.get(name)?.value, value) : [])),
    // Describe a new stage's contents too, so that nobody has to open the text.
    ...came.flatMap(({ name, value }) => stageDetails(name, { actions: [], expect: {} }, value)),
  ];
}

/** Names that were removed while the same content was added under another name. */
export function renamesOf(
  before: readonly (readonly [string, unknown])[],
  after: readonly (readonly [string, unknown])[],
): ReadonlyMap<string, string> {
  const [old, now] = [new Map(before), new Map(after)];
  const came = new Map(after.filter(([name]) => !old.has(name)));
  const renames = new Map<string, string>();
  for (const [name, value] of old) {
    if (now.has(name)) continue;
    const [twin] = [...came].find(([, other]) => sameJson(value, other)) ?? [];
    if (twin === undefined) continue;
    came.delete(twin);
    renames.set(name, twin);
  }
  return renames;
}

function keptName(name: string, renames: ReadonlyMap<string, string>, now: ReadonlyMap<string, unknown>): string[] {
  const kept = renames.get(name) ?? name;
  return now.has(kept) ? [kept] : [];
}

/** The fewest stages that must move to turn one order into the other: all except a longest common subsequence. */
function moves(before: readonly string[], after: readonly string[]): Change[] {
  const place = new Map(after.map((name, at) => [name, at]));
  const order = before.map((name) => place.get(name) ?? -1);
  const staying = longestRise(order);
  return before.flatMap((name, at) => {
    const to = order[at] ?? -1;
    if (staying.has(to)) return [];
    return [change("stage.moved", { stage: name, before: String(at + 1), after: String(to + 1) })];
  });
}

/** The members of a longest ascending subsequence. */
function longestRise(values: readonly number[]): ReadonlySet<number> {
  const tails: number[] = [];
  const before: number[] = [];
  for (const [at, value] of values.entries()) {
    const below = countWhile(tails, (tail) => (values[tail] ?? 0) < value);
    before[at] = tails[below - 1] ?? -1;
    tails[below] = at;
  }
  const rise = new Set<number>();
  for (let at = tails.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) rise.add(values[at] ?? -1);
  return rise;
}

function stageDetails(stage: string, before: unknown, after: unknown): Change[] {
  if (sameJson(before, after)) return [];
  if (!isObject(before) || !isObject(after)) return [change("other.changed", { place: msg`Stage “${stage}”` })];
  const [old, now] = [objectOf(before.expect), objectOf(after.expect)];
  const found = [
    ...actChanges(stage, old, now),
    ...redirectChanges(stage, old["redirect-to"], now["redirect-to"]),
    ...actionChanges(stage, listOf(before.actions), listOf(after.actions)),
  ];
  // Keys outside the language, and values that cannot be read.
  return found.length > 0 || sameMeaning(before, after)
    ? found
    : [change("other.changed", { place: msg`Stage “${stage}”` })];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

const roles = { sign: "signer", approve: "approver" } as const;

function actChanges(stage: string, before: FlowObject, after: FlowObject): Change[] {
  const found: Change[] = [];
  for (const verb of ["sign", "approve"] as const) {
    const role = roles[verb];
    const cells = (expect: FlowObject): Map<string, { readonly participant: string; readonly document: string }> => {
      const { users, documents } = objectOf(expect[conditionKeys[verb].every]);
      return new Map(
        textsOf(users).flatMap((participant) =>
          textsOf(documents).map((document) => [JSON.stringify([participant, document]), { participant, document }]),
        ),
      );
    };
    const [old, now] = [cells(before), cells(after)];
    for (const [key, cell] of now) if (!old.has(key)) found.push(change("act.added", { stage, role, ...cell }));
    for (const [key, cell] of old) if (!now.has(key)) found.push(change("act.removed", { stage, role, ...cell }));
    found.push(...groupChanges({ stage, role }, groupsOf(before, verb), groupsOf(after, verb)));
  }
  return found;
}

function groupChanges(
  where: { readonly stage: string; readonly role: string },
  before: readonly unknown[],
  after: readonly unknown[],
): Change[] {
  const { came, gone } = difference(before, after);
  const found: Change[] = [];
  for (const group of gone) {
    const { count, ...same } = objectOf(group);
    const at = came.findIndex((other) => {
      const { count: _, ...others } = objectOf(other);
      return sameJson(others, same);
    });
    const [now] = at < 0 ? [] : came.splice(at, 1);
    found.push(
      now === undefined
        ? change("group.removed", { ...where, ...groupValues(group) })
        : change("group.changed", { ...where, ...groupValues(now), before: shown(count) }),
    );
  }
  return [...found, ...came.map((group) => change("group.added", { ...where, ...groupValues(group) }))];
}

function groupValues(group: unknown): Change["values"] {
  const { users, documents, count } = objectOf(group);
  return { users: textsOf(users).join(", "), documents: textsOf(documents).join(", "), count: shown(count) };
}

function redirectChanges(stage: string, before: unknown, after: unknown): Change[] {
  if (sameJson(before, after)) return [];
  const values = (redirect: unknown) => {
    const { users, url } = objectOf(redirect);
    return { stage, users: textsOf(users).join(", "), url: shown(url) };
  };
  if (isObject(after)) return [change("redirect.changed", values(after))];
  return isObject(before) ? [change("redirect.removed", values(before))] : [];
}

function actionChanges(stage: string, before: readonly unknown[], after: readonly unknown[]): Change[] {
  const [old, now] = [before.map(plainAction), after.map(plainAction)];
  const { came, gone } = difference(old, now);
  if (came.length === 0 && gone.length === 0) return sameJson(old, now) ? [] : [change("action.order", { stage })];
  return [
    ...gone.map((action) => change("action.removed", { stage, action: actionWords(action) })),
    ...came.map((action) => change("action.added", { stage, action: actionWords(action) })),
  ];
}

/** `email: name` and `email: { message: name }` are the same, and so is `kind: standard` and no kind. */
function plainAction(action: unknown): unknown {
  if (!isObject(action)) return action;
  const notify = action.notify;
  return isObject(notify) ? { ...action, notify: plainNotify(notify) } : action;
}

export function plainNotify(notify: FlowObject): FlowObject {
  const { kind, methods, ...rest } = notify;
  const plain = isObject(methods)
    ? Object.fromEntries(
        Object.entries(methods).map(([way, method]) => [way, isObject(method) ? method.message : method]),
      )
    : methods;
  return {
    ...rest,
    ...(kind === "standard" || kind === undefined ? {} : { kind }),
    ...(plain === undefined ? {} : { methods: plain }),
  };
}

function actionWords(action: unknown): string | Translatable {
  const [entry] = isObject(action) ? Object.entries(action) : [];
  if (entry === undefined) return msg`action`;
  const [kind, value] = entry;
  const { users, documents, methods, kind: notified, "callback-name": name } = objectOf(value);
  if (kind === "callback") return msg`callback ${shown(name)}`;
  const [who, what] = [textsOf(users).join(", "), textsOf(documents).join(", ")];
  if (kind === "allow-viewing") return msg`viewing of ${what} for ${who}`;
  if (kind === "deny-viewing") return msg`denied viewing of ${what} for ${who}`;
  if (kind !== "notify") return kind;
  const ways = methodWords(
    Object.entries(objectOf(methods)).map(([way, message]) => msg`${methodWord(way)} ${shown(message)}`),
  );
  return notified === "confirmation" ? msg`confirmation to ${who} by ${ways}` : msg`notification of ${who} by ${ways}`;
}

/** Items of one list that the other lacks; equal items are counted. */
export function difference(
  before: readonly unknown[],
  after: readonly unknown[],
): { readonly came: unknown[]; readonly gone: unknown[] } {
  const gone = [...before];
  const came = after.filter((item) => {
    const at = gone.findIndex((other) => sameJson(other, item));
    if (at >= 0) gone.splice(at, 1);
    return at < 0;
  });
  return { came, gone };
}

/** Whether two stages differ only in spelling. */
function sameMeaning(before: FlowObject, after: FlowObject): boolean {
  const plain = (stage: FlowObject): unknown => {
    const expect = objectOf(stage.expect);
    const sets = Object.fromEntries(
      Object.entries(expect).map(([key, value]) => [
        key,
        key.endsWith("-group-of") ? listed(value) : isObject(value) ? sorted(value) : value,
      ]),
    );
    return { ...stage, expect: sets, actions: listOf(stage.actions).map(plainAction) };
  };
  return sameJson(plain(before), plain(after));
}

const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

function sorted(condition: FlowObject): FlowObject {
  return {
    ...condition,
    ...(Array.isArray(condition.users) && { users: textsOf(condition.users).sort() }),
    ...(Array.isArray(condition.documents) && { documents: textsOf(condition.documents).sort() }),
  };
}
