import { describe, expect, it } from "vitest";
import type { Command } from "../../src-shared/flow/index.ts";
import { coveredByAuthentication, effectsOf, isLocked, pendingAuthentication } from "../../src-shared/flow/index.ts";
import type { Authentication } from "../../src-shared/language/index.ts";
import { DAY, MINUTE, sign, signCommand, stage, T0, TestFlow, types } from "../fixtures/flow-shape.ts";

function asks(provider: Authentication["provider"], overrides: Partial<Authentication> = {}): Authentication {
  return { provider, maxFailures: 1, label: provider, attemptsPerSms: 2, options: {}, ...overrides };
}

function flowAsking(authentication: Partial<{ authToSign: Authentication; authToView: Authentication }>): TestFlow {
  return new TestFlow({
    participants: [{ name: "alice", phoneNumber: "+46700000001", ...authentication }, { name: "bob" }],
    documents: ["contract", "annex"],
    stages: [stage("signing", sign(["alice"], ["contract", "annex"]), sign(["bob"], ["annex"]))],
    recordEndUserInfo: true,
  });
}

function begin(
  transactionId: string,
  overrides: Partial<Extract<Command, { type: "start_authentication" }>> = {},
): Command {
  return {
    type: "start_authentication",
    transactionId,
    participant: "alice",
    kind: "sign",
    documents: ["contract"],
    codeHash: null,
    ...overrides,
  };
}

const endUserInfo = { ip: "127.0.0.1", userAgent: "test" };

function outcome(transactionId: string, result: "success" | "failure"): Command {
  const answer = { outcome: result, reason: null, providerData: { name: "Alice" } };
  return { type: "check_authentication", transactionId, answer, endUserInfo };
}

function typed(transactionId: string, codeHash: string): Command {
  return { type: "check_authentication", transactionId, answer: { codeHash }, endUserInfo };
}

describe("authentication to sign", () => {
  const authToSign = asks("se_eid", { label: "bank-id" });

  it("U1: without it signing and approving are refused", () => {
    const flow = flowAsking({ authToSign });
    expect(flow.refused(signCommand("alice"))).toMatchObject({ code: "authentication_required", rule: "U1" });
    expect(coveredByAuthentication(flow.state, "alice", "contract", T0)).toBe(false);
    expect(coveredByAuthentication(flow.state, "bob", "annex", T0)).toBe(true);
    flow.sign("bob", "annex");
  });

  it("U1: it covers exactly the documents named at its start, each once", () => {
    const flow = flowAsking({ authToSign });
    flow.send(begin("t1"));
    flow.send(outcome("t1", "success"));
    expect(flow.refused(signCommand("alice", "annex"))).toMatchObject({ code: "authentication_required" });
    expect(flow.sign("alice")[0]).toMatchObject({ type: "acted", authentication: "t1" });
    expect(coveredByAuthentication(flow.state, "alice", "contract", T0)).toBe(false);
  });

  it("U1: of two that cover a document, the older is used up first", () => {
    const flow = flowAsking({ authToSign });
    for (const id of ["t1", "t2"]) {
      flow.send(begin(id, { documents: ["contract", "annex"] }));
      flow.send(outcome(id, "success"));
    }
    expect(flow.sign("alice")[0]).toMatchObject({ type: "acted", authentication: "t1" });
    flow.now = T0 + 10 * MINUTE - 1;
    expect(flow.sign("alice", "annex")[0]).toMatchObject({ type: "acted", authentication: "t1" });
  });

  it("U1: it covers them for 10 minutes from its success", () => {
    const flow = flowAsking({ authToSign });
    flow.send(begin("t1"));
    flow.now = T0 + 5 * MINUTE;
    flow.send(outcome("t1", "success"));
    flow.now = T0 + 15 * MINUTE;
    expect(flow.refused(signCommand("alice"))).toMatchObject({ code: "authentication_required" });
    flow.now -= 1;
    flow.sign("alice");
  });

  it("U1: a failure covers nothing", () => {
    const flow = flowAsking({ authToSign });
    flow.send(begin("t1"));
    flow.send(outcome("t1", "failure"));
    expect(flow.refused(signCommand("alice"))).toMatchObject({ code: "authentication_required" });
  });

  it.each([
    ["an unknown document", begin("t1", { documents: ["other"] }), "resource_not_found"],
    ["an unknown participant", begin("t1", { participant: "mallory" }), "resource_not_found"],
    ["no document", begin("t1", { documents: [] }), "request_parameters_invalid"],
    [
      "somebody who is not asked",
      begin("t1", { participant: "bob", documents: ["annex"] }),
      "request_parameters_invalid",
    ],
    ["a code for a provider without", begin("t1", { codeHash: "h" }), "request_parameters_invalid"],
    ["viewing that asks nothing", begin("t1", { kind: "view", documents: [] }), "request_parameters_invalid"],
  ])("U1: %s is refused", (_, command, code) => {
    expect(flowAsking({ authToSign }).refused(command)).toMatchObject({ code });
  });

  it("U1: documents without a pending act, a used transaction id and an ended flow are refused", () => {
    const flow = flowAsking({ authToSign });
    flow.send(begin("t1"));
    expect(flow.refused(begin("t1"))).toMatchObject({ code: "instance_state_error" });
    flow.send(outcome("t1", "success"));
    flow.sign("alice");
    expect(flow.refused(begin("t2"))).toMatchObject({ code: "document_state_error", rule: "U1" });
    flow.send(begin("t3", { documents: ["annex"] }));
    flow.send({ type: "cancel" });
    expect(flow.refused(outcome("t3", "success"))).toMatchObject({ code: "instance_state_error" });
  });
});

