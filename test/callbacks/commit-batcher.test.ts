import { expect, test } from "vitest";
import { createCommitBatcher } from "../../src-main/callbacks/commit-batcher.ts";

/** Attempts that end when the test says so, and in which order they were let on. */
function attempts(count: number) {
  const batcher = createCommitBatcher();
  const ends: (() => void)[] = [];
  const settled: number[] = [];
  const all = Array.from({ length: count }, (_, index) =>
    batcher
      .during(() => new Promise<void>((resolve) => ends.push(resolve)))
      .then(() => {
        settled.push(index);
      }),
  );
  return { batcher, ends, settled, all };
}

test("Callbacks: an attempt that is alone waits for nothing", async () => {
  const { ends, all, settled } = attempts(1);
  ends[0]?.();
  await all[0];
  expect(settled).toEqual([0]);
});

test("Callbacks: answers that come together are let on together, once nothing else is under way", async () => {
  const { ends, all, settled } = attempts(3);
  ends[2]?.();
  ends[0]?.();
  await Promise.resolve();
  expect(settled).toEqual([]);
  ends[1]?.();
  await Promise.all(all);
  expect(settled.toSorted()).toEqual([0, 1, 2]);
});

test("Callbacks: an answer does not wait for a receiver that hangs", async () => {
  const { ends, all, settled } = attempts(2);
  ends[0]?.();
  await all[0];
  expect(settled).toEqual([0]);
  ends[1]?.();
  await all[1];
});

test("Callbacks: an attempt that fails is let on with its error, and holds back nothing", async () => {
  const batcher = createCommitBatcher();
  await expect(batcher.during(() => Promise.reject(new Error("closed")))).rejects.toThrow("closed");
  expect(await batcher.during(async () => "next")).toBe("next");
});
