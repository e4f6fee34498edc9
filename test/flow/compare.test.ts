import { describe, expect, it } from "vitest";
import type { FlowEvent } from "../../src-shared/flow/index.ts";
import { compareHistories, english } from "../../src-shared/flow/index.ts";
import { confirm, DAY, invite, sign, stage, T0, TestFlow, TWO_SIGNERS } from "../fixtures/flow-shape.ts";

const shape = {
  documents: ["contract", "annex"],
  stages: [
    stage("signing", invite(["alice"]), sign(["alice", "bob"]), sign(["bob"], ["annex"])),
    stage("archive", confirm(["alice"])),
  ],
};

/** A fork's prefix has ids of its own. */
function asFork(events: readonly FlowEvent[]): readonly FlowEvent[] {
  return events.map((event) =>
    event.type === "started"
      ? {
          ...event,
          forkOf: { instanceId: "i1", seq: 4 },
          participants: event.participants.map((person) => ({ ...person, participantId: `f${person.participantId}` })),
          documents: event.documents.map((document) => ({ ...document, documentId: `9${document.documentId}` })),
        }
      : event,
  );
}

describe("comparing histories", () => {
  it("finds none in a run and its fork up to the same event", () => {
    const { events } = new TestFlow(shape);
    expect(compareHistories(events, asFork(events))).toEqual({
      common: events.length,
      first: null,
      outcome: {
        status: { a: "in_progress", b: "in_progress" },
        documents: [
          { name: "contract", a: "in_progress", b: "in_progress" },
          { name: "annex", a: "in_progress", b: "in_progress" },
        ],
        onlyA: [],
        onlyB: [],
        same: true,
      },
    });
  });

  it("says what differs first, and in what outcome", () => {
    const [a, b] = [new TestFlow(shape), new TestFlow(shape)];
    for (const flow of [a, b]) flow.sign("alice");
    a.sign("bob");
    a.sign("bob", "annex");
    b.send({ type: "reject_document", participant: "bob", document: "contract", message: "no" });
    const { common, first, outcome } = compareHistories(a.events, asFork(b.events));
    expect(common).toBe(4);
    expect(first).toMatchObject({ seq: 5, a: { seq: 5, at: T0 }, b: { seq: 5, at: T0 }, onlyTime: false });
    expect([first?.a, first?.b].map((point) => point && english(point.sentence))).toEqual([
      "bob signed contract",
      "bob declined contract: “no”",
    ]);
    expect(outcome).toEqual({
      status: { a: "finalising", b: "failed" },
      documents: [
        { name: "contract", a: "in_progress", b: "rejected" },
        { name: "annex", a: "in_progress", b: "canceled" },
      ],
      onlyA: [
        { participant: "bob", verb: "sign", document: "contract" },
        { participant: "bob", verb: "sign", document: "annex" },
      ],
      onlyB: [],
      same: false,
    });
  });

  it("tells a difference of time from one of substance", () => {
    const [a, b] = [new TestFlow(TWO_SIGNERS), new TestFlow(TWO_SIGNERS)];
    b.now += DAY;
    for (const flow of [a, b]) flow.sign("alice");
    const { first, outcome } = compareHistories(a.events, b.events);
    expect(first).toMatchObject({ seq: 3, a: { at: T0 }, b: { at: T0 + DAY }, onlyTime: true });
    expect(outcome.same).toBe(true);
  });

  it("G9: a prolongation at another time is a difference of time alone", () => {
    const [a, b] = [new TestFlow(TWO_SIGNERS), new TestFlow(TWO_SIGNERS)];
    for (const flow of [a, b]) flow.timeOut();
    b.now += DAY;
    for (const flow of [a, b]) flow.send({ type: "prolong", days: 5 });
    const { first } = compareHistories(a.events, b.events);
    expect(first).toMatchObject({ a: { at: a.now }, b: { at: a.now + DAY }, onlyTime: true });
  });

  it("says where one history ends before the other", () => {
    const [a, b] = [new TestFlow(TWO_SIGNERS), new TestFlow(TWO_SIGNERS)];
    b.sign("alice");
    const { first, outcome } = compareHistories(a.events, b.events);
    expect(first).toMatchObject({ seq: 3, a: null, onlyTime: false });
    expect(outcome.onlyB).toEqual([{ participant: "alice", verb: "sign", document: "contract" }]);
  });

  it("does not take the bytes of seals, codes and transaction ids for differences", () => {
    const runs = ["x", "y"].map((own) => {
      const flow = new TestFlow({
        participants: [{ name: "alice", phoneNumber: "+46700000001", authToSign: asked }, { name: "bob" }],
        stages: [stage("signing", sign(["alice"]))],
      });
      const begin = { participant: "alice", kind: "sign", documents: ["contract"] } as const;
      flow.send({ type: "start_authentication", transactionId: own, codeHash: own, ...begin });
      flow.send({ type: "check_authentication", transactionId: own, answer: { codeHash: own }, endUserInfo: null });
      const signature = { kind: "drawn", sha256: own } as const;
      flow.send({ type: "act", participant: "alice", verb: "sign", document: "contract", signature });
      flow.send({ type: "seal_succeeded", document: "contract", sha256: own });
      return flow.events;
    });
    expect(compareHistories(runs[0] ?? [], runs[1] ?? []).first).toBeNull();
  });

  it("compares the messages and provider data whatever they are named", () => {
    const { events } = new TestFlow(TWO_SIGNERS);
    const other = events.map((event) => (event.type === "started" ? { ...event, messages: { at: "Other" } } : event));
    const mine = events.map((event) => (event.type === "started" ? { ...event, messages: { at: "One" } } : event));
    expect(compareHistories(mine, other).first).toMatchObject({ seq: 1, onlyTime: false });
  });

  it("works on flows that do not have the same documents", () => {
    const [a, b] = [new TestFlow(TWO_SIGNERS), new TestFlow(shape)];
    expect(compareHistories(a.events, b.events).outcome.documents).toEqual([
      { name: "contract", a: "in_progress", b: "in_progress" },
      { name: "annex", a: null, b: "in_progress" },
    ]);
  });

  it("refuses what is no history", () => {
    const { events } = new TestFlow(TWO_SIGNERS);
    expect(() => compareHistories(events, [])).toThrow(TypeError);
    expect(() => compareHistories(events.slice(1), events)).toThrow(TypeError);
  });
});

const asked = { provider: "sms_otp", maxFailures: 3, label: "sms_otp", attemptsPerSms: 5, options: {} } as const;
