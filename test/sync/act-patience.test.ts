import { describe, expect, test } from "vitest";
import type { Result, SyncReport } from "../../src-main/host/types.ts";
import type { InstanceCommand } from "../../src-shared/sync/index.ts";
import { playAll } from "../fixtures/small-flow.ts";
import { must, mustFail } from "../harness/workspace.ts";
import type { Asked } from "./fault-proxy.ts";
import { holding } from "./holding.ts";
import { openRig, type Rig, TEXT } from "./rig.ts";
import { withRun } from "./scene.ts";

const PATIENCE = 1_000;
const POLICY = { trash_completed: 90, trash_failed: null, trash_timed_out: null, delete_trashed: null };
const isLook = ({ method }: Asked) => method === "GET";
const isWrite = ({ method }: Asked) => method !== "GET";
const EXTEND = { kind: "prolong", days: 3 } as const;

const BEHIND = /^Earlier work with “Bank” has not ended: this waits under Commands/;

type Act = () => Promise<Result<SyncReport>>;
type Case = { readonly rig: Rig; readonly act: Act };
const WAITING = { patience: PATIENCE, grace: 50 };
async function commanding(): Promise<Case> {
  const { rig, key } = await withRun(WAITING);
  return { rig, act: () => rig.host.sync.runs.command("Bank", key, EXTEND) };
}
async function setting(): Promise<Case> {
  const rig = await openRig(WAITING);
  return { rig, act: () => rig.host.sync.setRetention("Bank", POLICY) };
}
async function publishing(): Promise<Case> {
  const calls = { drafts: null, draft: null, changeDraft: null, removeDraft: null };
  const rig = await openRig({ dialect: { name: "publish", calls }, ...WAITING });
  const { id } = must(await rig.host.drafts.createFromText({ text: TEXT }));
  return { rig, act: () => rig.host.sync.publish("Bank", id) };
}
/** What an author asks an account for, and waits for. */
const cases = [
  ["a command", commanding],
  ["a change of the data retention", setting],
  ["a publishing", publishing],
] as const;

describe.each(cases)("Y10, Y11: whoever asks an account for %s", (what, open) => {
  test("waits no longer than there is hope; what is perhaps there is kept and told", async () => {
    const { rig, act } = await open();
    const { noMore } = holding(rig, isWrite);
    expect(must(await act())).toMatchObject({
      ...{ canceled: false, unreachable: null, done: [], pushed: [], refused: [] },
      perhaps: [{ why: expect.stringMatching(/had answered|^It got no answer/) }],
    });
    noMore();
    const before = rig.proxy.asked.length;
    await rig.sync();
    expect(rig.proxy.asked.slice(before).filter((asked) => !asked.startsWith("GET "))).toEqual([]);
  });

  test("hears that nothing was sent, where the service did not answer before", async () => {
    const { rig, act } = await open();
    const { noMore } = holding(rig, isLook);
    const report = must(await act());
    expect(report).toMatchObject({
      ...{ canceled: false, done: [], pushed: [], refused: [], perhaps: [] },
      unreachable: expect.stringMatching(/“Bank” has not answered for 1 seconds?/),
    });
    expect(rig.proxy.asked.at(-1)).toMatch(/^GET/);
    noMore();
    // What waits in the outbox goes out with the next sync; what was not kept does not.
    const { done } = await rig.sync();
    expect(done.length).toBe(what === "a publishing" ? 0 : 1);
  });

  test("hears that earlier work is under way, where that does not end", async () => {
    const { rig, act } = await open();
    const { asked, letGo } = holding(rig, isLook);
    const syncing = rig.sync();
    await asked;
    const before = rig.proxy.asked.length;
    const writes = () => rig.proxy.asked.slice(before).filter((asked) => !asked.startsWith("GET "));
    if (what === "a command") {
      expect(must(await act())).toMatchObject({ done: [], canceled: false, waits: expect.stringMatching(BEHIND) });
      expect(rig.run().commands).toMatchObject([{ state: "waiting" }]);
      letGo();
      // Once its turn comes it goes out, though nobody waits for it any more.
      await expect.poll(() => rig.run().commands).toMatchObject([{ state: "done" }]);
    } else {
      expect(mustFail(await act()).message).toMatch(/^Nothing was sent: earlier work with “Bank” has not ended/);
      letGo();
    }
    await syncing;
    await rig.sync();
    expect(writes().length).toBe(what === "a command" ? 1 : 0);
  });
});

