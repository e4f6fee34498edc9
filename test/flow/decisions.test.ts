import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decisionEnd, decisionsOf, type FlowEvent, type HistoryItem } from "../../src-shared/flow/index.ts";
import { invite, sign, stage, T0, TestFlow } from "../fixtures/flow-shape.ts";
import { flow as randomFlow, steps } from "../fixtures/random-flow.ts";
import { race } from "../fuzz/race.ts";
import { historyAccounts } from "../harness/history.ts";

const item = (event: FlowEvent, seq: number, recorded: number, decision: number | null = null): HistoryItem => {
  return { seq, recorded, by: "author", decision, event, hash: "" };
};

/** As the engine records it. */
function recorded({ events, ends }: TestFlow): readonly HistoryItem[] {
  return events.map((event, index) => {
    const decision = 1 + (ends.findLast((end) => end <= index) ?? 0);
    return item(event, index + 1, T0 + decision, decision);
  });
}

/** As a release before schema step 11 recorded it: each decision at another wall time, the only difference between them. */
const recordedBefore = (flow: TestFlow): readonly HistoryItem[] =>
  recorded(flow).map((one) => ({ ...one, decision: null }));

/** As a fork at event `seq` records what it takes over: at once, on a clock of its own. */
function forked(items: readonly HistoryItem[], seq: number): readonly HistoryItem[] {
  const copied = decisionsOf(items.slice(0, decisionEnd(items, seq)));
  const forkOf = { instanceId: "i1", seq: copied.flat().length };
  return copied.flatMap((decision) =>
    decision.map(({ seq: at, event }) =>
      item(event.type === "started" ? { ...event, forkOf } : event, at, T0, decision[0]?.seq),
    ),
  );
}

/** As a release before schema step 11 recorded a fork: its start names what begins a decision. */
function forkedBefore(items: readonly HistoryItem[], seq: number): readonly HistoryItem[] {
  const fork = forked(items, seq);
  const apart = decisionsOf(fork).map(([first]) => first?.seq ?? 0);
  return fork.map((one) => {
    const event = one.event.type === "started" ? { ...one.event, apart } : one.event;
    return { ...one, decision: null, event };
  });
}

/** Where each event's decision ends. */
const endsOf = (items: readonly HistoryItem[]) => items.map(({ seq }) => decisionEnd(items, seq));

const asked = { stages: [stage("signing", invite(["alice", "bob"]), sign(["alice", "bob"]))] };

