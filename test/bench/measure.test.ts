import { expect, test } from "vitest";
import { measure, spread } from "./measure.ts";
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
  target: { of: "ratio", atLeast },
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
