import { describe, expect, it } from "vitest";
import type { Effect } from "../../src-shared/flow/index.ts";
import { effectsOf, visibleDocuments } from "../../src-shared/flow/index.ts";
import { confirm, invite, sign, signGroup, stage, TestFlow, TWO_SIGNERS, types } from "../fixtures/flow-shape.ts";

const phone = { phoneNumber: "+46700000001" };

/** Every effect of a flow's whole history. */
function allEffects(flow: TestFlow): readonly Effect[] {
  return effectsOf(flow.state, flow.events).flat();
}

describe("notifications", () => {
  it("Mail: each notification is one message per participant and method, e-mail first", () => {
    const flow = new TestFlow({
      participants: [
        { name: "alice", ...phone },
        { name: "bob", ...phone },
      ],
      stages: [stage("signing", invite(["alice", "bob"], "both"), sign(["alice", "bob"]))],
    });
    expect(flow.state.notifications.flat().map(({ id, participant, method }) => [id, participant, method])).toEqual([
      [1, "alice", "email"],
      [2, "alice", "sms"],
      [3, "bob", "email"],
      [4, "bob", "sms"],
    ]);
    expect(allEffects(flow)).toEqual([1, 2, 3, 4].map((notification) => ({ kind: "notify", notification })));
  });

  it("Mail: a message ends delivered or not_delivered, once", () => {
    const flow = new TestFlow({ stages: [stage("signing", invite(["alice"]), sign(["alice"]))] });
    const bounced = { type: "notification_result", id: 1, status: "not_delivered", reason: "bounced" } as const;
    const before = flow.state.callbackCount;
    flow.send(bounced);
    expect(flow.state.notifications.flat()[0]).toMatchObject({ status: "not_delivered", reason: "bounced" });
    expect(flow.state.callbackCount).toBe(before + 1);
    expect(flow.refused(bounced)).toMatchObject({ code: "instance_state_error", rule: "Mail" });
    expect(flow.refused({ ...bounced, id: 7 })).toMatchObject({ code: "resource_not_found", rule: "Mail" });
  });

  it("Mail: the outcome of a message that is still held, or was dropped, is refused", () => {
    const flow = new TestFlow({ stages: [stage("signing", confirm(["bob"]), sign(["alice"]))] });
    const delivered = { type: "notification_result", id: 1, status: "delivered", reason: null } as const;
    expect(flow.refused(delivered)).toMatchObject({ rule: "Mail" });
    flow.send({ type: "cancel" });
    expect(flow.refused(delivered)).toMatchObject({ rule: "Mail" });
  });

  it("Mail: a reminder without an address is not delivered, asks for no mail, and the flow goes on", () => {
    const flow = new TestFlow({
      ...TWO_SIGNERS,
      participants: [{ name: "alice", idType: "full_name", id: "Alice", email: null }, { name: "bob" }],
    });
    const events = flow.send({ type: "remind", participantIds: ["p1"] });
    expect(types(events)).toEqual(["notification_queued", "notification_status_changed"]);
    expect(flow.state.notifications.flat()[0]).toMatchObject({
      status: "not_delivered",
      reason: "alice has no e-mail address",
    });
    expect(allEffects(flow).some((effect) => effect.kind === "notify")).toBe(false);
    flow.sign("alice");
    expect(flow.state.status).toBe("in_progress");
  });
});

