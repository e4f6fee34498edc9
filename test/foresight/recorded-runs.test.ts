import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyEdits } from "../../src-shared/basics/index.ts";
import type { Command, FlowEvent } from "../../src-shared/flow/index.ts";
import {
  addScenarios,
  labelText,
  namesOf,
  playScenario,
  readScenarios,
  type Scenario,
  scenarioOf,
  scenarioText,
  stepWords,
} from "../../src-shared/foresight/index.ts";
import type { CheckedDraft } from "../../src-shared/language/index.ts";
import { type FlowShape, HOUR, MINUTE, sign, stage, startCommand, TestFlow } from "../fixtures/flow-shape.ts";
import { flow as randomFlow, steps } from "../fixtures/random-flow.ts";
import { FUZZ_TIMEOUT, inputs } from "../fuzz/effort.ts";
import { race } from "../fuzz/race.ts";

const draftOf = (shape: FlowShape): CheckedDraft => startCommand(shape).draft;

/** A scenario's steps as they are read from its own text. */
function readBack(scenario: Scenario, draft: CheckedDraft): Scenario {
  const { file, scenarios } = readScenarios(scenarioText(scenario));
  const { scenarios: [read] = [], problems } = scenarios(namesOf(draft));
  expect(file.diagnostics(problems)).toEqual([]);
  if (read === undefined) throw new Error("no scenario was read");
  return read;
}

const actsIn = (events: readonly FlowEvent[]): readonly string[] =>
  events.flatMap((event) =>
    event.type === "acted"
      ? `${event.participant} ${event.verb === "sign" ? "signs" : "approves"} ${event.document}`
      : [],
  );