describe("C5: a fork cuts no decision, and takes over none that comes after its event", () => {
  it("each decision ends where its last event is, also in a fork and in a fork of that", () => {
    fc.assert(
      fc.property(randomFlow, steps, fc.nat(), fc.nat(), (shape, script, first, second) => {
        const { flow } = race(shape, script);
        const ends = flow.events.map((_, index) => flow.ends.find((end) => end > index));
        for (const items of [recorded(flow), recordedBefore(flow)]) {
          expect(endsOf(items)).toEqual(ends);
          for (const fork of [forked, forkedBefore]) {
            const one = fork(items, 1 + (first % items.length));
            expect(endsOf(one)).toEqual(ends.slice(0, one.length));
            const again = forked(one, 1 + (second % one.length));
            expect(endsOf(again)).toEqual(ends.slice(0, again.length));
          }
        }
      }),
      { seed: 20_260_308, numRuns: 200 },
    );
  });

  it("what was recorded without its decision tells why it happened as what was recorded with it", () => {
    fc.assert(
      fc.property(randomFlow, steps, (shape, script) => {
        const { flow } = race(shape, script);
        const [now, before] = [recorded(flow), recordedBefore(flow)].map((items) =>
          historyAccounts(items).map(({ why }) => why),
        );
        expect(now).toEqual(before);
      }),
      { seed: 20_260_309, numRuns: 100 },
    );
  });

  it.each([
    ["two people, one after the other", [["p1"], ["p2"]]],
    ["two people, in the other order", [["p2"], ["p1"]]],
    ["one person twice, then both", [["p1"], ["p1"], ["p1", "p2"]]],
    [
      "both twice",
      [
        ["p1", "p2"],
        ["p1", "p2"],
      ],
    ],
  ])("remindings at one instant stay apart in forks of forks: %s", (_who, remindings) => {
    const flow = new TestFlow(asked);
    for (const participantIds of remindings) flow.send({ type: "remind", participantIds });
    const items = recorded(flow);
    for (const fork of [forked, forkedBefore]) {
      expect(endsOf(fork(fork(items, items.length), items.length))).toEqual(endsOf(items));
    }
  });

  it("what a reminding's order tells needs no other word: the same person again, or an earlier one, was reminded anew", () => {
    const flow = new TestFlow(asked);
    const start = flow.events.length;
    for (const participantIds of [["p1", "p2"], ["p1"], ["p1", "p2"]]) flow.send({ type: "remind", participantIds });
    const atOnce = flow.events.map((event, index) => item(event, index + 1, T0));
    expect(endsOf(atOnce).slice(start)).toEqual([start + 2, start + 2, start + 3, start + 5, start + 5]);
  });

  it("a message that is given up is no part of a reminding that came after it", () => {
    const flow = new TestFlow({ ...asked, participants: [{ name: "alice" }, { name: "bob", email: null }] });
    expect(flow.events.at(-1)?.type).toBe("notification_status_changed");
    const end = flow.events.length;
    flow.send({ type: "remind", participantIds: ["p2"] });
    const atOnce = flow.events.map((event, index) => item(event, index + 1, T0));
    expect(decisionEnd(atOnce, end)).toBe(end);
  });

  it("a fork tells of what it took over why it happened as its source does", () => {
    const flow = new TestFlow({ stages: [stage("signing", invite(["alice"]), sign(["alice"]))] });
    flow.send({ type: "notification_result", id: 1, status: "delivered", reason: null });
    const items = recorded(flow);
    for (const reported of [items, forked(items, items.length), forkedBefore(items, items.length)])
      expect(historyAccounts(reported).at(-1)?.why).toBe(null);
  });

  it("a fork's first own event is no part of what it took over, even where both were recorded at once", () => {
    const flow = new TestFlow(asked);
    flow.send({ type: "remind", participantIds: ["p1"] });
    const at = flow.events.length;
    const forks = [forked, forkedBefore].map((fork) => fork(recorded(flow), at));
    const [own] = flow.send({ type: "remind", participantIds: ["p2"] });
    if (own === undefined) throw new Error("nobody was reminded");
    for (const fork of forks) expect(decisionEnd([...fork, item(own, at + 1, T0)], at)).toBe(at);
  });
});

describe("codes at one instant", () => {
  const sms = { provider: "sms_otp", maxFailures: 1, label: "sms_otp", attemptsPerSms: 2, options: {} } as const;
  const participants = [{ name: "alice", phoneNumber: "+46700000001", authToSign: sms }];
  const typed = (flow: TestFlow, codeHash: string) =>
    flow.send({ type: "check_authentication", transactionId: "t1", answer: { codeHash }, endUserInfo: null });

  function answered(...codes: readonly string[]): TestFlow {
    const flow = new TestFlow({ ...asked, stages: [stage("signing", sign(["alice"]))], participants });
    const begun = { transactionId: "t1", participant: "alice", documents: ["contract"], codeHash: "right" } as const;
    flow.send({ type: "start_authentication", kind: "sign", ...begun });
    for (const code of codes) typed(flow, code);
    return flow;
  }

  /** The cause shown for each event after the SMS. */
  const reasons = (items: readonly HistoryItem[]) =>
    historyAccounts(items)
      .slice(4)
      .map(({ why }) => why);

  it("C5: the right one follows from no mistyped one, and too many wrong ones end the attempt", () => {
    const right = recordedBefore(answered("wrong", "right")).map((one) => ({ ...one, recorded: T0 }));
    expect(right.slice(4).map(({ event }) => event.type)).toEqual(["sms_code_mistyped", "authentication_attempted"]);
    expect(reasons(right)).toEqual([null, null]);
    expect(decisionEnd(right, 5)).toBe(5);
    const wrong = recordedBefore(answered("wrong", "wrong"));
    expect(decisionEnd(wrong, 6)).toBe(wrong.length);
  });
});