describe("Y11: a command that is asked for while earlier work with the account is under way", () => {
  /** The work, held at its first look, and a command behind it. */
  async function behind(...commands: InstanceCommand[]) {
    const { rig, id, key } = await withRun();
    const held = holding(rig, isLook);
    const syncing = rig.sync();
    await held.asked;
    const asking = commands.map((command) => rig.host.sync.runs.command("Bank", key, command));
    await expect.poll(() => rig.run().commands.map(({ state }) => state)).toEqual(commands.map(() => "waiting"));
    const before = rig.proxy.asked.length;
    const writes = () => rig.proxy.asked.slice(before).filter((asked) => !asked.startsWith("GET "));
    const ended = async () => {
      held.letGo();
      await syncing;
      return Promise.all(asking);
    };
    return { rig, id, key, held, ended, writes };
  }

  test("is in the outbox at once, also after the end of the program", async () => {
    const { rig, held } = await behind(EXTEND);
    const restart = await rig.backup();
    held.noMore();
    await restart();
    expect(rig.run().commands).toMatchObject([{ command: EXTEND, state: "waiting" }]);
    expect((await rig.sync()).done.length).toBe(1);
  });

  test("is told as done to whoever waits for it, also where the earlier work has sent it", async () => {
    const { rig, ended, writes } = await behind(EXTEND, { kind: "prolong", days: 2 });
    const reports = (await ended()).map(must);
    expect(reports.map(({ done, waits }) => [done.length, waits])).toEqual([
      [1, null],
      [1, null],
    ]);
    expect(writes().length).toBe(2);
    expect(rig.run().commands.map(({ state }) => state)).toEqual(["done", "done"]);
  });

  test("is taken back at once, and is not sent then", async () => {
    const { rig, key, ended, writes } = await behind({ kind: "cancel" });
    const [command] = rig.run().commands;
    must(await rig.host.sync.runs.clear("Bank", key, command?.key));
    expect(rig.run().commands).toEqual([]);
    expect((await ended()).map(must)[0]).toMatchObject({ done: [], refused: [], waits: null });
    expect([writes(), rig.run().seen?.status]).toEqual([[], "in_progress"]);
  });

  test("is not put there twice, save an extension", async () => {
    const { rig, key, ended, writes } = await behind({ kind: "cancel" });
    expect(mustFail(await rig.host.sync.runs.command("Bank", key, { kind: "cancel" })).message).toMatch(
      /is waiting already/,
    );
    await ended();
    expect(writes().length).toBe(1);
  });

  test("counts an extension from the last look before it was asked for", async () => {
    const { rig, id, ended, writes } = await behind(EXTEND);
    must(await rig.remote.host.instances.prolong(id, EXTEND.days));
    const [report] = (await ended()).map(must);
    expect([report?.done.length, writes()]).toEqual([1, []]);
  });
});

describe("Y10, Y12: whoever takes up a run of an account", () => {
  test("waits no longer than there is hope, and hears it, also of earlier work", async () => {
    const { rig, id, key } = await withRun(WAITING);
    must(await rig.host.sync.runs.forget("Bank", key));
    const { asked, letGo } = holding(rig, isLook);
    expect(mustFail(await rig.host.sync.runs.adopt("Bank", id))).toMatchObject({
      message: expect.stringMatching(/“Bank” has not answered for 1 seconds?/),
      details: { offline: true },
    });
    const syncing = rig.sync();
    await asked;
    expect(mustFail(await rig.host.sync.runs.adopt("Bank", id)).message).toMatch(/^Nothing was sent: earlier work/);
    letGo();
    await syncing;
    expect(must(await rig.host.sync.runs.adopt("Bank", id)).id).toBe(id);
  });

  test("does not wait for its sealed documents: once it was looked at, it is taken up", async () => {
    const { rig, id, key } = await withRun(WAITING);
    must(await rig.host.sync.runs.forget("Bank", key));
    await playAll(rig.remote.host, id);
    holding(rig, ({ path }) => /\/files\//.test(path));
    expect(must(await rig.host.sync.runs.adopt("Bank", id)).seen?.status).toBe("completed");
  });
});
