import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { AT, DAY, playAll, smallFlow, startSmall, uploadPdf } from "../fixtures/small-flow.ts";
import { must, mustFail, type TestWorkspace, testWorkspace } from "../harness/workspace.ts";

const REMINDERS = `  automatic-reminders:
    - methods: { email: invitation }
      date: { type: relative, days_delay: 3, repeat: periodically }`;

describe("a virtual clock", () => {
  let workspace: TestWorkspace;
  beforeEach(async () => {
    workspace = await testWorkspace();
  });
  afterEach(() => workspace.dispose());

  async function started(flow = {}) {
    return startSmall(workspace.host, flow, { clock: { virtual: "new", at: AT } });
  }

  test("C1, C6: an advance stops at every due reminder, sends it and answers when all is done", async () => {
    const { host } = workspace;
    const { id, clockId } = await started({ reminders: REMINDERS });
    const { now, ran } = must(await host.clocks.advance(clockId, { by: "P10D" }));

    expect(now).toBe(AT + 10 * DAY);
    const reminders = ran.filter(({ kind }) => kind === "reminder").map(({ at }) => (at - AT) / DAY);
    expect(reminders).toEqual([3, 3, 6, 6, 9, 9]);
    const mails = host.mailbox.list({ instanceId: id }).items.filter(({ kind }) => kind === "reminder");
    expect(mails.map(({ sentAt }) => (sentAt - AT) / DAY)).toEqual([9, 9, 6, 6, 3, 3]);
    expect(mails.every(({ status }) => status === "delivered")).toBe(true);
  });

  test("C6: work that an advance itself creates inside the interval runs too", async () => {
    const { host } = workspace;
    must(await host.mailbox.setRules([{ address: "*", effect: { kind: "delay", minutes: 60 } }]));
    const { id, clockId } = await started({ reminders: REMINDERS });
    must(await host.clocks.advance(clockId, { to: AT + 3 * DAY + 2 * 3_600_000 }));
    const mails = host.mailbox.list({ instanceId: id }).items;
    expect(mails.map(({ kind, status }) => `${kind} ${status}`).sort()).toEqual([
      "invitation delivered",
      "invitation delivered",
      "reminder delivered",
      "reminder delivered",
    ]);
  });

  test("G8: the time-out comes at its instant, and reminders due with it or later are not sent", async () => {
    const { host } = workspace;
    const { id, clockId, timeoutAt } = await started({ reminders: REMINDERS, duration: 6 });
    const { ran } = must(await host.clocks.advance(clockId, { by: "P60D" }));

    const ended = must(host.instances.get(id));
    expect(ended.status).toBe("timed_out");
    expect(ended.endedAt).toBe(timeoutAt);
    expect(ran.filter(({ kind }) => kind === "reminder").map(({ at }) => (at - AT) / DAY)).toEqual([3, 3]);
    expect(ran.filter(({ kind }) => kind === "time_out")).toHaveLength(1);
    const timedOut = must(host.instances.history(id)).items.find(({ event }) => event.type === "timed_out");
    expect(timedOut?.at).toBe(timeoutAt);
  });

  test("C3: an advance tells what ran by due instant, then time-outs before reminders, then by id", async () => {
    const { host } = workspace;
    const reminded = await started({ reminders: REMINDERS });
    const clock = { virtual: reminded.clockId };
    const others = [
      await startSmall(host, { duration: 3 }, { clock }),
      await startSmall(host, { duration: 3 }, { clock }),
    ];
    const { ran } = must(await host.clocks.advance(reminded.clockId, { by: "P6D" }));
    const reported = ran.map(({ at, id }) => `${(at - AT) / DAY} ${id}`);
    const ended = others.map(({ id }) => `3 ${id}:time_out`).sort();
    const reminders = [3, 6].map((day) => ["alice", "bob"].map((name) => `${day} ${reminded.id}:reminder:0:${name}`));
    const wanted = new Set([...ended, ...reminders.flat()]);
    expect(reported.filter((line) => wanted.has(line))).toEqual([...ended, ...reminders.flat()]);
    expect(ran.map(({ at }) => at)).toEqual(ran.map(({ at }) => at).sort((a, b) => a - b));
  });

  test("C3: an act after a due instant first runs what was due", async () => {
    const { host } = workspace;
    const { id, clockId } = await started({ duration: 1 });
    must(await host.clocks.advance(clockId, { by: "P2D" }));
    const refused = mustFail(
      await host.participants.sign({ instanceId: id, participant: "alice", document: "contract" }),
    );
    expect(refused.code).toBe("document_state_error");
    expect(host.instances.audit(id)).toHaveLength(1);
  });

  test("law 4: moving one clock leaves the others' instances alone", async () => {
    const { host } = workspace;
    const moved = await started({ duration: 1 });
    const still = await started({ duration: 1 });
    must(await host.clocks.advance(moved.clockId, { by: "P9D" }));
    expect(must(host.instances.get(moved.id)).status).toBe("timed_out");
    expect(must(host.instances.get(still.id)).status).toBe("in_progress");
  });

  test("C5: a virtual clock stays where every instant can be written", async () => {
    const { host } = workspace;
    const { id } = must(await host.clocks.create({ name: "far", at: Date.UTC(8999, 11, 31, 23) }));
    for (const target of [{ by: "PT2H" }, { by: "P9999Y" }, { to: Date.UTC(10_000, 0, 1) }, { to: Number.MAX_VALUE }])
      expect(mustFail(await host.clocks.advance(id, target)).code).toBe("request_parameters_invalid");
    expect(must(host.clocks.now(id))).toBe(Date.UTC(8999, 11, 31, 23));
    expect(must(await host.clocks.advance(id, { by: "PT1H" })).now).toBe(Date.UTC(9000, 0, 1));
    for (const at of [Date.UTC(10_000, 0, 1), -1])
      expect(mustFail(await host.clocks.create({ name: "beyond", at })).code).toBe("request_parameters_invalid");
  });

  test("C5: a clock never goes back, and the real one is never moved", async () => {
    const { host } = workspace;
    const { clockId } = await started();
    expect(mustFail(await host.clocks.advance(clockId, { to: AT - 1 })).code).toBe("conflict_error");
    expect(mustFail(await host.clocks.advance(clockId, { by: "-P1D" })).code).toBe("conflict_error");
    expect(mustFail(await host.clocks.advance(clockId, { by: "soon" })).code).toBe("request_parameters_invalid");
    expect(mustFail(await host.clocks.advance("real", { by: "P1D" })).code).toBe("conflict_error");
    expect(mustFail(await host.clocks.advance("none", { by: "P1D" })).code).toBe("resource_not_found");
  });

  test("law 4: a clock that runs follow stays until the last is deleted; then it is removed by hand", async () => {
    const { host } = workspace;
    const { id } = must(await host.clocks.create({ name: "shared", at: AT }));
    const runs = [
      await startSmall(host, {}, { clock: { virtual: id } }),
      await startSmall(host, {}, { clock: { virtual: id } }),
    ];
    expect(must(host.clocks.use(id)).instances).toBe(2);
    const used = mustFail(await host.clocks.remove(id));
    expect([used.code, used.message]).toEqual([
      "conflict_error",
      expect.stringMatching(/2 runs follow the clock “shared”/),
    ]);
    for (const run of runs) {
      must(await host.instances.cancel(run.id));
      must(await host.instances.trash(run.id));
      expect(mustFail(await host.clocks.remove(id)).code).toBe("conflict_error");
      must(await host.instances.remove(run.id));
    }
    expect(must(host.clocks.now(id))).toBe(AT);
    const moved = host.clocks.advance(id, { by: "P1D" });
    expect(must(await host.clocks.remove(id))).toBeNull();
    expect(must(await moved).now).toBe(AT + DAY);
    expect(host.clocks.page({}).items).toEqual([]);
    const errors = [
      mustFail(host.clocks.now(id)),
      mustFail(await host.clocks.advance(id, { by: "P1D" })),
      mustFail(await host.clocks.remove(id)),
    ];
    expect(errors.map(({ code }) => code)).toEqual(Array(3).fill("resource_not_found"));
  });

  test("law 4: a clock is renamed, and the real one is neither renamed nor removed", async () => {
    const { host } = workspace;
    const { id } = must(await host.clocks.create({ name: "first", at: AT }));
    must(await host.clocks.rename(id, "  second "));
    expect(must(host.clocks.use(id))).toMatchObject({ name: "second", now: AT, instances: 0 });
    for (const name of [" ", "x".repeat(101), "one\ntwo", "\u007f"]) {
      for (const answer of [await host.clocks.rename(id, name), await host.clocks.create({ name })])
        expect(mustFail<unknown>(answer).code).toBe("request_parameters_invalid");
      await expect(startSmall(host, {}, { clock: { virtual: "new", name } })).rejects.toThrow("A clock's name has");
    }
    expect(must(await host.clocks.create({ name: " third ", at: AT })).name).toBe("third");
    expect(mustFail(await host.clocks.rename("none", "x")).code).toBe("resource_not_found");
    for (const refused of [await host.clocks.rename("real", "x"), await host.clocks.remove("real")])
      expect(mustFail(refused).code).toBe("conflict_error");
  });

  test("law 4: the clock of a run or a fork whose title is long has a name as long as clocks' names may be", async () => {
    const { host } = workspace;
    for (const [start, shown] of [
      ["x".repeat(99), `${"x".repeat(99)}…`],
      [`${"x".repeat(98)}\u{1f58b}`, `${"x".repeat(98)}…`],
    ]) {
      const text = smallFlow({ documentId: await uploadPdf(host) }).replace(
        "title: Small",
        `title: ${start}${"y".repeat(300)}`,
      );
      const draft = must(await host.drafts.createFromText({ text }));
      const run = must(await host.drafts.start(draft.id, { clock: { virtual: "new", at: AT } }));
      const fork = must(await host.instances.fork(run.id, 1));
      for (const { clockId, begins } of [
        { clockId: run.clockId, begins: shown ?? "" },
        { clockId: fork.clockId, begins: "Fork of xxx" },
      ]) {
        const { name } = must(host.clocks.use(clockId));
        expect(name.startsWith(begins) && name.endsWith("…") && name.length <= 100, name).toBe(true);
        expect(must(await host.clocks.rename(clockId, name))).toBeNull();
      }
    }
  });

  test("law 4: a run takes the clock that it brought along with it, unless another run follows it", async () => {
    const { host } = workspace;
    const [alone, owner] = [await started(), await started()];
    const guest = await startSmall(host, {}, { clock: { virtual: owner.clockId } });
    for (const { id } of [alone, owner]) {
      must(await host.instances.cancel(id));
      must(await host.instances.trash(id));
      must(await host.instances.remove(id));
    }
    expect(host.clocks.page({}).items).toEqual([
      expect.objectContaining({ id: guest.clockId, name: guest.title, instances: 1 }),
    ]);
  });

  test("C6: an advance waits for effects under way; two at once run one after the other", async () => {
    const { host } = workspace;
    const { id, clockId } = await started();
    for (const participant of ["alice", "bob"]) {
      must(await host.participants.sign({ instanceId: id, participant, document: "contract" }));
    }
    const both = await Promise.all([
      host.clocks.advance(clockId, { by: "P1D" }),
      host.clocks.advance(clockId, { by: "P1D" }),
    ]);
    expect(both.map((result) => must(result).now)).toEqual([AT + DAY, AT + 2 * DAY]);
    const sealed = must(host.instances.history(id)).items.find(({ event }) => event.type === "document_sealed");
    expect(sealed?.at).toBe(AT);
    expect(must(host.instances.get(id)).status).toBe("completed");
  });

  test("C6: toNextDue goes to the next instant and no further", async () => {
    const { host } = workspace;
    const { clockId } = await started({ reminders: REMINDERS });
    expect(must(await host.clocks.advance(clockId, { toNextDue: true })).now).toBe(AT + 3 * DAY);
    expect(must(await host.clocks.advance(clockId, { toNextDue: true })).now).toBe(AT + 6 * DAY);
  });

  test("G9: a prolonged flow that had timed out goes on to its end", async () => {
    const { host } = workspace;
    const { id, clockId } = await started({ duration: 1 });
    must(await host.clocks.advance(clockId, { by: "P2D" }));
    const { timeoutAt } = must(await host.instances.prolong(id, 5));
    expect(timeoutAt).toBe(AT + 7 * DAY);
    await playAll(host, id);
    expect(must(host.instances.get(id)).status).toBe("completed");
  });
});

