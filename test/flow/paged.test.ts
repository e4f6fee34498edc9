import { describe, expect, test } from "vitest";
import { itemAt, lengthOf, type Paged, replacing, withItem } from "../../src-shared/flow/model/paged.ts";

/** The numbers up to `length`, in their order. */
function numbers(length: number): Paged<number> {
  let list: Paged<number> = [];
  for (let n = 0; n < length; n += 1) list = withItem(list, n);
  return list;
}

describe("a paged list", () => {
  for (const length of [0, 1, 63, 64, 65, 128, 129, 1000]) {
    test(`${length} items are kept in their order and found by their place`, () => {
      const list = numbers(length);
      expect(lengthOf(list)).toBe(length);
      expect(list.flat()).toEqual(Array.from({ length }, (_, n) => n));
      expect(itemAt(list, length - 1)).toBe(length === 0 ? undefined : length - 1);
      expect(itemAt(list, length)).toBeUndefined();
      expect(itemAt(list, -1)).toBeUndefined();
    });
  }

  test("a change leaves the list that it began with as it was", () => {
    const before = numbers(130);
    const after = withItem(replacing(before, 64, -1), 130);
    expect(before.flat()).toEqual(numbers(130).flat());
    expect(after.flat()).toEqual([...Array(64).keys(), -1, ...Array.from({ length: 66 }, (_, n) => n + 65)]);
  });
});