describe("attempts and failures", () => {
  const authToSign = asks("se_eid", { label: "bank-id" });

  it("U2: every finished attempt is an event with its callback", () => {
    const flow = flowAsking({ authToSign });
    flow.send(begin("t1"));
    const events = flow.send(outcome("t1", "failure"));
    expect(effectsOf(flow.state, events).flat()).toEqual([
      {
        kind: "callback",
        sequence: 1,
        body: {
          type: "authentication_attempted",
          user_name: "alice",
          result: "failure",
          provider: "se_eid",
          provider_data: { name: "Alice" },
          eid_transaction_id: "t1",
          kind: "sign",
          label: "bank-id",
          end_user_info: { ip: "127.0.0.1", user_agent: "test" },
        },
      },
    ]);
    expect(flow.refused(outcome("t1", "success"))).toMatchObject({ code: "instance_state_error", rule: "U2" });
    expect(flow.refused(outcome("t9", "success"))).toMatchObject({ code: "resource_not_found", rule: "U2" });
  });

  it("U2: end_user_info is kept only where the workspace records it", () => {
    const flow = new TestFlow({
      participants: [{ name: "alice", authToView: asks("ftn") }],
      stages: [stage("signing", sign(["alice"]))],
    });
    flow.send(begin("t1", { kind: "view", documents: [] }));
    expect(flow.send(outcome("t1", "success"))[0]).toMatchObject({ endUserInfo: null, label: null, validUntil: null });
  });

  it("U3: one failure more than max_failures exceeds, once, and locks until the author unlocks", () => {
    const flow = flowAsking({ authToSign });
    flow.send(begin("t1"));
    expect(types(flow.send(outcome("t1", "failure")))).toEqual(["authentication_attempted"]);
    flow.send(begin("t2"));
    expect(types(flow.send(outcome("t2", "failure")))).toEqual([
      "authentication_attempted",
      "authentication_max_failures_exceeded",
    ]);
    expect(isLocked(flow.state, "alice", "sign")).toBe(true);
    expect(isLocked(flow.state, "alice", "view")).toBe(false);
    expect(flow.refused(begin("t3"))).toMatchObject({ code: "insufficient_privileges", rule: "U3" });
    flow.send({ type: "unlock_participant", participant: "alice" });
    flow.send(begin("t3"));
    expect(types(flow.send(outcome("t3", "failure")))).toEqual(["authentication_attempted"]);
  });

  it("U3: a success resets the count", () => {
    const flow = flowAsking({ authToSign });
    for (const result of ["failure", "success", "failure"] as const) {
      flow.send(begin(`t${flow.events.length}`));
      flow.send(outcome(flow.state.authentications.at(-1)?.transactionId ?? "", result));
    }
    expect(isLocked(flow.state, "alice", "sign")).toBe(false);
  });

  it("U3: to view and to sign are counted apart, and unlocking one participant leaves the others' counts", () => {
    const asking = { authToSign, authToView: asks("ftn") };
    const flow = new TestFlow({
      participants: [
        { name: "alice", ...asking },
        { name: "bob", ...asking },
      ],
      stages: [stage("signing", sign(["alice", "bob"]))],
    });
    const fail = (participant: string, kind: "view" | "sign"): void => {
      const transactionId = `t${flow.events.length}`;
      flow.send(begin(transactionId, { participant, kind, documents: kind === "sign" ? ["contract"] : [] }));
      flow.send(outcome(transactionId, "failure"));
    };
    const locked = () =>
      ["alice", "bob"].flatMap((name) =>
        (["view", "sign"] as const).filter((kind) => isLocked(flow.state, name, kind)).map((kind) => `${name} ${kind}`),
      );
    for (const name of ["alice", "bob"]) for (const kind of ["view", "sign"] as const) fail(name, kind);
    expect(locked()).toEqual([]);
    fail("alice", "sign");
    fail("bob", "sign");
    expect(locked()).toEqual(["alice sign", "bob sign"]);
    flow.send({ type: "unlock_participant", participant: "alice" });
    expect(locked()).toEqual(["bob sign"]);
  });

  it("U3: only somebody locked can be unlocked", () => {
    const flow = flowAsking({ authToSign });
    expect(flow.refused({ type: "unlock_participant", participant: "alice" })).toMatchObject({ rule: "U3" });
    expect(flow.refused({ type: "unlock_participant", participant: "mallory" })).toMatchObject({
      code: "resource_not_found",
    });
  });

  it("U1: beginning anew replaces the unfinished attempt", () => {
    const flow = flowAsking({ authToSign });
    flow.send(begin("t1"));
    flow.send(begin("t2"));
    expect(pendingAuthentication(flow.state, "alice", "sign")?.transactionId).toBe("t2");
    expect(flow.refused(outcome("t1", "success"))).toMatchObject({ code: "instance_state_error", rule: "U2" });
  });
});

