import type { AuthoringSession } from "../../session/session.ts";

/** The stages of a flow as they were last seen. */
interface Seen {
  readonly names: readonly string[];
  readonly keys: readonly string[];
  /** By name, also of stages that are gone: undo brings them back. */
  readonly byName: Map<string, string>;
}

const seenIn = new WeakMap<AuthoringSession, Seen>();

/** A key for every stage of an open flow. It stays the same when the stage moves or is renamed, and when that is undone. */
export function stageKeys(session: AuthoringSession, names: readonly string[]): readonly string[] {
  const seen = seenIn.get(session) ?? { names: [], keys: [], byName: new Map<string, string>() };
  const renamed = renamedAt(seen.names, names);
  const taken = new Set<string>();
  const keys = names.map((name, at) => {
    const isSame = seen.names[at] === name || at === renamed;
    const known = isSame ? seen.keys[at] : seen.byName.get(name);
    const key = known === undefined || taken.has(known) ? crypto.randomUUID() : known;
    taken.add(key);
    return key;
  });
  if (renamed !== null) seen.byName.delete(seen.names[renamed] ?? "");
  for (const [at, name] of names.entries()) seen.byName.set(name, keys[at] ?? "");
  seenIn.set(session, { names, keys, byName: seen.byName });
  return keys;
}

/** The one place whose name alone is another than before; null: there is none. */
function renamedAt(before: readonly string[], now: readonly string[]): number | null {
  if (before.length !== now.length) return null;
  const others = now.flatMap((name, at) => (name === before[at] ? [] : [at]));
  return others.length === 1 ? (others[0] ?? null) : null;
}
