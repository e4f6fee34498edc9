import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { State } from "../../src-shared/flow/index.ts";
import {
  availableActions,
  canonicalJson,
  decide,
  due,
  ENGLISH,
  effectsOf,
  evolve,
  nextDue,
  replay,
  sentence,
} from "../../src-shared/flow/index.ts";
import { approveCommand, signCommand, type TestFlow } from "../fixtures/flow-shape.ts";
import { flow as randomFlow, steps } from "../fixtures/random-flow.ts";
import { FUZZ_TIMEOUT, inputs } from "../fuzz/effort.ts";
import { race } from "../fuzz/race.ts";
import { snapshot } from "../harness/snapshot.ts";

/** Everything in a state, inner representation included, but for the compiled program. */
function fingerprint(state: State): string {
  return canonicalJson({ ...state, program: null, snapshot: snapshot(state) });
}

/** Every act and rejection that decide accepts from a participant, sign authentication aside. */
function accepted({ state, now }: TestFlow, participant: string): string[] {
  const takes = (command: Parameters<typeof decide>[1]): boolean => {
    const decided = decide(state, command, now);
    return decided.ok || decided.refusal.code === "authentication_required";
  };
  const acts = state.program.documents.flatMap((document) => [
    ...(takes(signCommand(participant, document)) ? [`sign ${document}`] : []),
    ...(takes(approveCommand(participant, document)) ? [`approve ${document}`] : []),
    ...(takes({ type: "reject_document", participant, document, message: null }) ? [`reject ${document}`] : []),
  ]);
  return [...acts, ...(takes({ type: "reject_instance", participant, message: null }) ? ["reject_instance null"] : [])];
}

describe("what holds of every run", { timeout: FUZZ_TIMEOUT }, () => {
  it("law 2: replaying the history gives the state that decide built", () => {
    fc.assert(
      fc.property(randomFlow, steps, (shape, script) => {
        const { flow } = race(shape, script);
        const replayed = replay(JSON.parse(JSON.stringify(flow.events)));
        expect(replayed && fingerprint(replayed)).toBe(fingerprint(flow.state));
      }),
      { seed: 20_260_303, numRuns: inputs(200) },
    );
  });

  it("C3: what is due next is the first of what is due", () => {
    fc.assert(
      fc.property(randomFlow, steps, (shape, script) => {
        const { flow } = race(shape, script);
        let state: State | null = null;
        for (const event of flow.events) {
          state = evolve(state, event);
          expect(nextDue(state)).toEqual(due(state)[0]);
        }
      }),
      { seed: 20_260_306, numRuns: inputs(80) },
    );
  });

  it("G6 G14 law 2: a page offers exactly what decide accepts", () => {
    fc.assert(
      fc.property(randomFlow, steps, (shape, script) => {
        const { flow } = race(shape, script);
        for (const participant of flow.state.program.participants) {
          const offered = availableActions(flow.state, participant).map(({ type, document }) => `${type} ${document}`);
          expect(offered.sort()).toEqual(accepted(flow, participant).sort());
        }
      }),
      { seed: 20_260_305, numRuns: inputs(200) },
    );
  });

  it("Callbacks, Mail, C3: what holds of every history", () => {
    fc.assert(
      fc.property(randomFlow, steps, (shape, script) => {
        const { flow } = race(shape, script);
        const effects = effectsOf(flow.state, flow.events).flat();
        const sequences = effects.flatMap((effect) => (effect.kind === "callback" ? [effect.sequence] : []));
        expect(sequences).toEqual(sequences.map((_, index) => index + 1));
        expect(flow.state.callbackCount).toBe(sequences.length);
        const instants = flow.events.map((event) => event.at);
        expect(instants).toEqual(instants.toSorted((a, b) => a - b));
        if (flow.state.endedAt !== null) {
          expect(flow.state.notifications.flat().filter(({ status }) => status === "held")).toEqual([]);
        }
        for (const event of flow.events) {
          const { key, values } = sentence(event, flow.state);
          for (const [, place = ""] of ENGLISH[key].matchAll(/\{(\w+)\}/g)) expect(values).toHaveProperty(place);
        }
      }),
      { seed: 20_260_304, numRuns: inputs(200) },
    );
  });
});
