import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { nextRetention, retentionBase } from "../../src-main/engine/planning/retention.ts";
import type { Command } from "../../src-shared/flow/index.ts";
import { DAY, HOUR, sign, stage, T0, TestFlow } from "../fixtures/flow-shape.ts";
import { AT, smallFlow, startSmall, uploadPdf } from "../fixtures/small-flow.ts";
import { must, mustFail, type TestWorkspace, testWorkspace } from "../harness/workspace.ts";

describe("C4: when retention acts next", () => {
  const policy = { trash_completed: 1, trash_failed: 2, trash_timed_out: 3, delete_trashed: null };
  const never = { trash_completed: null, trash_failed: null, trash_timed_out: null, delete_trashed: 7 };

  function next(flow: TestFlow, retention: typeof policy | typeof never) {
    const found = nextRetention(flow.state, retentionBase(flow.events, flow.state), retention);
    return found === null ? null : [found.action, (found.at - flow.now) / DAY];
  }

  function ended(...commands: readonly Command[]): TestFlow {
    const flow = new TestFlow({ stages: [stage("signing", sign(["alice"]))] });
    for (const command of commands) {
      if (command.type === "fall_due") flow.now = flow.state.timeoutAt;
      flow.send(command);
    }
    return flow;
  }

  const act: Command = { type: "act", participant: "alice", verb: "sign", document: "contract", signature: null };
  const seal: Command = { type: "seal_succeeded", document: "contract", sha256: "ab".repeat(32) };

  test.each<[string, TestFlow, readonly [string, number] | null]>([
    ["in progress: never", ended(), null],
    ["finalising: never", ended(act), null],
    ["completed", ended(act, seal), ["trash", 1]],
    ["failed", ended({ type: "reject_instance", participant: "alice", message: null }), ["trash", 2]],
    ["canceled", ended({ type: "cancel" }), ["trash", 2]],
    ["timed out", ended({ type: "fall_due", id: "time_out", collapseUntil: null }), ["trash", 3]],
    ["trashed, unset: 30 days", ended({ type: "cancel" }, { type: "trash" }), ["delete", 30]],
  ])("C4: %s", (_, flow, expected) => {
    expect(next(flow, policy)).toEqual(expected);
    if (!flow.state.trashed) expect(next(flow, never)).toBeNull();
    else expect(next(flow, never)).toEqual(["delete", 7]);
  });

  test("C4: counted from the later of end and last restore, and anew after a prolonged flow's second end", () => {
    const flow = ended({ type: "cancel" });
    flow.now = T0 + DAY;
    flow.send({ type: "trash" });
    flow.now = T0 + 5 * DAY;
    flow.send({ type: "restore" });
    expect(next(flow, policy)).toEqual(["trash", 2]);
    // The second time in the trash, and out of it, counts from its own instant.
    flow.now += DAY;
    flow.send({ type: "trash" });
    expect(next(flow, never)).toEqual(["delete", 7]);
    flow.now += DAY;
    flow.send({ type: "restore" });
    expect(next(flow, policy)).toEqual(["trash", 2]);
    const again = ended({ type: "fall_due", id: "time_out", collapseUntil: null });
    for (const type of ["trash", "restore"] as const) again.send({ type });
    again.now += DAY;
    again.send({ type: "prolong", days: 1 });
    expect(next(again, policy)).toBeNull();
    again.timeOut();
    expect(next(again, policy)).toEqual(["trash", 3]);
  });
});

