import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { keepSame } from "../../src-renderer/components/basics/keep-same.ts";

describe("parts of an answer that read as before stay in place", () => {
  test("the whole, where nothing has changed", () => {
    const before = { people: [{ name: "asa", done: 1 }], at: null };
    expect(keepSame(before, structuredClone(before))).toBe(before);
  });

  test("all but what has changed, is new or has gone", () => {
    const before = { people: [{ name: "asa" }, { name: "bo", done: 1 }], title: { text: "Lease" }, gone: 1 };
    const now = { people: [{ name: "asa" }, { name: "bo", done: 2 }, { name: "cy" }], title: { text: "Lease" } };
    const kept = keepSame(before, structuredClone(now));
    expect(kept).toEqual(now);
    expect(kept.people[0]).toBe(before.people[0]);
    expect(kept.title).toBe(before.title);
    expect(kept.people[1]).not.toBe(before.people[1]);
    expect(keepSame(before.people, before.people.slice(0, 1))).toEqual([{ name: "asa" }]);
    expect(keepSame([1], { 0: 1 })).toEqual({ 0: 1 });
    expect(keepSame({ a: undefined }, { b: 1 })).toEqual({ b: 1 });
  });

  test("whatever was before, the value is the new one", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (before, now) => {
        expect(keepSame(before, structuredClone(now))).toEqual(now);
        const same = structuredClone(now);
        expect(keepSame(now, same)).toBe(now);
      }),
    );
  });
});