describe("the real clock", () => {
  let now = AT;
  let workspace: TestWorkspace;
  beforeEach(async () => {
    now = AT;
    workspace = await testWorkspace({ clockNow: () => now });
  });
  afterEach(() => workspace.dispose());

  test("C2: after a closed app missed repeats collapse into one, and the rhythm goes on", async () => {
    const { id } = await startSmall(workspace.host, { reminders: REMINDERS });
    await workspace.host.idle();
    now = AT + 10 * DAY;
    const host = await workspace.reopen();
    await host.idle();
    const reminders = host.mailbox.list({ instanceId: id }).items.filter(({ kind }) => kind === "reminder");
    expect(reminders.map(({ participant }) => participant).sort()).toEqual(["alice", "bob"]);
    const planned = must(host.instances.due(id)).filter(({ kind }) => kind === "reminder");
    expect(planned.map(({ at, participant }) => [participant, (at - AT) / DAY])).toEqual([
      ["alice", 12],
      ["bob", 12],
    ]);
  });

  test("C3: due work of a closed app runs at opening, in order, at its due instants", async () => {
    const { id, timeoutAt } = await startSmall(workspace.host, { duration: 2 });
    await workspace.host.idle();
    now = AT + 9 * DAY;
    const host = await workspace.reopen();
    await host.idle();
    const timedOut = must(host.instances.history(id)).items.find(({ event }) => event.type === "timed_out");
    expect(timedOut).toMatchObject({ at: timeoutAt, recorded: now, by: "clock" });
  });

  test("C3: on a virtual clock due work carries its due instant, and when it was recorded on the machine's", async () => {
    const { host } = workspace;
    const { id, clockId, timeoutAt } = await startSmall(host, { duration: 1 }, { clock: { virtual: "new", at: AT } });
    now = AT + 500 * DAY;
    must(await host.clocks.advance(clockId, { by: "P2D" }));
    const timedOut = must(host.instances.history(id)).items.find(({ event }) => event.type === "timed_out");
    expect(timedOut).toMatchObject({ at: timeoutAt, recorded: now, by: "clock" });
  });

  test("C5: a machine clock that is set back does not take an instance back", async () => {
    const { host } = workspace;
    const { id } = await startSmall(host);
    await host.idle();
    now = AT - DAY;
    must(await host.participants.sign({ instanceId: id, participant: "alice", document: "contract" }));
    const times = must(host.instances.history(id)).items.map(({ at }) => at);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });
});