describe("C3: retention runs before a command as all due work does", () => {
  let now: number;
  let workspace: TestWorkspace;
  beforeEach(async () => {
    now = AT;
    workspace = await testWorkspace({ clockNow: () => now });
  });
  afterEach(() => workspace.dispose());

  test("C3 C4: a flow that timed out and was due for the trash while nobody looked is prolonged no more", async () => {
    const { host } = workspace;
    must(await host.folders.setRetention("home", { trash_timed_out: 1 }));
    const { id, timeoutAt } = await startSmall(host, { duration: 2 });
    await host.idle();
    now = AT + 9 * DAY;
    expect(mustFail(await host.instances.prolong(id, 5))).toMatchObject({ code: "instance_state_error" });
    const reported = must(host.instances.history(id)).items.slice(-2);
    expect(reported.map(({ event, at, by, recorded }) => [event.type, at, by, recorded])).toEqual([
      ["timed_out", timeoutAt, "clock", now],
      ["trashed", timeoutAt + DAY, "clock", now],
    ]);
    await host.idle();
    // Thirty days later at the same local time: summer time has begun in Stockholm.
    expect(must(host.instances.due(id))).toMatchObject([{ kind: "retention", at: timeoutAt + 31 * DAY - HOUR }]);
  });

  test("C4: a flow that the author trashes while its retention is under way is still deleted in the end", async () => {
    const { host } = workspace;
    must(await host.folders.setRetention("home", { trash_failed: 1 }));
    const { id, clockId } = await startSmall(host, {}, { clock: { virtual: "new", at: AT } });
    must(await host.instances.cancel(id));
    const [advanced] = await Promise.all([host.clocks.advance(clockId, { by: "P1D" }), host.instances.trash(id)]);
    must(advanced);
    expect(must(host.instances.get(id)).trashed).toBe(true);
    expect(must(host.instances.due(id))).toMatchObject([{ kind: "retention" }]);
  });
});

describe("C3 C4: a deletion that falls due", () => {
  let now: number;
  let workspace: TestWorkspace;
  beforeEach(async () => {
    now = AT;
    workspace = await testWorkspace({ clockNow: () => now });
  });
  afterEach(() => workspace.dispose());

  async function trashed(): Promise<{ readonly id: string; readonly dueAt: number }> {
    const { host } = workspace;
    const { id } = await startSmall(host);
    must(await host.instances.cancel(id));
    must(await host.instances.trash(id));
    const [planned] = must(host.instances.due(id));
    if (planned === undefined) throw new Error("No deletion is planned.");
    return { id, dueAt: planned.at };
  }

  test("C3 C4: a restore a moment before it saves the flow", async () => {
    const { host } = workspace;
    const { id, dueAt } = await trashed();
    now = dueAt - 1;
    must(await host.instances.restore(id));
    now = dueAt;
    must(await host.folders.setRetention("home", {}));
    await host.idle();
    expect(must(host.instances.get(id)).trashed).toBe(false);
  });

  test("C3 C4: a restore at its very instant comes too late, and the flow goes with all that it had", async () => {
    const { host } = workspace;
    const { id, dueAt } = await trashed();
    now = dueAt;
    expect(mustFail(await host.instances.restore(id))).toMatchObject({ code: "resource_not_found" });
    await host.idle();
    expect(mustFail(host.instances.get(id)).code).toBe("resource_not_found");
    expect(host.instances.list({}).items).toEqual([]);
  });

  test("C4: a policy that gives more time saves those whose deletion waits for its turn", async () => {
    const { host } = workspace;
    const clock = must(await host.clocks.create({ name: "shared", at: AT }));
    // One more than are deleted at once.
    for (let n = 0; n <= 16; n += 1) {
      const { id } = await startSmall(host, {}, { clock: { virtual: clock.id } });
      must(await host.instances.cancel(id));
      must(await host.instances.trash(id));
    }
    let changed: Promise<unknown> | null = null;
    const stop = host.changes(({ kind, instanceId }) => {
      if (kind !== "instance" || instanceId === null || host.instances.get(instanceId).ok) return;
      changed ??= host.folders.setRetention("home", { delete_trashed: 60 });
    });
    must(await host.clocks.advance(clock.id, { by: "P30D" }));
    stop();
    await changed;
    expect(host.instances.list({}).items).toHaveLength(1);
    expect(host.clocks.list().find(({ id }) => id === clock.id)?.nextDueAt).toBeGreaterThan(AT + 59 * DAY);
    must(await host.clocks.advance(clock.id, { by: "P30D" }));
    expect(host.instances.list({}).items).toEqual([]);
  });
});

