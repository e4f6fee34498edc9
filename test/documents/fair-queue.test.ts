import { expect, test } from "vitest";
import { FairQueue } from "../../src-main/documents/worker/fair-queue.ts";

test("callers take turns, each in its own order, however many one of them brings", () => {
  const queue = new FairQueue<string>();
  for (const item of ["a1", "a2", "a3", "b1", "c1", "b2"]) queue.add(item.charAt(0), item);
  const taken = [queue.take(), queue.take()];
  queue.add("d", "d1");
  for (let next = queue.take(); next !== undefined; next = queue.take()) taken.push(next);
  expect(taken).toEqual(["a1", "b1", "c1", "a2", "b2", "d1", "a3"]);
  queue.add("a", "a4");
  expect(queue.clear()).toEqual(["a4"]);
  expect(queue.take()).toBeUndefined();
});

test("all of one caller can be taken, and others are told from it", () => {
  const queue = new FairQueue<string>();
  for (const item of ["a1", "b1", "a2"]) queue.add(item.charAt(0), item);
  expect([queue.hasOther("a"), queue.hasOther("c"), queue.isEmpty]).toEqual([true, true, false]);
  expect(queue.takeAll("a")).toEqual(["a1", "a2"]);
  expect([queue.hasOther("a"), queue.hasOther("b"), queue.takeAll("a"), queue.take()]).toEqual([true, false, [], "b1"]);
  expect(queue.isEmpty).toBe(true);
});
