import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { translated } from "../../src-shared/basics/index.ts";
import { labelText, replayRun, stepWords } from "../../src-shared/foresight/index.ts";
import type { CheckedDraft } from "../../src-shared/language/index.ts";
import { type FlowShape, sign, signGroup, stage, startCommand, TestFlow } from "../fixtures/flow-shape.ts";
import { flow as randomFlow, steps } from "../fixtures/random-flow.ts";
import { FUZZ_TIMEOUT, inputs } from "../fuzz/effort.ts";
import { race } from "../fuzz/race.ts";

const draftOf = (shape: FlowShape): CheckedDraft => startCommand(shape).draft;

describe("recorded runs on another version", { timeout: FUZZ_TIMEOUT }, () => {
  it("ends the same on the version that it ran on", () => {
    fc.assert(
      fc.property(randomFlow, steps, (shape, script) => {
        const { flow } = race(shape, script);
        const { verdict, before, differs } = replayRun(flow.events, draftOf(shape));
        expect(differs).toBeNull();
        if (before !== "finalising") expect(verdict).toBe("same");
      }),
      { seed: 20_261_124, numRuns: inputs(60) },
    );
  });

  const people = [{ name: "alice" }, { name: "bob" }, { name: "carol" }];
  const shape: FlowShape = { participants: people, stages: [stage("all", sign(["alice", "bob", "carol"]))] };
  const run = (() => {
    const flow = new TestFlow(shape);
    for (const who of ["alice", "bob", "carol"]) flow.sign(who);
    flow.seal();
    return flow.events;
  })();
  const replayed = (other: Partial<FlowShape>) => {
    const { differs, waits, ...rest } = replayRun(run, draftOf({ ...shape, ...other }));
    return {
      ...rest,
      waits: waits.map(labelText),
      step: differs && stepWords(differs.step),
      message: differs && translated(differs.message),
    };
  };

  test("an order that it did not keep to: no longer possible, at the first act that differs", () => {
    expect(
      replayed({ stages: [stage("first", sign(["bob"])), stage("then", sign(["alice", "carol"]))] }),
    ).toMatchObject({
      verdict: "impossible",
      before: "completed",
      now: "in_progress",
      step: "alice signs contract",
      message: expect.stringContaining("is refused"),
      waits: ["bob signs contract"],
    });
  });

  test("an end that comes earlier: ends otherwise, before an act that is not needed any more", () => {
    expect(replayed({ stages: [stage("all", signGroup(["alice", "bob", "carol"], ["contract"], 2))] })).toMatchObject({
      verdict: "otherwise",
      now: "completed",
      step: "carol signs contract",
    });
  });

  test("somebody more who must sign: it goes on", () => {
    const participants = [...people, { name: "dave" }];
    const stages = [stage("all", sign(["alice", "bob", "carol", "dave"]))];
    expect(replayed({ participants, stages })).toMatchObject({
      verdict: "otherwise",
      now: "in_progress",
      step: null,
      waits: ["dave signs contract"],
    });
  });

  test("other names, and a proof of identity that is asked for now: the same", () => {
    const authToSign = { provider: "se_eid", maxFailures: 2, label: "se_eid", attemptsPerSms: 5, options: {} } as const;
    expect(replayed({ participants: people.map((one) => ({ ...one, authToSign })) })).toMatchObject({
      verdict: "same",
    });
    const mail = (name: string) => ({ id: `${name}@example.test`, email: `${name}@example.test` });
    const participants = [{ name: "alice" }, { name: "robert", ...mail("bob") }, { name: "carol" }];
    expect(replayed({ participants, stages: [stage("all", sign(["alice", "robert", "carol"]))] })).toMatchObject({
      verdict: "same",
    });
  });
});
