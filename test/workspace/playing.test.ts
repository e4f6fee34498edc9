import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Change, Script } from "../../src-main/host/types.ts";
import { AT, DAY, playAll, startSmall } from "../fixtures/small-flow.ts";
import { must, mustFail, type TestWorkspace, testWorkspace } from "../harness/workspace.ts";

const HOUR = 3_600_000;
const REMINDERS = `  automatic-reminders:
    - methods: { email: invitation }
      date: { type: relative, days_delay: 1, repeat: periodically }`;

/** Wall time, which the tests move by hand; the steps themselves come from real timers. */
let wall: number;
let workspace: TestWorkspace;
beforeEach(async () => {
  wall = AT;
  workspace = await testWorkspace({ clockNow: () => wall });
});
afterEach(() => workspace.dispose());

const started = (flow = {}, follows?: Script) =>
  startSmall(workspace.host, flow, { clock: { virtual: "new", at: AT }, ...(follows && { follows }) });
const now = (clockId: string) => must(workspace.host.clocks.now(clockId));

/** The next changes of a clock, until `enough` says so. */
function heard(clockId: string, enough: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = workspace.host.changes(({ kind, id }: Change) => {
      if (kind !== "clock" || id !== clockId || !enough()) return;
      stop();
      resolve();
    });
  });
}

