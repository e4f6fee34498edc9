import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  blurredIn,
  decisionEnd,
  type FlowEvent,
  type HistoryItem,
  historyAccounts,
} from "../../src-shared/flow/index.ts";
import { race } from "../fuzz/race.ts";
import { invite, sign, stage, T0, TestFlow } from "./draft.ts";
import { flow as randomFlow, steps } from "./random-flow.ts";

const item = (event: FlowEvent, seq: number, recorded: number): HistoryItem => {
  return { seq, recorded, by: "author", event, hash: "" };
};

/** As the engine records it, each decision at another time of the wall. */
function recorded({ events, ends }: TestFlow): readonly HistoryItem[] {
  return events.map((event, index) => item(event, index + 1, T0 + ends.findIndex((end) => end > index)));
}

/** As a fork at event `seq` records what it takes over: at once, on a clock of its own. */
function forked(items: readonly HistoryItem[], seq: number): readonly HistoryItem[] {
  const copied = items.slice(0, decisionEnd(items, seq));
  const apart = blurredIn(copied);
  const origin = { forkOf: { instanceId: "i1", seq: copied.length }, apart };
  return copied.map(({ event }, index) =>
    item(event.type === "started" ? { ...event, ...origin } : event, index + 1, T0),
  );
}

/** Where each event's decision ends. */
const endsOf = (items: readonly HistoryItem[]) => items.map(({ seq }) => decisionEnd(items, seq));

const asked = { stages: [stage("signing", invite(["alice", "bob"]), sign(["alice", "bob"]))] };

describe("C5: a fork cuts no decision, and takes over none that comes after its event", () => {
  it("each decision ends where its last event is, also in a fork and in a fork of that", () => {
    fc.assert(
      fc.property(randomFlow, steps, fc.nat(), fc.nat(), (shape, script, first, second) => {
        const { flow } = race(shape, script);
        const items = recorded(flow);
        const ends = items.map(({ seq }) => flow.ends.find((end) => end >= seq));
        expect(endsOf(items)).toEqual(ends);
        const fork = forked(items, 1 + (first % items.length));
        expect(endsOf(fork)).toEqual(ends.slice(0, fork.length));
        const again = forked(fork, 1 + (second % fork.length));
        expect(endsOf(again)).toEqual(ends.slice(0, again.length));
      }),
      { seed: 20_260_308, numRuns: 200 },
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
    const fork = forked(items, items.length);
    expect(endsOf(forked(fork, fork.length))).toEqual(endsOf(items));
  });

  it("what a reminding's order tells needs no other word: the same person again, or an earlier one, was reminded anew", () => {
    const flow = new TestFlow(asked);
    const start = flow.events.length;
    for (const participantIds of [["p1", "p2"], ["p1"], ["p1", "p2"]]) flow.send({ type: "remind", participantIds });
    const atOnce = flow.events.map((event, index) => item(event, index + 1, T0));
    expect(blurredIn(recorded(flow))).toEqual([]);
    expect(endsOf(atOnce).slice(start)).toEqual([start + 2, start + 2, start + 3, start + 5, start + 5]);
  });

  it("a message that is given up is no part of a reminding that came after it", () => {
    const flow = new TestFlow({ ...asked, participants: [{ name: "alice" }, { name: "bob", email: null }] });
    expect(flow.events.at(-1)?.type).toBe("notification_status_changed");
    flow.send({ type: "remind", participantIds: ["p2"] });
    expect(blurredIn(recorded(flow))).toEqual([]);
  });

  it("a fork tells of what it took over why it happened as its source does", () => {
    const flow = new TestFlow({ stages: [stage("signing", invite(["alice"]), sign(["alice"]))] });
    flow.send({ type: "notification_result", id: 1, status: "delivered", reason: null });
    const items = recorded(flow);
    expect(blurredIn(items)).toEqual([items.length]);
    const [own, taken] = [items, forked(items, items.length)].map((of) => historyAccounts(of).at(-1));
    expect([own?.why, taken?.why]).toEqual([null, null]);
  });

  it("a fork's first own event is no part of what it took over, even where both were recorded at once", () => {
    const flow = new TestFlow(asked);
    flow.send({ type: "remind", participantIds: ["p1"] });
    const at = flow.events.length;
    const fork = forked(recorded(flow), at);
    const [own] = flow.send({ type: "remind", participantIds: ["p2"] });
    if (own === undefined) throw new Error("nobody was reminded");
    expect(decisionEnd([...fork, item(own, at + 1, T0)], at)).toBe(at);
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

  /** What each event after the SMS is said to follow from. */
  const reasons = (items: readonly HistoryItem[]) =>
    historyAccounts(items)
      .slice(4)
      .map(({ why }) => why);

  it("C5: the right one follows from no mistyped one, and too many wrong ones end the attempt", () => {
    const right = recorded(answered("wrong", "right")).map((one) => ({ ...one, recorded: T0 }));
    expect(right.slice(4).map(({ event }) => event.type)).toEqual(["sms_code_mistyped", "authentication_attempted"]);
    expect(reasons(right)).toEqual([null, null]);
    expect(decisionEnd(right, 5)).toBe(5);
    const wrong = recorded(answered("wrong", "wrong"));
    expect(decisionEnd(wrong, 6)).toBe(wrong.length);
  });
});
