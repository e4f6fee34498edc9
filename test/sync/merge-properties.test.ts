import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isObject, sameJson, type WireFields } from "../../src-shared/language/index.ts";
import { applyMerge, type Conflict, canonicalFields, merge } from "../../src-shared/sync/index.ts";
import { type AnyFlow, anyFlow, fieldsOf } from "../fixtures/arbitrary-flow.ts";
import { FUZZ_TIMEOUT, inputs } from "../fuzz/effort.ts";

const blank = Object.fromEntries(["process_settings", "callback", "folder_id", "flow_kind"].map((key) => [key, null]));

/** Lines of a text and copies of an item: short, so that many are equal. */
const lines = fc.array(fc.constantFrom("Dear all,", "", "please sign."), { maxLength: 8 });
const copies = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 4, maxLength: 12 });
/** What stands several times in a flow; few flows that are drawn at random have any such thing. */
const repeats = fc.record({ texts: fc.tuple(lines, lines), copies, stages: fc.boolean(), documents: fc.boolean() });
type Repeats = typeof repeats extends fc.Arbitrary<infer Of> ? Of : never;

/** A flow whose lists have items several times over, whose texts have equal lines, and whose stages or documents may be equal. */
function repeated(flow: AnyFlow, { texts, copies: times, stages, documents }: Repeats): WireFields {
  let at = 0;
  const several = <T>(items: readonly T[]) =>
    items.flatMap((item) => Array.from({ length: times[at++ % times.length] ?? 1 }, () => item));
  const listed = flow.stages.map((stage, n) => (stages && n > 0 ? (flow.stages[0] ?? stage) : stage));
  const fields = fieldsOf({
    ...flow,
    stages: listed.map((stage) => ({ ...stage, actions: several(stage.actions) })),
    reminders: several(flow.reminders),
  });
  const { process_parameters: parts } = fields;
  const [invitation, done] = texts.map((text) => text.join("\n"));
  const sameDocuments = Object.fromEntries(Object.keys(parts.documents).map((name) => [name, "1000"]));
  return {
    ...{ ...blank, ...fields },
    process_parameters: {
      ...parts,
      messages: { ...parts.messages, invitation, done },
      documents: documents ? sameDocuments : parts.documents,
    },
  } as unknown as WireFields;
}

const plain = anyFlow.map((flow) => ({ ...blank, ...fieldsOf(flow) }) as unknown as WireFields);
const written = fc.oneof(
  plain,
  fc.tuple(anyFlow, repeats).map(([flow, repeat]) => repeated(flow, repeat)),
);

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

const isText = (path: Path) => path.at(-1) === "title" || path.at(-2) === "messages";

type Path = readonly string[];

/** What stands in a map or a list, with its name: stages have names, other items none. */
function partsOf(value: unknown, path: Path): readonly (readonly [string, unknown])[] {
  if (!Array.isArray(value)) return isObject(value) ? Object.entries(value) : [];
  const items = value.filter((item) => isObject(item));
  return path.at(-1) === "stages" ? items.flatMap((item) => Object.entries(item)) : items.map((item) => ["*", item]);
}

/** What a value says itself: a list its plain items, and a text, which is merged by line, its lines. */
function ownFacts(value: unknown, path: Path): readonly (readonly [fact: unknown, where: Path])[] {
  if (Array.isArray(value)) return value.filter((item) => !isObject(item)).map((item) => [[path, "has", item], path]);
  if (value === null || value === undefined || isObject(value)) return [];
  if (typeof value !== "string" || !isText(path)) return [[[path, value], path]];
  return value.split("\n").map((line) => [
    [path, "line", line],
    [...path, "*"],
  ]);
}

/** Everything that a draft says, each as one fact: a value at its path, a member of a list, or a line of a text. */
function factsOf(value: unknown, path: Path = []): ReadonlyMap<string, Path> {
  const own = ownFacts(value, path).map(([fact, where]) => [JSON.stringify(fact), where] as const);
  const below = partsOf(value, path).flatMap(([key, part]) => [...factsOf(part, [...path, key])]);
  return new Map([...own, ...below]);
}

/** Each item of each list: a plain one by itself, the others of a list alike, for what both sides changed can become equal. */
function itemsIn(value: unknown, path: Path = []): readonly string[] {
  if (Array.isArray(value) && path.at(-1) !== "stages")
    return value.map((item) => JSON.stringify(isObject(item) ? [path] : [path, item]));
  return partsOf(value, path).flatMap(([key, part]) => itemsIn(part, [...path, key]));
}

function countsOf(value: unknown): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const item of itemsIn(value)) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

const covers = ({ path }: Conflict, fact: Path): boolean =>
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
          // A line or an item without a name may be there a second time, where the other side wrote it.
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

test("Y4: of equal items, none is lost that both sides left, without a conflict that says so", {
  timeout: FUZZ_TIMEOUT,
}, () => {
  fc.assert(
    fc.property(versions, ({ base, mine, theirs }) => {
      const { fields, conflicts } = merge({ base, mine, theirs });
      const [old, ours, other, merged] = [base, mine, theirs, fields].map((side) => countsOf(side));
      const of = (counts: ReadonlyMap<string, number> | undefined, key: string) => counts?.get(key) ?? 0;
      const wrong = [...(old?.keys() ?? [])].flatMap((key) => {
        const [path] = JSON.parse(key) as [string[]];
        if (conflicts.some((conflict) => covers(conflict, path))) return [];
        const [was, here, there, is] = [of(old, key), of(ours, key), of(other, key), of(merged, key)];
        // Each side removes copies of its own, and what both add alike is added once. There may be more: two items whose
        // parts both sides changed can become equal.
        return is < Math.min(here, there, here + there - was) ? [{ key, was, here, there, is }] : [];
      });
      expect(wrong).toEqual([]);
    }),
    RUNS,
  );
});

test("Y2: what the merge left alone stays as it was written, and the rest means what was merged", {
  timeout: FUZZ_TIMEOUT,
}, () => {
  fc.assert(
    fc.property(written, written, bits, (mine, other, some) => {
      const theirs = canonicalFields(version(mine, other, some));
      const canonical = canonicalFields(mine);
      const after = applyMerge(mine, canonical, theirs);
      expect(canonicalFields(after)).toEqual(theirs);
      expect(applyMerge(mine, canonical, canonical)).toBe(mine);
      expect(canonicalFields(canonical)).toEqual(canonical);
    }),
    RUNS,
  );
});