describe("C5, C6: a playing clock", () => {
  test("goes on by wall time times its speed, exactly, and what falls due runs at its instant", async () => {
    const { host } = workspace;
    const { id, clockId } = await started({ reminders: REMINDERS });
    await host.idle();
    must(host.clocks.play(clockId, 86_400));
    expect(host.clocks.speed(clockId)).toBe(86_400);
    for (let step = 1; step <= 3; step += 1) {
      wall += 500;
      await heard(clockId, () => now(clockId) === AT + (step * DAY) / 2);
    }
    must(host.clocks.pause(clockId));
    expect(host.clocks.speed(clockId)).toBeNull();
    await host.idle();
    const reminders = host.mailbox.list({ instanceId: id }).items.filter(({ kind }) => kind === "reminder");
    expect(reminders.map(({ sentAt }) => sentAt - AT)).toEqual([DAY, DAY]);
  });

  test("a machine that slept, or was held up, does not make it leap", async () => {
    const { clockId } = await started();
    must(workspace.host.clocks.play(clockId, 3_600));
    wall += 8 * HOUR;
    await heard(clockId, () => now(clockId) > AT);
    expect(now(clockId)).toBe(AT + HOUR);
    // A wall clock that is set back is no time passed.
    wall -= HOUR;
    const jumped = must(await workspace.host.clocks.advance(clockId, { by: "PT1H" }));
    expect(jumped.now).toBe(AT + 2 * HOUR);
  });

  test("a jump while it plays counts, and playing goes on from there", async () => {
    const { clockId } = await started();
    must(workspace.host.clocks.play(clockId, 60));
    must(await workspace.host.clocks.advance(clockId, { by: "P1D" }));
    wall += 1000;
    await heard(clockId, () => now(clockId) > AT + DAY);
    expect(now(clockId)).toBe(AT + DAY + 60_000);
  });

  test("it stops by itself when nothing but retention is still to come, before retention throws the run away", async () => {
    const { host } = workspace;
    must(await host.folders.setRetention("home", { trash_completed: 1 }));
    const { id, clockId } = await started();
    must(host.clocks.play(clockId, 604_800));
    const stopped = heard(clockId, () => host.clocks.speed(clockId) === null);
    await playAll(host, id);
    await stopped;
    expect(must(host.instances.get(id))).toMatchObject({ status: "completed", trashed: false });
    expect(mustFail(host.clocks.play(clockId, 60)).code).toBe("conflict_error");
  });

  test("a closed app plays nothing: the next opening finds it where it stood", async () => {
    const { clockId } = await started();
    must(workspace.host.clocks.play(clockId, 60));
    wall += 1000;
    await heard(clockId, () => now(clockId) === AT + 60_000);
    const host = await workspace.reopen();
    wall += DAY;
    expect(host.clocks.speed(clockId)).toBeNull();
    expect(must(host.clocks.now(clockId))).toBe(AT + 60_000);
  });

  test("a run that follows steps leaves its waits to a clock that plays, at its speed, and jumps over them on one that stands", async () => {
    const { host } = workspace;
    const steps = [{ wait: "1 days" }, { wait: "6 hours" }, { wait: "2 hours" }, "time-out"];
    const { id, clockId } = await started({}, { title: "Waits", steps });
    const next = async (at: number, pace: "clock" | "at once" = "clock") => must(await host.plays.next(id, at, pace));
    must(host.clocks.play(clockId, 86_400));
    expect(await next(0)).toMatchObject({ done: 0, waitsUntil: AT + DAY });
    wall += 500;
    await heard(clockId, () => now(clockId) === AT + DAY / 2);
    // Paused, the wait goes on once the clock does.
    must(host.clocks.pause(clockId));
    expect(await next(0)).toMatchObject({ done: 0, waitsUntil: AT + DAY });
    expect(must(host.plays.following(id))).toMatchObject({ done: 0, waitsUntil: AT + DAY });
    must(host.clocks.play(clockId, 86_400));
    wall += 500;
    await heard(clockId, () => now(clockId) === AT + DAY);
    expect(await next(0)).toMatchObject({ done: 1, waitsUntil: null });
    expect(now(clockId)).toBe(AT + DAY);
    // The author who asks for the next step does not wait: it ends where it would have.
    expect(await next(1)).toMatchObject({ done: 1, waitsUntil: AT + DAY + 6 * HOUR });
    expect(await next(1, "at once")).toMatchObject({ done: 2, waitsUntil: null });
    expect(now(clockId)).toBe(AT + DAY + 6 * HOUR);
    must(host.clocks.pause(clockId));
    expect(await next(2)).toMatchObject({ done: 3, waitsUntil: null });
    expect(now(clockId)).toBe(AT + DAY + 8 * HOUR);
    must(host.clocks.play(clockId, 604_800));
    expect(await next(3)).toMatchObject({ done: 3, waitsUntil: must(host.instances.get(id)).timeoutAt });
    expect(await next(3, "at once")).toMatchObject({ done: 4, waitsUntil: null });
    expect(must(host.instances.get(id)).status).toBe("timed_out");
  });

  test("in a run that follows steps nobody acts before they have seen their message, by the rules of delivery", async () => {
    const { host } = workspace;
    const rule = { address: "bob@example.test", effect: { kind: "click", minutes: 120 } } as const;
    must(await host.mailbox.setRules([rule]));
    const steps = ["alice signs contract", "bob signs contract", { expect: "completed" }];
    const { id, clockId } = await started({}, { title: "Late", steps });
    await host.idle();
    must(await host.plays.next(id, 0));
    expect(now(clockId)).toBe(AT);
    must(host.clocks.play(clockId, 3_600));
    expect(must(await host.plays.next(id, 1, "clock"))).toMatchObject({ done: 1, waitsUntil: AT + 2 * HOUR });
    must(host.clocks.pause(clockId));
    expect(must(await host.plays.next(id, 1))).toMatchObject({ done: 2, stopped: null });
    expect(now(clockId)).toBe(AT + 2 * HOUR);
    expect(must(await host.plays.next(id, 2))).toMatchObject({ done: 3, stopped: null });
    must(await host.mailbox.setRules([]));
  });

  test("an act that is played for everybody waits too until its person has seen their message, one by hand does not", async () => {
    const { host } = workspace;
    const rule = { address: "bob@example.test", effect: { kind: "read", minutes: 120 } } as const;
    must(await host.mailbox.setRules([rule]));
    const [played, byHand] = [await started(), await started()];
    await host.idle();
    must(await host.plays.act(played.id, "alice signs contract", null, "once seen"));
    expect(now(played.clockId)).toBe(AT);
    must(await host.plays.act(played.id, "bob signs contract", null, "once seen"));
    expect(now(played.clockId)).toBe(AT + 2 * HOUR);
    must(await host.plays.act(byHand.id, "alice signs contract"));
    must(await host.plays.act(byHand.id, "bob signs contract"));
    expect(now(byHand.clockId)).toBe(AT);
    must(await host.mailbox.setRules([]));
  });

  test("whoever's message is late is waited for, and nobody is played whose only message bounced: it says why", async () => {
    const { host } = workspace;
    must(
      await host.mailbox.setRules([
        { address: "bob@example.test", effect: { kind: "delay", minutes: 180 } },
        { address: "alice@example.test", effect: { kind: "bounce", reason: "Mailbox full" } },
      ]),
    );
    const { id, clockId } = await started();
    await host.idle();
    expect(mustFail(await host.plays.act(id, "alice signs contract", null, "once seen"))).toMatchObject({
      code: "conflict_error",
      message: expect.stringMatching(/^No message to alice was delivered \(Mailbox full\), so they know of nothing\./),
    });
    must(await host.plays.act(id, "bob signs contract", null, "once seen"));
    expect(now(clockId)).toBe(AT + 3 * HOUR);
    must(await host.plays.act(id, "alice signs contract"));
    must(await host.mailbox.setRules([]));
  });

  test("the real clock is never played, and a speed is a whole number", async () => {
    const { clocks } = workspace.host;
    const { clockId } = await started();
    expect(mustFail(clocks.play("real", 60)).code).toBe("conflict_error");
    expect(mustFail(clocks.play("none", 60)).code).toBe("resource_not_found");
    expect(mustFail(clocks.pause("none")).code).toBe("resource_not_found");
    for (const speed of [0, -1, 1.5, 604_801, Number.NaN])
      expect(mustFail(clocks.play(clockId, speed)).code).toBe("request_parameters_invalid");
  });
});
