import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { factsOf } from "../../src-shared/foresight/findings/facts.ts";
import { endsWithoutPeople } from "../../src-shared/foresight/findings/lemma.ts";
import { DEFAULT_ASSUMPTIONS, explore } from "../../src-shared/foresight/index.ts";
import type { CheckedDraft } from "../../src-shared/language/index.ts";
import { startCommand } from "../fixtures/flow-shape.ts";
import { flow as randomFlow } from "../fixtures/random-flow.ts";
import { FUZZ_TIMEOUT, inputs } from "../fuzz/effort.ts";
import { temporaryFolder } from "../harness/temporary.ts";
import { compiled, hasSpin, modelOf } from "./spin.ts";

const folder = temporaryFolder("foresight-spin");
afterAll(() => folder.remove());

const SEED = 20_261_201;
/** With `npm run fuzz` hundreds; compiling the model of all takes longest. */
const FLOWS = inputs(40);
/** SPIN takes each order of a stage's acts by itself. */
const MOST_ACTS = 9;

/** Whoever authenticates could also fail to: not a question of this model. */
const drafts = (): readonly CheckedDraft[] =>
  fc
    .sample(randomFlow, { seed: SEED, numRuns: FLOWS * 3 })
    .map(
      ({ participants = [], ...shape }) =>
        startCommand({ ...shape, participants: participants.map(({ name }) => ({ name })) }).draft,
    )
    .filter((draft) => factsOf(draft).program.stages.every(({ slots }) => slots.length <= MOST_ACTS))
    .slice(0, FLOWS);

describe.skipIf(!hasSpin())("SPIN, a model checker that others wrote", { timeout: FUZZ_TIMEOUT }, () => {
  test(`agrees verdict by verdict on ${FLOWS} flows, seed ${SEED}: which stages are reached without whom`, () => {
    const flows = drafts();
    const reached = new Set(compiled(folder.path, modelOf(flows), "-O0")().match(/^R \d+ \d+ \d+$/gm));
    const people = Math.max(...flows.map(({ parameters }) => parameters.participants.length));
    const ours = new Set<string>();
    for (const [flow, draft] of flows.entries()) {
      const { program } = factsOf(draft);
      for (let absent = 0; absent <= people; absent += 1) {
        const away = new Set(absent < program.participants.length ? [absent] : []);
        const stuck = program.stages.findIndex((stage) => !endsWithoutPeople(stage, away));
        const stages = stuck < 0 ? program.stages.length : stuck;
        for (let stage = 1; stage <= stages; stage += 1) ours.add(`R ${flow} ${absent} ${stage}`);
      }
    }
    expect(ours.size).toBeGreaterThan(FLOWS);
    expect([...reached].sort()).toEqual([...ours].sort());
  });

  test("the graph completes without somebody exactly where SPIN's does", () => {
    const flows = drafts().slice(0, 10);
    const reached = new Set(compiled(`${folder.path}/graph`, modelOf(flows), "-O0")().match(/^R \d+ \d+ \d+$/gm));
    for (const [flow, draft] of flows.entries()) {
      for (const [absent, { name }] of draft.parameters.participants.entries()) {
        const graph = explore(draft, {
          assume: DEFAULT_ASSUMPTIONS,
          budget: 20_000,
          reduced: true,
          absent: new Set([name]),
        });
        const completes = graph.endings.some(({ status }) => status === "completed");
        expect([flow, name, completes]).toEqual([
          flow,
          name,
          reached.has(`R ${flow} ${absent} ${draft.process.stages.length}`),
        ]);
      }
    }
  });
});
