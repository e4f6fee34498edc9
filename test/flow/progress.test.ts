import { describe, expect, it } from "vitest";
import { type Command, decide } from "../../src-shared/flow/index.ts";
import {
  approve,
  approveCommand,
  confirm,
  invite,
  sign,
  signCommand,
  signGroup,
  stage,
  startCommand,
  T0,
  TestFlow,
  TWO_SIGNERS,
  types,
} from "../fixtures/flow-shape.ts";

describe("start and stages", () => {
  it("G1: a start enters the first stage and is in progress", () => {
    const flow = new TestFlow({ stages: [stage("signing", invite(["alice"]), sign(["alice"]))] });
    expect(flow.types()).toEqual(["started", "stage_entered", "notification_queued"]);
    expect(flow.state.status).toBe("in_progress");
  });

  it("G1: a start names participants and documents or is refused", () => {
    const command = startCommand(TWO_SIGNERS);
    const tooFew = decide(null, { ...command, participantIds: ["p1"] }, T0);
    expect(tooFew).toMatchObject({ ok: false, refusal: { code: "request_parameters_invalid", rule: "G1" } });
    const noDocument = decide(null, { ...command, documents: [] }, T0);
    expect(noDocument).toMatchObject({ ok: false, refusal: { code: "request_parameters_invalid", rule: "G1" } });
  });

  it("G1: the same instance does not start twice, and nothing but a start makes one", () => {
    const flow = new TestFlow(TWO_SIGNERS);
    expect(flow.refused(startCommand(TWO_SIGNERS))).toMatchObject({ code: "instance_state_error", rule: "G1" });
    expect(decide(null, { type: "cancel" }, T0)).toMatchObject({ refusal: { code: "resource_not_found" } });
  });

  it("G2: a flow runs its stages in order, to the end", () => {
    const flow = new TestFlow({
      stages: [
        stage("signing", invite(["alice", "bob"]), sign(["alice", "bob"])),
        stage("approving", invite(["carol"]), approve(["carol"])),
      ],
      participants: [{ name: "alice" }, { name: "bob" }, { name: "carol" }],
    });
    expect(types(flow.sign("alice"))).toEqual(["acted"]);
    expect(types(flow.sign("bob"))).toEqual(["acted", "stage_entered", "notification_queued"]);
    expect(types(flow.approve("carol"))).toEqual(["acted", "seal_requested", "finalising"]);
    expect(types(flow.seal())).toEqual(["document_sealed", "completed"]);
    expect(flow.state).toMatchObject({ status: "completed", endedAt: T0 });
  });

  it("G2: entering a stage runs its actions in their order, each once", () => {
    const actions = [
      { kind: "callback", callbackName: "first" },
      { kind: "allow-viewing", users: ["alice"], documents: ["contract"] },
      { kind: "callback", callbackName: "second" },
    ] as const;
    const flow = new TestFlow({ stages: [stage("s1", ...actions, sign(["alice"])), stage("s2", sign(["bob"]))] });
    expect(flow.types()).toEqual([
      ...["started", "stage_entered", "callback_requested", "viewing_changed", "callback_requested"],
    ]);
    expect(flow.events.flatMap((event) => (event.type === "callback_requested" ? [event.callbackName] : []))).toEqual([
      "first",
      "second",
    ]);
    expect(types(flow.sign("alice"))).toEqual(["acted", "stage_entered"]);
  });

  it("G2: an empty stage holds at once, even a thousand of them", () => {
    const empty = Array.from({ length: 1000 }, (_, index) => stage(`s${index}`));
    const flow = new TestFlow({ stages: [...empty, stage("signing", sign(["alice"]))] });
    expect(flow.state.stage).toBe(1000);
    expect(flow.state.status).toBe("in_progress");
  });

  it("G2: a stage's actions run once, in order, when it is entered", () => {
    const flow = new TestFlow({
      stages: [
        stage(
          "signing",
          { kind: "callback", callbackName: "first" },
          invite(["alice"]),
          { kind: "callback", callbackName: "last" },
          sign(["alice"]),
        ),
      ],
    });
    expect(flow.types()).toEqual([
      "started",
      "stage_entered",
      "callback_requested",
      "notification_queued",
      "callback_requested",
    ]);
    expect(flow.sign("alice").some((event) => event.type === "callback_requested")).toBe(false);
  });
});

