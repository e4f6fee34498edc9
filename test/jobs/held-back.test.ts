import { expect, test } from "vitest";
import { HeldBack } from "../../src-main/jobs/held-back.ts";
import type { JobRow } from "../../src-main/store/index.ts";
import { StoreError } from "../../src-main/store/index.ts";

const JOB: JobRow = {
  ...{ id: "i1:mail:1", instanceId: "i1", clockId: "c1", kind: "mail", dueAt: 0, wall: false, attempts: 0 },
  ...{ payload: null, deferredFrom: null },
};

const FAULT = new Error("A fault of ours.");

test("Crash and limits: a job that keeps throwing is tried after 5 s, then after twice as long, every 5 minutes at last", () => {
  const held = new HeldBack();
  const waits: number[] = [];
  for (let now = 0; waits.length < 9; now = held.next() ?? now) {
    held.begin(JOB.id);
    waits.push((held.add(JOB, now, FAULT) - now) / 1000);
    expect(held.holds(JOB.id, now)).toBe(true);
  }
  expect(waits).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300]);
});

test("Crash and limits: a job that threw is due at its time, and forgets its throws once it has ended", () => {
  const held = new HeldBack();
  held.add(JOB, 0, FAULT);
  expect(held.due(4_999)).toEqual([]);
  expect(held.due(5_000)).toEqual([JOB]);
  held.begin(JOB.id);
  expect([held.next(), held.due(5_000), held.ofClock("c1"), held.holds(JOB.id, 0)]).toEqual([null, [], [], false]);
  expect(held.add(JOB, 5_000, FAULT)).toBe(15_000);
  held.setBack(10_000);
  expect([held.due(5_000), held.ofClock("c1"), held.ofClock("c2")]).toEqual([[JOB], [JOB], []]);
  held.forget(JOB.id);
  expect(held.add(JOB, 0, FAULT)).toBe(5_000);
});

test("G5: what the machine is to blame for is tried every minute at last, and says what it waits for", () => {
  const held = new HeldBack();
  const full = new StoreError("disk_full", "The disk is full.");
  for (let now = 0, tries = 0; tries < 9; tries += 1, now = held.next() ?? now) held.add(JOB, now, full);
  const until = held.waiting(JOB.id)?.until ?? 0;
  expect(held.add(JOB, until, full) - until).toBe(60_000);
  expect(held.waiting(JOB.id)).toEqual({ why: "disk_full", until: until + 60_000 });
  held.begin(JOB.id);
  expect(held.waiting(JOB.id)).toBeNull();
  held.add(JOB, 0, FAULT);
  expect(held.waiting(JOB.id)?.why).toBe("fault");
});
