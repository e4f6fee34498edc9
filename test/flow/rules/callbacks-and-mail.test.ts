import { describe, expect, it } from "vitest";
import type { CallbackBody, FlowEvent, State } from "../../../src-shared/flow/index.ts";
import { due, effectsOf } from "../../../src-shared/flow/index.ts";
import type { Authentication } from "../../../src-shared/language/index.ts";
import { confirm, DAY, invite, sign, stage, TestFlow, types } from "../../fixtures/flow-shape.ts";

function bodies(after: State, events: readonly FlowEvent[]): readonly CallbackBody[] {
  const effects = effectsOf(after, events).flat();
  return effects.flatMap((effect) => (effect.kind === "callback" ? [effect.body] : []));
}

describe("callbacks", () => {
  it("Mail, Callbacks: a reminder counts as an invitation in notification_status_changed", () => {
    const reminders = [{ users: null, methods: null, daysDelay: 1, periodically: false }];
    const flow = new TestFlow({ stages: [stage("signing", invite(["alice"]), sign(["alice"]))], reminders });
    flow.fallDue("reminder:0:alice", flow.now + DAY);
    const events = flow.send({ type: "notification_result", id: 2, status: "delivered", reason: null });
    expect(bodies(flow.state, events)).toEqual([
      {
        ...{ type: "notification_status_changed", user_name: "alice" },
        ...{ status: "delivered", method: "email", delivery_type: "invitation" },
      },
    ]);
  });

  it("Callbacks: a message without an address is told as not delivered, once, when it would have gone", () => {
    const flow = new TestFlow({
      participants: [{ name: "alice" }, { name: "bob", email: null }],
      stages: [stage("signing", sign(["alice"])), stage("archive", confirm(["bob"]))],
    });
    flow.sign("alice");
    const events = flow.seal();
    expect(types(events)).toEqual([
      "document_sealed",
      "notification_released",
      "notification_status_changed",
      "completed",
    ]);
    expect(bodies(flow.state, events)).toMatchObject([
      { type: "notification_status_changed", status: "not_delivered", delivery_type: "confirmation" },
      { type: "completed" },
    ]);
    expect(
      effectsOf(flow.state, events)
        .flat()
        .filter(({ kind }) => kind === "notify"),
    ).toEqual([]);
  });

  it("Callbacks: a dropped confirmation, a seal, a stage and an act are nobody's callback", () => {
    const flow = new TestFlow({ stages: [stage("signing", confirm(["bob"]), sign(["alice", "bob"]))] });
    const events = [...flow.sign("alice"), ...flow.send({ type: "cancel" })];
    expect(bodies(flow.state, events)).toEqual([{ type: "canceled" }]);
  });

  it("Callbacks: prolonging, trashing and restoring tell receivers nothing, and sequence goes on behind them", () => {
    const flow = new TestFlow({ stages: [stage("signing", sign(["alice"]))] });
    flow.timeOut();
    flow.send({ type: "prolong", days: 2 });
    flow.timeOut();
    flow.send({ type: "trash" });
    flow.send({ type: "restore" });
    flow.send({ type: "cancel" });
    const callbacks = effectsOf(flow.state, flow.events).flat();
    expect(callbacks).toEqual([
      { kind: "callback", sequence: 1, body: { type: "failed", reason: "timed_out" } },
      { kind: "callback", sequence: 2, body: { type: "failed", reason: "timed_out" } },
      { kind: "callback", sequence: 3, body: { type: "canceled" } },
    ]);
  });
});

describe("authentication", () => {
  const asks = (overrides: Partial<Authentication> = {}): Authentication => ({
    ...{ provider: "se_eid", maxFailures: 0, label: "bank-id", attemptsPerSms: 5, options: {} },
    ...overrides,
  });
  const begin = (transactionId: string, kind: "view" | "sign", documents: readonly string[]) =>
    ({ type: "start_authentication", transactionId, participant: "alice", kind, documents, codeHash: null }) as const;
  const answer = (transactionId: string, outcome: "success" | "failure") =>
    ({
      type: "check_authentication",
      transactionId,
      answer: { outcome, reason: null, providerData: {} },
      endUserInfo: null,
    }) as const;

  function asking(): TestFlow {
    return new TestFlow({
      participants: [{ name: "alice", authToSign: asks(), authToView: asks({ provider: "ftn", maxFailures: 255 }) }],
      stages: [stage("signing", sign(["alice"]))],
    });
  }

  it("U3: max_failures 0 allows none: the first failure exceeds, with kind and label, once", () => {
    const flow = asking();
    flow.send(begin("t1", "sign", ["contract"]));
    const events = flow.send(answer("t1", "failure"));
    expect(bodies(flow.state, events)).toMatchObject([
      { type: "authentication_attempted", result: "failure", kind: "sign", label: "bank-id" },
      { type: "authentication_max_failures_exceeded", user_name: "alice", kind: "sign", label: "bank-id" },
    ]);
    expect(flow.refused(begin("t2", "sign", ["contract"]))).toMatchObject({ code: "insufficient_privileges" });
    flow.send(begin("t3", "view", []));
  });

  it("U2 U3: a view attempt has no label, and its failures count apart from those to sign", () => {
    const flow = asking();
    flow.send(begin("t1", "view", []));
    const events = flow.send(answer("t1", "failure"));
    const [body] = bodies(flow.state, events);
    expect(body).not.toHaveProperty("label");
    expect(body).not.toHaveProperty("end_user_info");
    flow.send(begin("t2", "sign", ["contract"]));
    flow.send(answer("t2", "success"));
    flow.sign("alice");
  });

  it("U1: a sign authentication covers documents at their hashes: another hash of the same name covers nothing", () => {
    const flow = asking();
    flow.send(begin("t1", "sign", ["contract"]));
    const begun = flow.state.authentications;
    const other = begun.map((attempt) => ({
      ...attempt,
      documents: attempt.documents.map((document) => ({ ...document, sha256: "ff".repeat(32) })),
    }));
    flow.state = { ...flow.state, authentications: other };
    flow.send(answer("t1", "success"));
    const act = { type: "act", participant: "alice", verb: "sign", document: "contract", signature: null } as const;
    expect(flow.refused(act)).toMatchObject({ code: "authentication_required", rule: "U1" });
  });
});

describe("ends", () => {
  it("G6 G7 G8: each end leaves nothing due, and trash changes nothing of it", () => {
    const reminders = [{ users: null, methods: null, daysDelay: 1, periodically: true }];
    for (const command of [
      { type: "reject_document", participant: "alice", document: "contract", message: null },
      { type: "reject_instance", participant: "alice", message: null },
      { type: "cancel" },
      { type: "fall_due", id: "time_out", collapseUntil: null },
    ] as const) {
      const flow = new TestFlow({ stages: [stage("signing", sign(["alice"]))], reminders, duration: 1 });
      flow.now = flow.state.timeoutAt;
      flow.send(command);
      expect(due(flow.state)).toEqual([]);
      flow.send({ type: "trash" });
      expect(due(flow.state)).toEqual([]);
    }
  });
});
