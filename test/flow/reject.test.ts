import { describe, expect, it } from "vitest";
import type { Command } from "../../src-shared/flow/index.ts";
import { availableActions, due, effectsOf, english, sentence } from "../../src-shared/flow/index.ts";
import { approve, invite, sign, signGroup, stage, TestFlow, TWO_SIGNERS, types } from "../fixtures/flow-shape.ts";

const rejectDocument = (participant: string, document = "contract", message: string | null = null): Command => ({
  type: "reject_document",
  participant,
  document,
  message,
});
const rejectInstance = (participant: string | null, message: string | null = null): Command => ({
  type: "reject_instance",
  participant,
  message,
});

const twoStages = {
  participants: [{ name: "alice" }, { name: "bob" }, { name: "carol" }, { name: "dave" }],
  documents: ["contract", "annex"],
  stages: [
    stage("first", sign(["alice"], ["contract", "annex"]), signGroup(["bob", "carol"], ["contract"], 1)),
    stage("second", approve(["dave", "alice"], ["contract"])),
  ],
};

describe("rejecting a document", () => {
  it("G6: fails the flow and cancels every document still in progress", () => {
    const flow = new TestFlow(twoStages);
    flow.sign("alice", "annex");
    flow.seal("annex");
    const events = flow.send(rejectDocument("alice", "contract", "wrong price"));
    expect(types(events)).toEqual(["document_rejected", "failed"]);
    expect(flow.documentStates()).toEqual({ contract: "rejected", annex: "sealed" });
    expect(flow.state.status).toBe("failed");
    expect(due(flow.state)).toEqual([]);
  });

  it("G6: needs a pending act on that document", () => {
    const flow = new TestFlow(twoStages);
    const expected = { code: "document_state_error", rule: "G6" };
    expect(flow.refused(rejectDocument("dave"))).toMatchObject(expected);
    expect(flow.refused(rejectDocument("bob", "annex"))).toMatchObject(expected);
    flow.sign("bob");
    // Carol's act has lapsed with the group.
    expect(flow.refused(rejectDocument("carol"))).toMatchObject(expected);
    expect(flow.refused(rejectDocument("mallory"))).toMatchObject({ code: "resource_not_found" });
  });

  it("G6: whoever has signed can no longer reject that document, even with an approval ahead of them", () => {
    const flow = new TestFlow(twoStages);
    flow.sign("alice", "contract");
    flow.sign("alice", "annex");
    flow.sign("bob");
    expect(flow.state.stage).toBe(1);
    expect(flow.refused(rejectDocument("alice"))).toMatchObject({ code: "document_state_error", rule: "G6" });
    expect(availableActions(flow.state, "alice")).toEqual([
      { type: "approve", document: "contract" },
      { type: "reject_instance", document: null },
    ]);
    flow.send(rejectDocument("dave"));
    expect(flow.state.status).toBe("failed");
  });

  it("G6: is possible although allow-rejections is false", () => {
    const flow = new TestFlow({ ...TWO_SIGNERS, allowRejections: false });
    flow.send(rejectDocument("alice"));
    expect(flow.state.status).toBe("failed");
  });
});

describe("rejecting the instance", () => {
  it("G6: fails the flow and cancels every document", () => {
    const flow = new TestFlow(twoStages);
    expect(types(flow.send(rejectInstance("alice", "no")))).toEqual(["instance_rejected", "failed"]);
    expect(flow.documentStates()).toEqual({ contract: "canceled", annex: "canceled" });
  });

  it("G6: is for participants with an unmade, unlapsed act in this or a later stage", () => {
    const flow = new TestFlow(twoStages);
    flow.sign("bob");
    const expected = { code: "instance_state_error", rule: "G6" };
    expect(flow.refused(rejectInstance("bob"))).toMatchObject(expected);
    expect(flow.refused(rejectInstance("carol"))).toMatchObject(expected);
    flow.send(rejectInstance("dave"));
    expect(flow.state.status).toBe("failed");
  });

  it("G6: is 403 when allow-rejections is false", () => {
    const flow = new TestFlow({ ...TWO_SIGNERS, allowRejections: false });
    expect(flow.refused(rejectInstance("alice"))).toMatchObject({ code: "insufficient_privileges", rule: "G6" });
  });

  describe("by the author [interface 1.6]", () => {
    it("G6: names nobody, and ends the flow as a participant's rejection does", () => {
      const flow = new TestFlow(twoStages);
      flow.sign("alice", "annex");
      flow.seal("annex");
      const events = flow.send(rejectInstance(null, "wrong price"));
      expect(events).toEqual([
        expect.objectContaining({ type: "instance_rejected", participant: null, message: "wrong price" }),
        expect.objectContaining({ type: "failed", reason: "rejected", message: "wrong price" }),
      ]);
      expect(flow.documentStates()).toEqual({ contract: "canceled", annex: "sealed" });
      expect(flow.state.status).toBe("failed");
      expect(due(flow.state)).toEqual([]);
    });

    it("G6: is possible although allow-rejections is false, and whatever is still to be done", () => {
      const flow = new TestFlow({ ...TWO_SIGNERS, allowRejections: false });
      flow.send(rejectInstance(null));
      expect(flow.state.status).toBe("failed");
    });

    it("G6: the callback has no user_name", () => {
      const flow = new TestFlow(twoStages);
      const events = flow.send(rejectInstance(null, "No"));
      const bodies = effectsOf(flow.state, events)
        .flat()
        .flatMap((effect) => (effect.kind === "callback" ? [effect.body] : []));
      expect(bodies).toEqual([{ type: "flow_rejected", message: "No" }]);
    });

    it("G6: the history says who, and why", () => {
      const sentenceFor = (message: string | null) =>
        sentence({ type: "instance_rejected", at: 0, participant: null, message });
      expect(english(sentenceFor(null))).toBe("The author declined the run");
      expect(english(sentenceFor("No"))).toBe("The author declined the run: “No”");
    });
  });

  it("G6: mail outcomes go on after a rejection", () => {
    const flow = new TestFlow({ stages: [stage("signing", invite(["alice"]), sign(["alice"]))] });
    flow.send(rejectInstance("alice"));
    flow.send({ type: "notification_result", id: 1, status: "delivered", reason: null });
    expect(flow.state.notifications.flat()[0]?.status).toBe("delivered");
  });
});
