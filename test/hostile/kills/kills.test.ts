import { expect, test } from "vitest";
import { noCounts } from "../counts.ts";
import { keptLives, runKills } from "./driver.ts";
import type { Plan } from "./plan.ts";

/** `npm run hostile` kills for a given time. This seed kills in every way, the first time in the middle of an upgrade. */
const SEED = 3_247;
const KILLS = 10;
/** Documents for so many kills. */
const DOCUMENTS = 80;
/** A life that failed once is lived to one kill after the one in which it failed. */
const BEYOND = 2;

test("Crash and limits: killed at any instant, no acknowledged act is lost, none is doubled, no due job is lost, the chain is whole", {
  timeout: 600_000,
}, async () => {
  const counts = noCounts();
  const violations: string[] = [];
  const ways = new Set<Plan["kill"]["at"]>();
  const kills = new Map([[SEED, KILLS], ...keptLives().map(({ seed, cycle }) => [seed, cycle + BEYOND] as const)]);
  const seeds = [...kills.keys()];
  await runKills({
    counts,
    killsOf: (seed) => kills.get(seed) ?? 0,
    documents: DOCUMENTS,
    jobs: 2,
    nextSeed: () => seeds.shift() ?? null,
    enough: () => false,
    onPlan: ({ kill }) => void ways.add(kill.at),
    onViolation: (message) => violations.push(message),
  });
  expect(violations).toEqual([]);
  expect([...ways].sort()).toEqual(["answer", "closing", "delivery", "load", "opening", "point"]);
  // Under load, not only at the door.
  expect(counts.kills).toBeGreaterThan(11);
  expect(counts.openings).toBeGreaterThan(7);
  expect(counts.requests).toBeGreaterThan(170);
});