describe("recorded runs are scenarios", { timeout: FUZZ_TIMEOUT }, () => {
  it("plays the same acts to the same end on the same flow, as read from its own text", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(randomFlow, steps, (shape, script) => {
        const { flow } = race(shape, script);
        const scenario = scenarioOf(flow.events, "a run");
        const read = readBack(scenario, draftOf(shape));
        expect(read.steps.map(({ step }) => step)).toEqual(scenario.steps.map(({ step }) => step));
        const played = playScenario(draftOf(shape), read);
        expect(played.failed).toBeNull();
        expect(played.taken.flatMap(({ label }) => (label.kind === "act" ? labelText(label) : []))).toEqual(
          actsIn(flow.events),
        );
        // Seals that are on their way at the end of the record succeed at once in a scenario.
        if (flow.state.status !== "finalising") expect(played.status).toBe(flow.state.status);
        seen.add(flow.state.status);
        for (const { step } of read.steps) seen.add(step.kind === "label" ? step.label.kind : step.kind);
      }),
      { seed: 20_261_124, numRuns: inputs(200) },
    );
    const kinds = ["act", "authenticate", "fail_authentication", "lock_out", "unlock", "reject", "reject_flow"];
    const others = ["cancel", "time_out", "prolong", "wait", "seal", "fail_seal", "completed", "failed", "timed_out"];
    expect([...seen]).toEqual(expect.arrayContaining([...kinds, ...others]));
  });

  const byCode = { provider: "sms_otp", maxFailures: 2, label: "code", attemptsPerSms: 2, options: {} } as const;
  const bobByCode: FlowShape = {
    participants: [{ name: "alice" }, { name: "bob", phoneNumber: "+46700000001", authToSign: byCode }],
    stages: [stage("one", sign(["alice", "bob"])), stage("two", { ...sign(["bob"]), verb: "approve" })],
    duration: 10,
  };
  const stepsOf = (flow: TestFlow) => scenarioOf(flow.events, "a run").steps.map(({ step }) => stepWords(step));

  it("U4: a mistyped code is a step, except where it spends the last", () => {
    const flow = new TestFlow(bobByCode);
    const begin = (transactionId: string): Command => ({
      ...{ type: "start_authentication", transactionId, participant: "bob", kind: "sign", documents: ["contract"] },
      codeHash: "right",
    });
    const type = (transactionId: string, codeHash: string) =>
      flow.send({ type: "check_authentication", transactionId, answer: { codeHash }, endUserInfo: null });
    flow.send(begin("1"));
    type("1", "wrong");
    type("1", "right");
    flow.now += 20 * MINUTE;
    flow.send(begin("2"));
    for (const code of ["wrong", "wrong"]) type("2", code);
    flow.send({ type: "send_new_code", transactionId: "2", codeHash: "right" });
    for (const code of ["wrong", "wrong"]) type("2", code);
    flow.send({ type: "unlock_participant", participant: "bob" });
    flow.send(begin("3"));
    type("3", "right");
    flow.sign("bob");
    flow.sign("alice");
    expect(stepsOf(flow)).toEqual([
      "bob mistypes a code",
      "bob authenticates",
      "bob is locked out",
      "unlock bob",
      "bob authenticates",
      "bob signs contract",
      "alice signs contract",
    ]);
    expect(playScenario(draftOf(bobByCode), scenarioOf(flow.events, "a run")).failed).toBeNull();
  });

  it("U1, U3, U4: keeps who opened their page by authenticating, and every try that failed", () => {
    const page = { ...byCode, maxFailures: 1 };
    const shape: FlowShape = {
      participants: [
        { name: "alice", authToView: { ...byCode, provider: "se_eid" } },
        { name: "bob", phoneNumber: "+46700000001", authToView: page, authToSign: { ...byCode, provider: "ftn" } },
      ],
      stages: [stage("one", sign(["alice", "bob"]))],
      duration: 10,
    };
    const flow = new TestFlow(shape);
    const begin = (transactionId: string, participant: string, codeHash: string | null): Command => ({
      ...{ type: "start_authentication", transactionId, participant, kind: "view", documents: [], codeHash },
    });
    const answer = (transactionId: string, outcome: "success" | "failure") =>
      flow.send({
        ...{ type: "check_authentication", transactionId, endUserInfo: null },
        answer: { outcome, reason: null, providerData: {} },
      });
    const type = (transactionId: string, codeHash: string) =>
      flow.send({ type: "check_authentication", transactionId, answer: { codeHash }, endUserInfo: null });
    flow.send(begin("1", "bob", "right"));
    for (const code of ["wrong", "right"]) type("1", code);
    flow.send(begin("2", "alice", null));
    answer("2", "failure");
    flow.send(begin("3", "alice", null));
    answer("3", "success");
    flow.sign("alice");
    flow.send(begin("4", "bob", "right"));
    for (const code of ["wrong", "wrong"]) type("4", code);
    flow.send({ type: "unlock_participant", participant: "bob" });
    expect(stepsOf(flow)).toEqual([
      ...["bob mistypes a code to view", "bob authenticates to view"],
      ...["alice fails to authenticate to view", "alice authenticates to view", "alice signs contract"],
      ...["bob is locked out of their page", "unlock bob"],
    ]);
    const scenario = scenarioOf(flow.events, "a run");
    expect(readBack(scenario, draftOf(shape)).steps.map(({ step }) => step)).toEqual(
      scenario.steps.map(({ step }) => step),
    );
    expect(playScenario(draftOf(shape), scenario).failed).toBeNull();
  });

  it("tells the time between steps in days of the same local time and whole hours, and never too much of it", () => {
    // Clocks go back in this zone on 25 October 2026: the flow's last day has 25 hours, and none in a scenario has.
    const shape: FlowShape = {
      ...bobByCode,
      timeZone: "Europe/Stockholm",
      participants: [{ name: "alice" }, { name: "bob" }],
    };
    const flow = new TestFlow(shape, Date.UTC(2026, 9, 15, 8));
    flow.now += 25 * HOUR + 10 * MINUTE;
    flow.sign("alice");
    flow.now = Date.UTC(2026, 9, 24, 8);
    flow.sign("bob");
    flow.now = flow.state.timeoutAt - 5 * MINUTE;
    flow.send({ type: "prolong", days: 30 });
    flow.timeOut();
    expect(stepsOf(flow)).toEqual([
      ...["wait: 1 day 1 hour", "alice signs contract", "wait: 7 days 23 hours", "bob signs contract"],
      "wait: 23 hours",
      ...["prolong: 30 days", "time-out", "expect: timed out"],
    ]);
    expect(playScenario(draftOf(shape), scenarioOf(flow.events, "a run"))).toMatchObject({
      failed: null,
      status: "timed_out",
    });
  });

  it("is put at the end of a text, under a name that is not taken, and changes nothing else", () => {
    const flow = new TestFlow({ stages: [stage("one", sign(["alice"]))] });
    flow.sign("alice");
    const scenario = scenarioOf(flow.events, "Alice: signs");
    const written = [scenario, scenario].reduce((text, one) => applyEdits(text, addScenarios(text, [one])), "");
    const item = (name: string) => `  - scenario: "${name}"\n    steps:\n      - alice signs contract\n`;
    expect(written).toBe(`scenarios:\n${item("Alice: signs")}${item("Alice: signs (2)")}`);
    const single = "# of ours\nscenario: it\nsteps:\n  - alice signs contract # first\n";
    const added = applyEdits(single, addScenarios(single, [scenario]));
    expect(added.startsWith(`${single}scenarios:\n  - scenario`)).toBe(true);
    expect(readScenarios(added).scenarios(namesOf(draftOf({ stages: [] }))).scenarios).toHaveLength(2);
    for (const layout of [
      '{"scenarios": []}',
      "scenarios: [{ scenario: it, steps: [] }]\r\n",
      "scenarios:\r\n- scenario: it\r\n  steps: []\r\n# end\r\n",
    ]) {
      const laidOut = applyEdits(layout, addScenarios(layout, [scenario, scenario]));
      expect(readScenarios(laidOut).file.sound, laidOut).toBe(true);
      expect(laidOut).not.toMatch(layout.includes("\r") ? /[^\r]\n/ : /\r/);
      expect(laidOut).toContain("Alice: signs (2)");
    }
  });
});
