import { describe, expect, it } from "vitest";
import type { Command, InstanceStatus } from "../../src-shared/flow/index.ts";
import { adminActions, authorActions, canOpenPage, decide, due, refusalOfDelete } from "../../src-shared/flow/index.ts";
import {
  confirm,
  DAY,
  HOUR,
  sign,
  signCommand,
  stage,
  T0,
  TestFlow,
  TWO_SIGNERS,
  types,
} from "../fixtures/flow-shape.ts";

const cancel: Command = { type: "cancel" };
const prolong = (days: number): Command => ({ type: "prolong", days });
const remind = (...participantIds: string[]): Command => ({ type: "remind", participantIds });
const rejectInstance: Command = { type: "reject_instance", participant: "alice", message: null };
const rejectDocument: Command = { type: "reject_document", participant: "alice", document: "contract", message: null };

/** A flow in each status, reached by commands alone. */
const inStatus: Readonly<Record<InstanceStatus, () => TestFlow>> = {
  in_progress: () => new TestFlow(TWO_SIGNERS),
  finalising: () => {
    const flow = new TestFlow(TWO_SIGNERS);
    flow.sign("alice");
    flow.sign("bob");
    return flow;
  },
  completed: () => {
    const flow = inStatus.finalising();
    flow.seal();
    return flow;
  },
  failed: () => after(rejectInstance),
  canceled: () => after(cancel),
  timed_out: () => {
    const flow = new TestFlow(TWO_SIGNERS);
    flow.timeOut();
    return flow;
  },
};

function after(command: Command): TestFlow {
  const flow = new TestFlow(TWO_SIGNERS);
  flow.send(command);
  return flow;
}

const ALL = Object.keys(inStatus) as InstanceStatus[];

describe("the transition table", () => {
  const rows: readonly [string, Command, readonly InstanceStatus[]][] = [
    ["G7 G10: cancel", cancel, ["in_progress", "timed_out"]],
    ["G9 G10: prolong", prolong(10), ["in_progress", "timed_out"]],
    ["G6 G10: reject the instance", rejectInstance, ["in_progress"]],
    ["G6 G10: reject a document", rejectDocument, ["in_progress"]],
    ["G14: remind", remind("p1"), ["in_progress"]],
    ["G11: trash", { type: "trash" }, ["completed", "failed", "canceled", "timed_out"]],
    ["G11: restore", { type: "restore" }, []],
    ["C3: time out", { type: "fall_due", id: "time_out", collapseUntil: null }, ["in_progress"]],
    ["G4: sign", signCommand("alice"), ["in_progress"]],
  ];
  const refusedBy: Partial<Record<Command["type"], readonly string[]>> = {
    ...{ cancel: ["G10"], prolong: ["G10"], reject_instance: ["G10"], reject_document: ["G10"] },
    ...{ remind: ["G14"], trash: ["G11"], restore: ["G11"], fall_due: ["C3"], act: ["G4", "document_state_error"] },
  };
  for (const [title, command, accepted] of rows) {
    it.each(ALL)(`${title}, from %s`, (status) => {
      const flow = inStatus[status]();
      flow.now = Math.max(flow.now, flow.state.timeoutAt);
      const decided = decide(flow.state, command, flow.now);
      expect(decided.ok).toBe(accepted.includes(status));
      // The table itself refuses, in words about the flow: the handler behind it is not asked.
      const [rule = "", code = "instance_state_error"] = refusedBy[command.type] ?? [];
      if (!decided.ok)
        expect(decided.refusal).toMatchObject({ code, rule, message: expect.stringMatching(/^The flow /) });
    });
  }

  it("G11: a trashed instance takes only restore, and the outcome of its mail", () => {
    const commands = rows.map(([, command]) => command);
    for (const status of ["completed", "failed", "canceled", "timed_out"] as const) {
      const flow = inStatus[status]();
      flow.send({ type: "trash" });
      for (const command of commands.filter(({ type }) => type !== "restore")) {
        const message = `The flow is in the trash${command.type === "trash" ? " already." : "; restore it first."}`;
        expect(flow.refused(command)).toMatchObject({ code: "instance_state_error", rule: "G11", message });
      }
      expect(canOpenPage(flow.state, "alice", flow.now)).toBe(false);
      flow.send({ type: "restore" });
      expect(flow.state).toMatchObject({ trashed: false, status });
    }
  });

  it("G11: only a trashed instance can be deleted", () => {
    const flow = inStatus.completed();
    expect(refusalOfDelete(flow.state)).toMatchObject({ code: "instance_state_error", rule: "G11" });
    flow.send({ type: "trash" });
    expect(refusalOfDelete(flow.state)).toBeUndefined();
  });

  it.each(ALL)("what the author's page offers is what decide accepts, in %s", (status) => {
    const flow = inStatus[status]();
    const commands = { cancel, prolong: prolong(1), remind: remind("p1"), trash: { type: "trash" } } as const;
    const offered = authorActions(flow.state);
    for (const [action, command] of Object.entries(commands)) {
      const decided = decide(flow.state, command, flow.now);
      expect(offered[action as keyof typeof commands] === null).toBe(decided.ok);
    }
  });
});