describe("viewing", () => {
  it("G13: after the end the archived authentication is asked for, as long as the page is accessible", () => {
    const flow = new TestFlow({
      participants: [{ name: "alice", authToView: asks("ftn"), authToViewArchived: asks("se_eid") }],
      stages: [stage("signing", sign(["alice"]))],
      accessibleDuration: 2,
    });
    const view = { kind: "view", documents: [] } as const;
    expect(flow.send(begin("t1", view))[0]).toMatchObject({ provider: "ftn" });
    flow.send({ type: "cancel" });
    expect(flow.send(begin("t2", view))[0]).toMatchObject({ provider: "se_eid" });
    flow.now = T0 + 2 * DAY;
    expect(flow.refused(begin("t3", view))).toMatchObject({ rule: "G13" });
  });
});

describe("sms_otp", () => {
  // Two SMS per attempt, two tries per SMS.
  const authToSign = asks("sms_otp", { maxFailures: 2 });
  const sms = (hash: string) => ({ codeHash: hash });

  it("U4: the right code succeeds", () => {
    const flow = flowAsking({ authToSign });
    expect(flow.send(begin("t1", sms("right")))).toMatchObject([
      { type: "authentication_started" },
      { type: "sms_code_sent", codeHash: "right", expires: T0 + 10 * MINUTE },
    ]);
    expect(types(flow.send(typed("t1", "wrong")))).toEqual(["sms_code_mistyped"]);
    expect(flow.state.callbackCount).toBe(0);
    expect(flow.send(typed("t1", "right"))).toMatchObject([{ type: "authentication_attempted", result: "success" }]);
    flow.sign("alice");
  });

  it("U4: attempts_per_sms wrong entries spend the SMS; with the last SMS the attempt fails and exceeds", () => {
    const flow = flowAsking({ authToSign });
    flow.send(begin("t1", sms("first")));
    flow.send(typed("t1", "wrong"));
    flow.send(typed("t1", "wrong"));
    expect(flow.refused(typed("t1", "first"))).toMatchObject({ code: "instance_state_error", rule: "U4" });
    flow.send({ type: "send_new_code", transactionId: "t1", codeHash: "second" });
    flow.send(typed("t1", "first"));
    expect(types(flow.send(typed("t1", "wrong")))).toEqual([
      "sms_code_mistyped",
      "authentication_attempted",
      "authentication_max_failures_exceeded",
    ]);
    expect(flow.refused(begin("t2", sms("x")))).toMatchObject({ code: "insufficient_privileges", rule: "U3" });
  });

  it("U4: a code is good for 10 minutes", () => {
    const flow = flowAsking({ authToSign });
    flow.send(begin("t1", sms("first")));
    flow.now += 10 * MINUTE;
    expect(flow.refused(typed("t1", "first"))).toMatchObject({ rule: "U4" });
    flow.send({ type: "send_new_code", transactionId: "t1", codeHash: "second" });
    flow.now += 10 * MINUTE;
    expect(types(flow.send(typed("t1", "second")))).toEqual([
      "authentication_attempted",
      "authentication_max_failures_exceeded",
    ]);
  });

  it("U4: no SMS is sent beyond max_failures, and the last code stays good", () => {
    const flow = flowAsking({ authToSign });
    const newCode = { type: "send_new_code", transactionId: "t1", codeHash: "second" } as const;
    flow.send(begin("t1", sms("first")));
    flow.send(newCode);
    expect(flow.refused({ ...newCode, codeHash: "third" })).toMatchObject({ code: "instance_state_error", rule: "U4" });
    flow.send(typed("t1", "second"));
    expect(flow.state.authentications[0]?.status).toBe("success");
  });

  it("U4: asking for a code when the last has expired and none is left fails the attempt", () => {
    const flow = flowAsking({ authToSign: asks("sms_otp", { maxFailures: 1 }) });
    flow.send(begin("t1", sms("first")));
    flow.now += 10 * MINUTE;
    const events = flow.send({ type: "send_new_code", transactionId: "t1", codeHash: "second", endUserInfo });
    expect(types(events)).toEqual(["authentication_attempted", "authentication_max_failures_exceeded"]);
    expect(events[0]).toMatchObject({ reason: "no SMS left", endUserInfo });
  });

  it("U4: beginning anew gains no SMS", () => {
    const flow = flowAsking({ authToSign });
    flow.send(begin("t1", sms("first")));
    flow.send(begin("t2", sms("second")));
    expect(flow.refused(begin("t3", sms("third")))).toMatchObject({ code: "insufficient_privileges", rule: "U4" });
    flow.send(typed("t2", "second"));
    expect(flow.state.authentications.map(({ status }) => status)).toEqual(["replaced", "success"]);
  });

  it("U3 U4: beginning anew once the last code has run out fails the attempt, and unlocking gives all SMS anew", () => {
    const flow = flowAsking({ authToSign });
    flow.send(begin("t1", sms("first")));
    flow.send(begin("t2", sms("second")));
    flow.now += 10 * MINUTE;
    expect(flow.send(begin("t3", { ...sms("third"), endUserInfo }))).toMatchObject([
      { type: "authentication_attempted", transactionId: "t2", result: "failure", reason: "no SMS left", endUserInfo },
      { type: "authentication_max_failures_exceeded", participant: "alice", kind: "sign" },
    ]);
    expect(flow.refused(begin("t4", sms("fourth")))).toMatchObject({ code: "insufficient_privileges", rule: "U3" });
    flow.send({ type: "unlock_participant", participant: "alice" });
    flow.send(begin("t5", sms("fifth")));
    flow.send({ type: "send_new_code", transactionId: "t5", codeHash: "sixth" });
    expect(flow.send(typed("t5", "sixth"))).toMatchObject([{ result: "success" }]);
  });

  it("U3 U4: max_failures 0 sends one SMS, and its failure exceeds", () => {
    const flow = flowAsking({ authToSign: asks("sms_otp", { maxFailures: 0 }) });
    flow.send(begin("t1", sms("first")));
    flow.now += 10 * MINUTE;
    expect(types(flow.send(begin("t2", sms("second"))))).toEqual([
      "authentication_attempted",
      "authentication_max_failures_exceeded",
    ]);
  });

  it("U4: takes a code and no outcome, and other providers the reverse", () => {
    const flow = flowAsking({ authToSign });
    expect(flow.refused(begin("t1"))).toMatchObject({ code: "request_parameters_invalid", rule: "U4" });
    flow.send(begin("t1", sms("first")));
    expect(flow.refused(outcome("t1", "success"))).toMatchObject({ code: "request_parameters_invalid", rule: "U4" });
    const other = flowAsking({ authToSign: asks("se_eid") });
    other.send(begin("t1"));
    expect(other.refused(typed("t1", "first"))).toMatchObject({ code: "request_parameters_invalid", rule: "U4" });
    const newCode = { type: "send_new_code", transactionId: "t1", codeHash: "h" } as const;
    expect(other.refused(newCode)).toMatchObject({ code: "request_parameters_invalid", rule: "U4" });
  });

  it("U4: the code's effect names whom it goes to, and no code", () => {
    const flow = flowAsking({ authToSign });
    const events = flow.send(begin("t1", sms("first")));
    expect(effectsOf(flow.state, events).flat()).toEqual([
      { kind: "sms_code", transactionId: "t1", participant: "alice" },
    ]);
  });
});