describe("what a participant's page gives away", () => {
  let workspace: TestWorkspace;
  beforeEach(async () => {
    workspace = await testWorkspace();
  });
  afterEach(() => workspace.dispose());

  test("G16: the others' names and progress, never their contact details", async () => {
    const { host } = workspace;
    const { id } = await startSmall(host, {}, { clock: { virtual: "new", at: AT } });
    must(await host.participants.sign({ instanceId: id, participant: "bob", document: "contract" }));
    const view = must(host.participants.view(id, "alice"));
    expect(view.others.map(({ name, done, pending }) => [name, done, pending])).toContainEqual(["bob", 1, 0]);
    const reported = JSON.stringify(view);
    expect(reported).not.toContain("bob@example.test");
    expect(reported).not.toContain("+46701740605");
  });

  test("G16: who acted earlier and is needed no more is done, and what has lapsed is not counted", async () => {
    const { host } = workspace;
    const small = smallFlow({ documentId: await uploadPdf(host) });
    const later = `    - choice:
        actions: []
        expect:
          approved-by-group-of: { users: [alice, bob], documents: [contract], count: 1 }
    - done:`;
    const draft = must(await host.drafts.createFromText({ text: small.replace("    - done:", later) }));
    const { id } = must(await host.drafts.start(draft.id, { clock: { virtual: "new", at: AT } }));
    const progressOf = (name: string) =>
      must(host.participants.view(id, "alice")).others.find((other) => other.name === name);
    const signs = async (participant: string) =>
      must(await host.participants.sign({ instanceId: id, participant, document: "contract" }));
    await signs("alice");
    await signs("bob");
    expect(progressOf("bob")).toMatchObject({ state: "waiting", done: 1, total: 2 });
    must(await host.participants.approve({ instanceId: id, participant: "alice", document: "contract" }));
    expect(progressOf("bob")).toMatchObject({ state: "done", done: 1, total: 1 });
    expect(progressOf("alice")).toMatchObject({ state: "done", done: 2, total: 2 });
  });

  test("G13: open until accessible_duration after the end, on the instance's clock, and shut from then on", async () => {
    const { host } = workspace;
    const { id, clockId } = await startSmall(host, {}, { clock: { virtual: "new", at: AT } });
    must(await host.instances.cancel(id));
    must(await host.clocks.advance(clockId, { by: "P364D" }));
    expect(must(host.participants.view(id, "alice")).open).toBe(true);
    must(await host.clocks.advance(clockId, { by: "P1D" }));
    expect(must(host.participants.view(id, "alice"))).toMatchObject({ open: false, documents: [], redirectTo: null });
  });
});

test("G6: a rejection leaves no reminder and no time-out due on the instance's clock", async () => {
  const workspace = await testWorkspace();
  const { host } = workspace;
  const reminders = "  automatic-reminders: [{ date: { type: relative, days_delay: 3, repeat: periodically } }]";
  const { id, clockId } = await startSmall(host, { reminders }, { clock: { virtual: "new", at: AT } });
  await host.idle();
  expect(must(host.instances.due(id)).map(({ kind }) => kind)).toEqual(["reminder", "reminder", "time_out"]);
  must(await host.participants.rejectInstance({ instanceId: id, participant: "bob", message: null }));
  await host.idle();
  expect(must(host.instances.due(id))).toEqual([]);
  expect(must(await host.clocks.advance(clockId, { by: "P60D" })).ran).toEqual([]);
  await workspace.dispose();
});

test("C6: what is due names the event that a callback tells, and whom a reminder goes to", async () => {
  const workspace = await testWorkspace();
  const { host } = workspace;
  // Nobody listens there: the next attempt stays due.
  const flow = { callbackUrl: "http://127.0.0.1:9/hook" };
  const { id } = await startSmall(host, flow, { clock: { virtual: "new", at: AT } });
  must(await host.participants.rejectInstance({ instanceId: id, participant: "bob", message: null }));
  await host.idle();
  const due = must(host.instances.due(id)).map(({ kind, event }) => [kind, event]);
  expect(due).toContainEqual(["callback", "flow_rejected"]);
  expect(due.filter(([kind, event]) => (kind === "callback") !== (event !== null))).toEqual([]);
  await workspace.dispose();
});