describe("confirmations", () => {
  const shape = {
    participants: [{ name: "alice" }, { name: "bob" }, { name: "rita", ...phone }],
    documents: ["contract", "annex"],
    stages: [
      stage("signing", sign(["alice"], ["contract"]), sign(["bob"], ["annex"])),
      stage("archive", confirm(["alice", "rita"]), confirm(["rita"], "sms"), confirm(["bob"], "email", true)),
    ],
  };

  function released(flow: TestFlow): unknown[] {
    return flow.events
      .filter((event) => event.type === "notification_released")
      .map((event) => [flow.state.notifications.flat()[event.id - 1]?.participant, event.attach]);
  }

  it("Mail: a confirmation waits until every document its recipient may see is sealed, and attaches those", () => {
    const flow = new TestFlow(shape);
    flow.sign("alice", "contract");
    flow.sign("bob", "annex");
    expect(flow.state.notifications.flat().map(({ status }) => status)).toEqual(["held", "held", "held", "held"]);
    flow.seal("contract");
    expect(released(flow)).toEqual([["alice", ["contract"]]]);
    expect(types(flow.seal("annex"))).toEqual([
      "document_sealed",
      "notification_released",
      "notification_released",
      "notification_released",
      "completed",
    ]);
    expect(released(flow)).toEqual([
      ["alice", ["contract"]],
      ["rita", ["contract", "annex"]],
      ["rita", []],
      ["bob", []],
    ]);
    expect(allEffects(flow).filter((effect) => effect.kind === "notify")).toHaveLength(4);
  });

  it("Mail: a confirmation whose documents are already sealed goes at once", () => {
    const flow = new TestFlow({
      ...shape,
      stages: [stage("one", sign(["alice"], ["contract"]), sign(["bob"], ["annex"])), stage("two", confirm(["alice"]))],
    });
    flow.sign("alice", "contract");
    flow.seal("contract");
    expect(types(flow.sign("bob", "annex"))).toEqual([
      "acted",
      "seal_requested",
      "stage_entered",
      "notification_queued",
      "notification_released",
      "finalising",
    ]);
  });

  it.each([
    ["G6", "rejected", { type: "reject_instance", participant: "bob", message: null }],
    ["G7", "canceled", { type: "cancel" }],
    ["G8", "timed_out", { type: "fall_due", id: "time_out", collapseUntil: null }],
  ] as const)(
    "Mail %s: when the flow is %s, held confirmations are dropped and the history says so",
    (_, reason, command) => {
      const flow = new TestFlow({ ...shape, stages: [stage("all", confirm(["rita"]), sign(["alice", "bob"]))] });
      flow.now = flow.state.timeoutAt;
      expect(flow.send(command).at(-1)).toMatchObject({ type: "notification_dropped", id: 1, reason });
    },
  );

  it("Mail: a failed seal drops them too", () => {
    const flow = new TestFlow(shape);
    flow.sign("alice", "contract");
    flow.sign("bob", "annex");
    const events = flow.send({ type: "seal_failed", document: "annex", reason: "no key" });
    expect(types(events)).toEqual(["failed", ...new Array<string>(4).fill("notification_dropped")]);
  });
});

describe("who sees what", () => {
  const shape = {
    participants: [{ name: "alice" }, { name: "bob" }, { name: "rita" }],
    documents: ["contract", "annex"],
    stages: [
      stage("one", signGroup(["alice", "bob"], ["contract"], 1)),
      stage(
        "two",
        { kind: "allow-viewing", users: ["rita", "alice"], documents: ["annex"] },
        { kind: "deny-viewing", users: ["bob"], documents: ["contract"] },
        sign(["alice"], ["annex"]),
      ),
    ],
  };

  it("G16: who acts sees the documents they act on in any stage; a recipient sees all", () => {
    const { state } = new TestFlow(shape);
    expect(visibleDocuments(state, "alice")).toEqual(["contract", "annex"]);
    expect(visibleDocuments(state, "bob")).toEqual(["contract"]);
    expect(visibleDocuments(state, "rita")).toEqual(["contract", "annex"]);
    expect(visibleDocuments(state, "mallory")).toEqual([]);
  });

  it("G16: viewing permissions count from the stage that runs them onward", () => {
    const flow = new TestFlow({ ...shape, flowKind: "micro_api" });
    expect(visibleDocuments(flow.state, "rita")).toEqual([]);
    expect(visibleDocuments(flow.state, "bob")).toEqual(["contract"]);
    flow.sign("alice", "contract");
    expect(visibleDocuments(flow.state, "rita")).toEqual(["annex"]);
    expect(visibleDocuments(flow.state, "bob")).toEqual([]);
  });

  it("G16: a pending act shows its document whatever was denied", () => {
    const flow = new TestFlow({
      flowKind: "micro_api",
      stages: [stage("one", { kind: "deny-viewing", users: ["alice"], documents: ["contract"] }, sign(["alice"]))],
    });
    expect(visibleDocuments(flow.state, "alice")).toEqual(["contract"]);
    flow.sign("alice");
    expect(visibleDocuments(flow.state, "alice")).toEqual([]);
  });
});