describe("conditions", () => {
  const group = {
    stages: [stage("board", signGroup(["alice", "bob", "carol"], ["contract", "annex"], 2))],
    participants: [{ name: "alice" }, { name: "bob" }, { name: "carol" }],
    documents: ["contract", "annex"],
  };

  it("G3: a group holds when K have done all documents", () => {
    const flow = new TestFlow(group);
    flow.sign("alice", "contract");
    flow.sign("bob", "contract");
    // Nobody can act on the contract any more, so it is sealed although the group does not hold yet.
    expect(types(flow.sign("carol", "contract"))).toEqual(["acted", "seal_requested"]);
    flow.sign("alice", "annex");
    expect(flow.state.status).toBe("in_progress");
    expect(types(flow.sign("bob", "annex"))).toEqual(["acted", "seal_requested", "finalising"]);
  });

  it("G3: holds for stages of any size", () => {
    const everybody = Array.from({ length: 100 }, (_, index) => `user${index}`);
    const flow = new TestFlow({
      participants: everybody.map((name) => ({ name })),
      stages: [stage("all", sign(everybody.slice(0, 70)), signGroup(everybody.slice(60), ["contract"], 15))],
    });
    for (const name of everybody.slice(0, 74)) {
      flow.sign(name);
      expect(flow.refused(signCommand(name))).toMatchObject({ rule: "G4" });
    }
    expect(flow.state.status).toBe("in_progress");
    flow.sign("user99");
    expect(flow.state.status).toBe("finalising");
  });

  it("G3: when a group holds, the other members' pending acts lapse", () => {
    const flow = new TestFlow({
      ...group,
      stages: [stage("board", signGroup(["alice", "bob"], ["contract"], 1), sign(["carol"], ["annex"]))],
    });
    flow.sign("alice", "contract");
    expect(flow.refused(signCommand("bob", "contract"))).toMatchObject({ code: "document_state_error", rule: "G4" });
  });

  it("G3: an act that another condition still expects does not lapse", () => {
    const flow = new TestFlow({
      ...group,
      documents: ["contract"],
      stages: [stage("board", signGroup(["alice", "bob"], ["contract"], 1), sign(["bob"], ["contract"]))],
    });
    flow.sign("alice", "contract");
    expect(flow.state.status).toBe("in_progress");
    flow.sign("bob", "contract");
    expect(flow.state.status).toBe("finalising");
  });

  it("G3: one act serves every condition that it fits", () => {
    const flow = new TestFlow({
      ...group,
      documents: ["contract"],
      stages: [stage("board", signGroup(["alice", "bob"], ["contract"], 1), sign(["alice"], ["contract"]))],
    });
    flow.sign("alice", "contract");
    expect(flow.state.status).toBe("finalising");
  });
});

describe("acts", () => {
  it("G4: acts within a stage come in any order", () => {
    for (const order of [
      ["alice", "bob"],
      ["bob", "alice"],
    ]) {
      const flow = new TestFlow(TWO_SIGNERS);
      for (const name of order) flow.sign(name);
      expect(flow.state.status).toBe("finalising");
    }
  });

  it("G4: an act out of place, or done twice, is refused and changes nothing", () => {
    const flow = new TestFlow({ stages: [stage("first", sign(["alice"])), stage("second", approve(["bob"]))] });
    const before = flow.state;
    const expected = { code: "document_state_error", rule: "G4" };
    expect(flow.refused(approveCommand("bob"))).toMatchObject(expected);
    expect(flow.refused(approveCommand("alice"))).toMatchObject(expected);
    expect(flow.refused(signCommand("bob"))).toMatchObject(expected);
    expect(flow.state).toBe(before);
    flow.sign("alice");
    expect(flow.refused(signCommand("alice"))).toMatchObject(expected);
    flow.approve("bob");
    expect(flow.refused(approveCommand("bob"))).toMatchObject(expected);
  });

  it("G4: an unknown participant or document is not found", () => {
    const flow = new TestFlow(TWO_SIGNERS);
    expect(flow.refused(signCommand("mallory"))).toMatchObject({ code: "resource_not_found" });
    expect(flow.refused(signCommand("alice", "other"))).toMatchObject({ code: "resource_not_found" });
  });
});

