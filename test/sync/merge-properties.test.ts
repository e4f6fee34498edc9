import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isObject, sameJson, type WireFields } from "../../src-shared/language/index.ts";
import { type Conflict, canonicalFields, merge, withMerged } from "../../src-shared/sync/index.ts";
import { anyFlow, fieldsOf } from "../fixtures/arbitrary-flow.ts";
import { FUZZ_TIMEOUT, inputs } from "../fuzz/effort.ts";

const blank = Object.fromEntries(["process_settings", "callback", "folder_id", "flow_kind"].map((key) => [key, null]));
const written = anyFlow.map((flow) => ({ ...blank, ...fieldsOf(flow) }) as unknown as WireFields);

/** Another version: each part is left, or taken from another flow, so that two versions meet in some and part in others. */
function version(base: WireFields, other: WireFields, bits: readonly boolean[]): WireFields {
  let at = 0;
  const take = () => bits[at++ % bits.length] === true;
  const mixed = (one: unknown, another: unknown, depth: number): unknown => {
    if (depth > 0 && isObject(one) && isObject(another)) {
      const keys = [...new Set([...Object.keys(one), ...Object.keys(another)])];
      const members = keys.map((key) => [key, mixed(one[key], another[key], depth - 1)] as const);
      return Object.fromEntries(members.filter(([, value]) => value !== undefined));
    }
    if (depth > 0 && Array.isArray(one) && Array.isArray(another)) {
      const count = take() ? one.length : another.length;
      return Array.from({ length: count }, (_, n) => mixed(one[n] ?? another[n], another[n] ?? one[n], depth - 1));
    }
    return take() ? another : one;
  };
  return mixed(base, other, 7) as WireFields;
}

const bits = fc.array(fc.boolean(), { minLength: 20, maxLength: 60 });
const versions = fc.tuple(written, written, written, bits, bits).map(([base, one, other, some, more]) => ({
  base: canonicalFields(base),
  mine: canonicalFields(version(base, one, some)),
  theirs: canonicalFields(version(base, other, more)),
}));

/** Everything that a draft says, each as one fact: a value at its path, or a member of a list; stages by name. */
function factsOf(value: unknown, path: readonly string[] = []): ReadonlyMap<string, readonly string[]> {
  const facts = new Map<string, readonly string[]>();
  const add = (key: string, at: readonly string[], below: unknown) => {
    for (const [fact, where] of factsOf(below, [...at, key])) facts.set(fact, where);
  };
  if (Array.isArray(value)) {
    for (const item of value) {
      if (path.at(-1) === "stages" && isObject(item))
        for (const [name, stage] of Object.entries(item)) add(name, path, stage);
      else if (isObject(item)) add("*", path, item);
      else facts.set(JSON.stringify([path, "has", item]), path);
    }
  } else if (isObject(value)) for (const [key, member] of Object.entries(value)) add(key, path, member);
  else if (value !== null && value !== undefined) facts.set(JSON.stringify([path, value]), path);
  return facts;
}

const covers = ({ path }: Conflict, fact: readonly string[]): boolean =>
  path.every((step, at) => fact[at] === undefined || fact[at] === step || fact[at] === "*");

const RUNS = { seed: 1118, numRuns: inputs(200) };

describe("Y4: merging", { timeout: FUZZ_TIMEOUT }, () => {
  test("two equal versions, or one that is the base, changes nothing", () => {
    fc.assert(
      fc.property(versions, ({ base, mine, theirs }) => {
        expect(merge({ base, mine, theirs: mine })).toEqual({ fields: mine, conflicts: [] });
        expect(merge({ base, mine: base, theirs })).toEqual({ fields: theirs, conflicts: [] });
        expect(merge({ base, mine, theirs: base })).toEqual({ fields: mine, conflicts: [] });
      }),
      RUNS,
    );
  });

  test("agrees with itself from the other side", () => {
    let withoutConflict = 0;
    fc.assert(
      fc.property(versions, ({ base, mine, theirs }) => {
        const one = merge({ base, mine, theirs });
        const other = merge({ base, mine: theirs, theirs: mine });
        expect(other.conflicts.length).toBe(one.conflicts.length);
        if (one.conflicts.length > 0) return;
        withoutConflict += 1;
        expect(sameJson(one.fields, other.fields), JSON.stringify([one.fields, other.fields])).toBe(true);
      }),
      RUNS,
    );
    expect(withoutConflict).toBeGreaterThan(10);
  });

  test("loses nothing that either side wrote, and brings back nothing that either removed, without a conflict that says so", () => {
    fc.assert(
      fc.property(versions, ({ base, mine, theirs }) => {
        const { fields, conflicts } = merge({ base, mine, theirs });
        const [old, merged] = [factsOf(base), factsOf(fields)];
        for (const side of [factsOf(mine), factsOf(theirs)]) {
          const told = (path: readonly string[]) => conflicts.some((conflict) => covers(conflict, path));
          const lost = [...side].filter(([fact, path]) => !old.has(fact) && !merged.has(fact) && !told(path));
          // An item without a name may be there a second time, where the other side wrote it.
          const isNamed = (path: readonly string[]) => !path.includes("*");
          const back = [...old].filter(
            ([fact, path]) => isNamed(path) && !side.has(fact) && merged.has(fact) && !told(path),
          );
          expect({ lost, back }).toEqual({ lost: [], back: [] });
        }
      }),
      RUNS,
    );
  });
});

test("Y2: what the merge left alone stays as it was written, and the rest means what was merged", {
  timeout: FUZZ_TIMEOUT,
}, () => {
  fc.assert(
    fc.property(written, written, bits, (mine, other, some) => {
      const theirs = canonicalFields(version(mine, other, some));
      const canonical = canonicalFields(mine);
      const after = withMerged(mine, canonical, theirs);
      expect(canonicalFields(after)).toEqual(theirs);
      expect(withMerged(mine, canonical, canonical)).toBe(mine);
      expect(canonicalFields(canonical)).toEqual(canonical);
    }),
    RUNS,
  );
});
