import { describe, expect, test, vi } from "vitest";
import { startService } from "../../src-main/service/index.ts";
import { must } from "../harness/workspace.ts";
import type { Asked } from "./fault-proxy.ts";
import { holding } from "./holding.ts";
import { openRig, REMOTES, type Rig } from "./rig.ts";
import { withFlow, withRun } from "./scene.ts";

const SOON = { timeout: 20_000 };
const MINUTE = 60_000;
const isStart = ({ method, path }: Asked) => method === "POST" && /\/launch$|\/flow\/instances$/.test(path);
const secretOf = async (rig: Rig) => must(await rig.host.sync.callbackSecret("Bank"));
const call = async (rig: Rig, body: unknown) => rig.host.sync.received(await secretOf(rig), body);

describe.each(REMOTES)("on the remote %s", (name) => {
  test("Y13: a callback that names a run is followed by a look at it", async () => {
    const { rig, id } = await withRun({ name });
    must(await rig.remote.host.instances.cancel(id));
    expect(rig.run().seen?.status).toBe("in_progress");
    expect(await call(rig, { kind: "moved", about: { case: id } })).toBe(true);
    await vi.waitFor(() => expect(rig.run().seen?.status).toBe("canceled"), SOON);
  });

  test("Y10, Y13: a callback says the id of a start that waits for it", async () => {
    const { rig, id, key } = await withFlow({ name });
    await rig.crash(isStart, true, async () => void (await rig.host.sync.runs.start("Bank", id)));
    rig.ahead += 20 * MINUTE;
    await rig.sync();
    expect(rig.run().id).toBeNull();
    const there = rig.remote.host.instances.list({}).items[0]?.id ?? "";
    await call(rig, { flow_instance_id: there, event: "completed" });
    await vi.waitFor(() => expect(rig.run()).toMatchObject({ id: there, draft: key, state: "up_to_date" }), SOON);
  });
});

test("Y10, Y13: callbacks of a known run and of an unknown start are told apart, also while the service is away", async () => {
  const rig = await openRig();
  const known = await rig.started("Known");
  const { id } = await rig.flow("Lost");
  await rig.crash(isStart, true, async () => void (await rig.host.sync.runs.start("Bank", id)));
  rig.ahead += 20 * MINUTE;
  await rig.sync();
  const lost = rig.remote.host.instances.list({}).items.find((run) => run.id !== known.id)?.id ?? "";
  await call(rig, { flow_instance_id: known.id });
  await call(rig, { flow_instance_id: lost });
  await vi.waitFor(() => expect(rig.run()).toMatchObject({ id: lost, title: "Lost" }), SOON);
});

test("Y10: a callback whose look is canceled is looked after again, where a start waits for its id", async () => {
  const { rig, id } = await withFlow();
  await rig.crash(isStart, true, async () => void (await rig.host.sync.runs.start("Bank", id)));
  const there = rig.remote.host.instances.list({}).items[0]?.id ?? "";
  const { asked, noMore } = holding(rig, ({ method }) => method === "GET");
  await call(rig, { flow_instance_id: there });
  await asked;
  const planned = vi.spyOn(globalThis, "setTimeout");
  const again = () => planned.mock.calls.filter(([, milliseconds]) => milliseconds === MINUTE);
  must(rig.host.sync.cancel("Bank"));
  await vi.waitFor(() => expect(again().length).toBe(1), SOON);
  noMore();
  const [look] = again()[0] ?? [];
  if (typeof look === "function") look();
  await vi.waitFor(() => expect(rig.run().id).toBe(there), SOON);
  // The timer that was played by hand fires on its own, too, and finds the workspace closed.
  await rig.host.close();
  expect(look).not.toThrow();
});

test("Y13: a callback whose look the end of the workspace cuts plans nothing any more", async () => {
  const { rig, id } = await withFlow();
  await rig.crash(isStart, true, async () => void (await rig.host.sync.runs.start("Bank", id)));
  const there = rig.remote.host.instances.list({}).items[0]?.id ?? "";
  const { asked } = holding(rig, ({ method }) => method === "GET");
  await call(rig, { flow_instance_id: there });
  await asked;
  const planned = vi.spyOn(globalThis, "setTimeout");
  await rig.host.close();
  expect(planned.mock.calls.filter(([, milliseconds]) => milliseconds === MINUTE)).toEqual([]);
});

test("Y13: a crowd of callbacks is one look, and what they say is not relied on", async () => {
  const { rig, id } = await withRun();
  const asked = rig.proxy.asked.length;
  for (let times = 0; times < 200; times += 1) await call(rig, { flow_instance_id: id, status: "completed" });
  const looks = () => rig.proxy.asked.slice(asked).filter((line) => line.includes(`/instances/${id}`)).length;
  await vi.waitFor(() => expect(looks()).toBeGreaterThan(0), SOON);
  await vi.waitFor(() => expect(rig.host.sync.accounts()[0]?.activity.running).toBe(false), SOON);
  expect([looks(), rig.run().seen?.status]).toEqual([1, "in_progress"]);
});

test("Y13: another account's run, and a body that is none, lead to nothing", async () => {
  const { rig, id } = await withRun();
  const deep = JSON.parse(`${"[".repeat(5_000)}${"]".repeat(5_000)}`) as unknown;
  const bodies = [null, "text", 7, deep, { id: "../../secret" }, Array(50_000).fill({ id: "x" }), { id: 123_456 }];
  for (const body of bodies) expect(await call(rig, body)).toBe(true);
  expect(rig.host.sync.received("", { id })).toBe(false);
  expect(rig.host.sync.received("guessed", { id })).toBe(false);
  must(await rig.host.sync.remove("Bank", "keep"));
  expect(rig.host.sync.accounts()).toEqual([]);
});

test("Y13: the local service takes a callback at its secret address alone", async () => {
  const { rig, id } = await withRun();
  const service = await startService({ host: rig.host, port: 0, log: () => undefined });
  const post = (secret: string, headers: Record<string, string> = {}) =>
    fetch(`${service.baseUrl}/local/account-callbacks/${secret}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ flow_instance_id: id }),
    });
  const secret = await secretOf(rig);
  expect(await secretOf(rig)).toBe(secret);
  must(await rig.remote.host.instances.cancel(id));
  const answers = [await post("guessed"), await post(secret, { origin: "https://evil.example" }), await post(secret)];
  expect(answers.map(({ status }) => status)).toEqual([404, 403, 204]);
  await vi.waitFor(() => expect(rig.run().seen?.status).toBe("canceled"), SOON);
  await service.close();
});