describe("cancel", () => {
  it("G7: unsealed documents are canceled, sealed ones stay", () => {
    const flow = new TestFlow({
      documents: ["contract", "annex"],
      stages: [stage("signing", sign(["alice"], ["contract", "annex"]))],
    });
    flow.sign("alice", "contract");
    flow.seal("contract");
    expect(types(flow.send(cancel))).toEqual(["canceled"]);
    expect(flow.documentStates()).toEqual({ contract: "sealed", annex: "canceled" });
    expect(flow.state).toMatchObject({ status: "canceled", endedAt: T0 });
    expect(due(flow.state)).toEqual([]);
  });

  it("G7: a timed-out flow is canceled with its timed-out documents", () => {
    const flow = inStatus.timed_out();
    flow.send(cancel);
    expect(flow.documentStates()).toEqual({ contract: "canceled" });
  });
});

describe("time-out and prolongation", () => {
  it("G8: the time-out comes `duration` days after the start, and documents in progress time out", () => {
    const flow = new TestFlow({ ...TWO_SIGNERS, duration: 30 });
    expect(due(flow.state)).toEqual([{ id: "time_out", kind: "time_out", at: T0 + 30 * DAY, participant: null }]);
    expect(types(flow.timeOut())).toEqual(["timed_out"]);
    expect(flow.documentStates()).toEqual({ contract: "timed_out" });
    expect(flow.refused(signCommand("alice"))).toMatchObject({ code: "document_state_error" });
    expect(due(flow.state)).toEqual([]);
  });

  it("G8: the time-out keeps the local time across a clock change", () => {
    // 2026-03-02 09:00Z is 10:00 in Stockholm; 30 days later summer time has come and 10:00 is 08:00Z.
    const flow = new TestFlow({ ...TWO_SIGNERS, duration: 30, timeZone: "Europe/Stockholm" });
    expect(flow.state.timeoutAt).toBe(T0 + 30 * DAY - HOUR);
  });

  it("G8: a time-out does not fall due early", () => {
    const flow = new TestFlow(TWO_SIGNERS);
    flow.now = flow.state.timeoutAt - 1;
    expect(flow.refused({ type: "fall_due", id: "time_out", collapseUntil: null })).toMatchObject({ rule: "C3" });
  });

  it("G8: a finalising flow does not time out", () => {
    expect(due(inStatus.finalising().state)).toEqual([]);
  });

  it.each([0, 366, -1, 1.5, Number.NaN])("G9: %s days are refused", (days) => {
    expect(inStatus.in_progress().refused(prolong(days))).toMatchObject({
      ...{ code: "request_parameters_invalid", rule: "G9" },
      message: `A flow is prolonged by 1 to 365 whole days; ${days} is not possible.`,
    });
  });

  it("G9: the new time-out counts from the old one while that lies ahead", () => {
    const flow = new TestFlow(TWO_SIGNERS);
    flow.now = T0 + 10 * DAY;
    flow.send(prolong(5));
    expect(flow.state.timeoutAt).toBe(T0 + 95 * DAY);
  });

  it("G9: it counts from now once the old one has passed, and revives documents and stage", () => {
    const flow = new TestFlow(TWO_SIGNERS);
    flow.sign("alice");
    flow.timeOut();
    flow.now += 40 * DAY;
    flow.send(prolong(5));
    expect(flow.state).toMatchObject({ status: "in_progress", endedAt: null, timeoutAt: flow.now + 5 * DAY });
    expect(flow.documentStates()).toEqual({ contract: "in_progress" });
    flow.sign("bob");
    flow.seal();
    expect(flow.state.status).toBe("completed");
  });

  it("G9: the time-out lies at most 365 days from now", () => {
    const flow = new TestFlow(TWO_SIGNERS);
    expect(flow.refused(prolong(276))).toMatchObject({ code: "request_parameters_invalid", rule: "G9" });
    flow.send(prolong(275));
    expect(flow.state.timeoutAt).toBe(T0 + 365 * DAY);
  });

  it("G9 G5: a seal under way at the time-out is thrown away and asked for anew", () => {
    const flow = new TestFlow({
      documents: ["contract", "annex"],
      stages: [stage("signing", sign(["alice"], ["contract", "annex"]))],
    });
    flow.sign("alice", "contract");
    flow.timeOut();
    const seal = { type: "seal_succeeded", document: "contract", sha256: "ab".repeat(32) } as const;
    expect(flow.refused(seal)).toMatchObject({ code: "document_state_error", rule: "G5" });
    expect(types(flow.send(prolong(5)))).toEqual(["prolonged", "seal_requested"]);
    flow.seal("contract");
    expect(flow.documentStates()).toEqual({ contract: "sealed", annex: "in_progress" });
  });

  it("G9: confirmations dropped by the time-out are queued again, once each", () => {
    const flow = new TestFlow({ stages: [stage("signing", confirm(["bob"]), sign(["alice"]))] });
    for (let round = 0; round < 2; round += 1) {
      expect(types(flow.timeOut())).toEqual(["timed_out", "notification_dropped"]);
      expect(types(flow.send(prolong(5)))).toEqual(["prolonged", "notification_queued"]);
    }
    flow.sign("alice");
    expect(types(flow.seal())).toEqual(["document_sealed", "notification_released", "completed"]);
  });
});

