import { expect, test } from "vitest";
import { noCounts } from "../counts.ts";
import { keptSeeds, runKills } from "./driver.ts";

/** `npm run hostile` kills for a given time. */
const KILLS = 12;
const SEED = 20_260_302;

test("Crash and limits: killed at any instant, no acknowledged act is lost, none is doubled, no due job is lost, the chain is whole", {
  timeout: 600_000,
}, async () => {
  const counts = noCounts();
  const violations: string[] = [];
  const seeds = [...keptSeeds(), SEED];
  await runKills({
    counts,
    kills: KILLS,
    jobs: 2,
    nextSeed: () => seeds.shift() ?? null,
    enough: () => false,
    onViolation: (message) => violations.push(message),
  });
  expect(violations).toEqual([]);
  // Under load, not only at the door.
  expect(counts.kills).toBeGreaterThan(11);
  expect(counts.openings).toBeGreaterThan(7);
  expect(counts.requests).toBeGreaterThan(170);
});
