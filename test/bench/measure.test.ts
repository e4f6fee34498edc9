import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../harness/temporary.ts";
import { measuredApart } from "./apart.ts";
import { measure, measured, spread } from "./measure.ts";
import type { Row, Side } from "./row.ts";

const BRIEF = { rounds: 5, roundMs: 2 };

const idle = (title: string, log: string[] = []): Side => ({
  title,
  run(times) {
    log.push(title);
    let left = times;
    while (left > 0) left -= 1;
  },
});

const row = (ours: Side, peer: Side, atLeast: number): Row => ({
  name: "idle",
  unit: "turns/s",
  atLeast,
  unlike: "Nothing.",
  peers: [],
  open: () => Promise.resolve({ ours, peer, close: () => Promise.resolve() }),
});

test("a spread is the least, the middle and the greatest", () => {
  expect(spread([5, 1, 3])).toEqual({ min: 1, median: 3, max: 5 });
  expect(spread([4, 1, 3, 2])).toEqual({ min: 1, median: 2.5, max: 4 });
});

test("ours and the peer take turns, and take turns in going first", async () => {
  const log: string[] = [];
  const result = await measure(row(idle("ours", log), idle("peer", log), 0), BRIEF);
  const rounds = log.slice(-2 * result.rounds);
  const expected = Array.from({ length: result.rounds }, (_, n) => (n % 2 === 0 ? ["ours", "peer"] : ["peer", "ours"]));
  expect(rounds).toEqual(expected.flat());
});

test("a target that the measure does not reach is not met", async () => {
  const result = await measure(row(idle("ours"), idle("peer"), 1_000_000), BRIEF);
  expect(result.met).toBe(false);
  expect(result.ratio).toBeCloseTo(result.ours / result.peer);
});

/** Fails where it is asked for more than it has. */
function finite(title: string, supply: number): Side & { left: number } {
  const side = {
    title,
    supply,
    left: supply,
    run(times: number) {
      if (times > side.left) throw new Error("used up");
      side.left -= times;
    },
  };
  return side;
}

test("a side with a supply is never asked for more, however quick it is", async () => {
  const side = finite("finite", 1_000);
  const result = await measure(row(side, idle("peer"), 0), BRIEF);
  expect(result.rounds).toBe(BRIEF.rounds);
  expect(side.left).toBeLessThan(500);
  await expect(measure(row(finite("empty", 3), idle("peer"), 0), BRIEF)).rejects.toThrow(/too little to do/);
});

test("a slow first operation, such as the start of a worker, does not make the rounds short", async () => {
  const asked: number[] = [];
  const slowToStart: Side = {
    title: "slow to start",
    run(times) {
      const began = performance.now();
      while (asked.length === 0 && performance.now() - began < BRIEF.roundMs);
      asked.push(times);
      for (let left = times; left > 0; left -= 1);
    },
  };
  await measure(row(slowToStart, idle("peer"), 0), BRIEF);
  expect(asked.at(-1)).toBeGreaterThan(100);
});

test("a row that fails is an outcome of its own", async () => {
  const failing: Row = {
    ...row(idle("ours"), idle("peer"), 0),
    name: "failing",
    open: () => Promise.reject(new Error("no disk")),
  };
  expect(await measured(failing, BRIEF)).toEqual({ name: "failing", error: expect.stringContaining("no disk") });
  expect(await measured(row(idle("ours"), idle("peer"), 0), BRIEF)).toMatchObject({ name: "idle", met: true });
});

test("neither a crash nor a hang of one row's process goes beyond its row", async () => {
  using folder = temporaryFolder("bench");
  const program = (name: string, text: string): string => {
    const file = path.join(folder.path, `${name}.ts`);
    writeFileSync(file, text);
    return file;
  };
  const crash = program("crash", "process.exit(3);");
  const hang = program("hang", "setInterval(() => undefined, 1_000);");
  const report = program("report", "process.send?.({ name: process.argv[2], met: true });");
  expect(await measuredApart(crash, "a", 60_000)).toMatchObject({
    name: "a",
    error: expect.stringContaining("with 3"),
  });
  expect(await measuredApart(hang, "b", 500)).toMatchObject({ name: "b", error: expect.stringContaining("0.5 s") });
  expect(await measuredApart(report, "c", 60_000)).toEqual({ name: "c", met: true });
});