describe("remind and pages", () => {
  it("G14: reminds participants with pending acts, and nobody else", () => {
    const flow = new TestFlow(TWO_SIGNERS);
    expect(types(flow.send(remind("p1", "p2", "p1")))).toEqual(["notification_queued", "notification_queued"]);
    flow.sign("alice");
    expect(flow.refused(remind("p1"))).toMatchObject({ code: "instance_state_error", rule: "G14" });
    expect(flow.refused(remind("p2", "nobody"))).toMatchObject({ code: "request_parameters_invalid", rule: "G14" });
    expect(flow.refused(remind())).toMatchObject({ code: "request_parameters_invalid", rule: "G14" });
  });

  it.each(ALL)("G14: admin_actions advertises remind exactly when it would succeed, in %s", (status) => {
    const flow = inStatus[status]();
    const succeeds = decide(flow.state, remind("p1"), flow.now).ok;
    expect(adminActions(flow.state)).toEqual(succeeds ? ["remind"] : []);
  });

  it("G13: pages stay open until accessible_duration days after the end", () => {
    const flow = new TestFlow({ ...TWO_SIGNERS, accessibleDuration: 10 });
    expect(canOpenPage(flow.state, "alice", T0 + 1000 * DAY)).toBe(true);
    flow.send(cancel);
    expect(canOpenPage(flow.state, "alice", T0 + 10 * DAY - 1)).toBe(true);
    expect(canOpenPage(flow.state, "alice", T0 + 10 * DAY)).toBe(false);
    expect(canOpenPage(flow.state, "mallory", T0)).toBe(false);
  });
});