describe("seals", () => {
  const twoDocuments = {
    documents: ["contract", "annex"],
    stages: [
      stage("first", sign(["alice"], ["contract", "annex"])),
      stage("second", approve(["bob"], ["annex"])),
      stage("archive", confirm(["bob"])),
    ],
  };

  it("G5: a document is sealed as soon as no later stage needs it and its current acts are done", () => {
    const flow = new TestFlow(twoDocuments);
    expect(types(flow.sign("alice", "contract"))).toEqual(["acted", "seal_requested"]);
    expect(types(flow.sign("alice", "annex"))).toEqual(["acted", "stage_entered"]);
    flow.seal("contract");
    expect(flow.documentStates()).toEqual({ contract: "sealed", annex: "in_progress" });
  });

  it("G5: a document that nobody acts on is sealed at the start", () => {
    const flow = new TestFlow({ ...TWO_SIGNERS, documents: ["contract", "appendix"] });
    expect(flow.events.at(-1)).toMatchObject({ type: "seal_requested", document: "appendix" });
  });

  it("G5: the flow is finalising until every document is sealed", () => {
    const flow = new TestFlow(twoDocuments);
    flow.sign("alice", "contract");
    flow.sign("alice", "annex");
    flow.approve("bob", "annex");
    expect(flow.state.status).toBe("finalising");
    flow.seal("annex");
    expect(flow.state.status).toBe("finalising");
    flow.seal("contract");
    expect(flow.state.status).toBe("completed");
  });

  it("G5: a late, second or unasked seal is thrown away", () => {
    const flow = new TestFlow(TWO_SIGNERS);
    const seal = { type: "seal_succeeded", document: "contract", sha256: "cd".repeat(32) } as const;
    expect(flow.refused(seal)).toMatchObject({ code: "document_state_error", rule: "G5" });
    flow.sign("alice");
    flow.sign("bob");
    flow.seal();
    expect(flow.refused(seal)).toMatchObject({ code: "document_state_error", rule: "G5" });
  });

  it("G12: a document is in progress until it is sealed, rejected, canceled, timed out or failed", () => {
    const ofContract = { participant: "alice", document: "contract", message: null } as const;
    const ends: readonly [contract: string, annex: string, ...Command[]][] = [
      ["sealed", "in_progress", signCommand("alice"), { type: "seal_succeeded", document: "contract", sha256: "ab" }],
      ["rejected", "canceled", { type: "reject_document", ...ofContract }],
      ["canceled", "canceled", { type: "cancel" }],
      ["timed_out", "timed_out", { type: "fall_due", id: "time_out", collapseUntil: null }],
      ["failed", "canceled", signCommand("alice"), { type: "seal_failed", document: "contract", reason: "disk full" }],
    ];
    for (const [contract, annex, ...commands] of ends) {
      const flow = new TestFlow(twoDocuments);
      expect(flow.documentStates()).toEqual({ contract: "in_progress", annex: "in_progress" });
      flow.now = flow.state.timeoutAt;
      for (const command of commands) flow.send(command);
      expect(flow.documentStates()).toEqual({ contract, annex });
    }
  });

  it("G5: a seal that cannot be made fails the flow and cancels the other documents", () => {
    const flow = new TestFlow(twoDocuments);
    flow.sign("alice", "contract");
    const events = flow.send({ type: "seal_failed", document: "contract", reason: "disk full" });
    expect(events[0]).toMatchObject({ type: "failed", reason: "sealing", document: "contract", message: "disk full" });
    expect(flow.documentStates()).toEqual({ contract: "failed", annex: "canceled" });
    expect(flow.state.status).toBe("failed");
  });
});
