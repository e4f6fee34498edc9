import { expect, test } from "vitest";
import { noCounts } from "../counts.ts";
import { fuzzOneApp, keptRequests, replay } from "./fuzz.ts";

/**
 * Random requests to the service, made from its own OpenAPI document, and to the app's bridge, made from its contract:
 * whatever comes, no fault, no hang, no leak, and no answer that the document does not allow. `npm run hostile` sends
 * them for as long as it is told.
 */
const SEED = 1;
const INPUTS = 600;

test("requests that were answered wrongly once are not any more", { timeout: 120_000 }, async () => {
  expect(await replay(noCounts(), keptRequests())).toEqual([]);
});

test(`${INPUTS} random requests, seed ${SEED}`, { timeout: 300_000 }, async () => {
  const violations: string[] = [];
  const onViolation = (message: string) => void violations.push(message);
  const run = { counts: noCounts(), seed: SEED, inputs: INPUTS, enough: () => false, onViolation };
  const { answers } = await fuzzOneApp(run);
  expect(violations).toEqual([]);
  // What lies behind the refusals is tried too.
  const sent = [...answers.values()].reduce((sum, count) => sum + count, 0);
  expect((answers.get(2) ?? 0) / sent).toBeGreaterThan(0.15);
});
