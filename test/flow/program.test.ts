import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FlowEvent } from "../../src-shared/flow/index.ts";
import { compile, evolve, hasBit, isEmpty, noBits, pendingOf, withBit } from "../../src-shared/flow/index.ts";
import { approve, sign, signGroup, stage, startCommand, T0, TestFlow, TWO_SIGNERS } from "../fixtures/flow-shape.ts";
import { flow as randomFlow } from "../fixtures/random-flow.ts";
import { snapshot } from "../harness/snapshot.ts";

const names = ["alice", "bob", "carol"];

function programOf(...stages: Parameters<typeof startCommand>[0]["stages"]) {
  const { draft } = startCommand({ stages });
  return compile(draft.process, names, ["contract", "annex"]);
}

describe("the compiled program", () => {
  it("G3: an act that several conditions expect is one slot", () => {
    const program = programOf(stage("s", sign(["alice", "bob"]), signGroup(["bob", "carol"], ["contract"], 1)));
    expect(program.stages[0]?.slots).toEqual([
      { participant: 0, verb: "sign", document: 0 },
      { participant: 1, verb: "sign", document: 0 },
      { participant: 2, verb: "sign", document: 0 },
    ]);
  });

  it("G5: knows the last stage of each document, and each participant's stages and documents", () => {
    const program = programOf(
      stage("one", sign(["alice"])),
      stage("two"),
      stage("three", approve(["bob", "alice"], ["contract"])),
    );
    expect(program.lastStageOfDocument).toEqual([2, -1]);
    expect(program.stagesOfParticipant).toEqual([[0, 2], [2], []]);
    expect(program.documentsOfParticipant).toEqual([["contract"], ["contract"], []]);
  });

  it.each([
    ["participant", stage("s", sign(["mallory"]))],
    ["document", stage("s", sign(["alice"], ["other"]))],
  ])("R001 R002: a %s that was not given is named", (_, wrong) => {
    expect(() => programOf(wrong)).toThrow(/"(mallory|other)"/);
  });

  it("G2 G3: whatever the order of the acts, a stage is done when nothing is pending, and not before", () => {
    fc.assert(
      fc.property(randomFlow, fc.infiniteStream(fc.nat()), (shape, picks) => {
        const { draft, documents } = startCommand(shape);
        const program = compile(
          draft.process,
          draft.parameters.participants.map(({ name }) => name),
          documents.map(({ name }) => name),
        );
        for (const compiled of program.stages) {
          let done = noBits(compiled.slots.length);
          for (let pending = pendingOf(compiled, done); !isEmpty(pending); pending = pendingOf(compiled, done)) {
            const waiting = compiled.slots.map((_, slot) => slot).filter((slot) => hasBit(pending, slot));
            const slot = waiting[(picks.next().value ?? 0) % waiting.length] ?? -1;
            expect(hasBit(done, slot)).toBe(false);
            done = [...withBit(done, slot)];
          }
        }
      }),
      { seed: 20_260_305, numRuns: 300 },
    );
  });
});

describe("bits", () => {
  it("hold what was put in, and nothing else, across words", () => {
    const indices = [0, 1, 29, 30, 31, 59, 60, 61, 99];
    const bits = indices.reduce(withBit, noBits(100));
    expect(Array.from({ length: 100 }, (_, index) => index).filter((index) => hasBit(bits, index))).toEqual(indices);
    expect(bits.every((word) => word >= 0 && word < 2 ** 30)).toBe(true);
  });
});

describe("evolve", () => {
  it("law 2: begins with started, and says so otherwise", () => {
    expect(() => evolve(null, { type: "canceled", at: T0 })).toThrow(/"started", not with "canceled"/);
  });

  it("law 2: never refuses: what an event names and the flow does not have changes nothing", () => {
    const flow = new TestFlow(TWO_SIGNERS);
    const strange: readonly FlowEvent[] = [
      { type: "acted", at: T0, participant: "x", verb: "sign", document: "y", authentication: null, signature: null },
      { type: "document_sealed", at: T0, document: "y", sha256: "00" },
      { type: "stage_entered", at: T0, stage: 7 },
      { type: "notification_released", at: T0, id: 9, attach: [] },
      { type: "reminder_ended", at: T0, entry: 3, participant: "x" },
      { type: "sms_code_sent", at: T0, transactionId: "t", codeHash: "h", expires: T0 },
      { type: "participant_unlocked", at: T0, participant: "x" },
    ];
    for (const event of strange) expect(snapshot(evolve(flow.state, event))).toEqual(snapshot(flow.state));
  });

  it("G6 G7: an end ends the reminders", () => {
    const reminders = [{ users: null, methods: null, daysDelay: 1, periodically: true }];
    const ends = [{ type: "cancel" }, { type: "reject_instance", participant: "bob", message: null }] as const;
    for (const end of ends) {
      const flow = new TestFlow({ ...TWO_SIGNERS, reminders });
      expect(flow.state.reminders).toHaveLength(2);
      flow.send(end);
      expect(flow.state.reminders).toEqual([]);
    }
  });
});
