import { describe, expect, test } from "vitest";
import { must } from "../harness/workspace.ts";
import type { Asked } from "./fault-proxy.ts";
import { holding } from "./holding.ts";
import { REMOTES, type Rig } from "./rig.ts";
import { withFlow, withRun } from "./scene.ts";

const isLook = ({ method, path }: Asked) => method === "GET" && /\/(cases|instances)\/./.test(path);
const isCommand = ({ method, path }: Asked) => method !== "GET" && /\/(cases|instances)\/./.test(path);
const isStart = ({ method, path }: Asked) => method === "POST" && /\/launch$|\/flow\/instances$/.test(path);
const draftOf = ({ host }: Rig) => host.drafts.list({}).items.find(({ title }) => title === "Small")?.id ?? "";
const runs = (rig: Rig) => must(rig.host.sync.runs.list("Bank"));

describe.each(REMOTES)("Y11: on the remote %s, a run is forgotten at once, whatever is under way with it:", (name) => {
  test.each([
    ["a look", isLook, 0],
    ["a command", isCommand, 1],
  ] as const)("%s whose answer is kept no more; what waits behind it is not sent", async (_what, fits, sent) => {
    const { rig, key } = await withRun({ name });
    const { asked, letGo } = holding(rig, fits);
    const extending = rig.host.sync.runs.command("Bank", key, { kind: "prolong", days: 3 });
    await asked;
    const canceling = rig.host.sync.runs.command("Bank", key, { kind: "cancel" });
    await expect.poll(() => rig.run().commands.length).toBe(2);
    must(await rig.host.sync.runs.forget("Bank", key));
    expect(runs(rig)).toEqual([]);
    letGo();
    await Promise.all([extending, canceling]);
    await rig.sync();
    expect(runs(rig)).toEqual([]);
    expect(rig.proxy.asked.filter((line) => isCommand(parsed(line))).length).toBe(sent);
    await rig.reopen();
    expect(runs(rig)).toEqual([]);
  });

  test("and a command that is taken back while the look before it has no answer is not sent, either", async () => {
    const { rig, key } = await withRun({ name });
    const { asked, letGo } = holding(rig, isLook);
    const extending = rig.host.sync.runs.command("Bank", key, { kind: "prolong", days: 3 });
    await asked;
    must(await rig.host.sync.runs.clear("Bank", key, "waiting"));
    letGo();
    expect(must(await extending)).toMatchObject({ done: [], refused: [], perhaps: [], waits: null });
    expect(rig.proxy.asked.filter((line) => isCommand(parsed(line)))).toEqual([]);
  });

  test.each([
    ["a reminder that is taken back", "remind", "clear"],
    ["a reminder of a run that is forgotten", "remind", "forget"],
    ["an extension of a run that is forgotten", "prolong", "forget"],
  ] as const)("%s while it waits behind other requests is not sent, either", async (_what, kind, act) => {
    const { rig, key, id } = await withRun({ name });
    for (const _one of [1, 2, 3, 4, 5]) must(await rig.host.sync.runs.start("Bank", draftOf(rig)));
    rig.proxy.fault = () => "drop";
    const participants = rig.run().seen?.participants.map((one) => one.id) ?? [];
    const command = kind === "remind" ? { kind, participants } : { kind, days: 3 };
    expect(must(await rig.host.sync.runs.command("Bank", key, command)).waits).not.toBeNull();
    rig.proxy.fault = () => null;
    const held = new Set<string>();
    const free = Promise.withResolvers<void>();
    rig.proxy.meanwhile = async (asked) => {
      if (!isLook(asked) || asked.path.includes(id)) return;
      held.add(asked.path);
      await free.promise;
    };
    const before = rig.proxy.asked.length;
    const syncing = rig.sync();
    await expect.poll(() => held.size).toBe(4);
    must(
      await (act === "clear"
        ? rig.host.sync.runs.clear("Bank", key, "waiting")
        : rig.host.sync.runs.forget("Bank", key)),
    );
    rig.proxy.meanwhile = async () => undefined;
    free.resolve();
    expect((await syncing).done).toEqual([]);
    await rig.sync();
    expect(rig.proxy.asked.slice(before).filter((line) => isCommand(parsed(line)))).toEqual([]);
    expect(runs(rig).find((run) => run.key === key)?.commands ?? []).toEqual([]);
  });

  test("its start", async () => {
    const { rig, id } = await withFlow({ name });
    const { asked, letGo } = holding(rig, isStart);
    const starting = rig.host.sync.runs.start("Bank", id);
    await asked;
    must(await rig.host.sync.runs.forget("Bank", rig.run().key));
    letGo();
    must(await starting);
    expect(runs(rig)).toEqual([]);
  });

  test("its start, which does not go out once more after the pause that the service asked for", async () => {
    const { rig, id } = await withFlow({ name });
    let forgetting: Promise<unknown> | null = null;
    rig.proxy.fault = (asked) => {
      if (!isStart(asked) || forgetting !== null) return null;
      forgetting = rig.host.sync.runs.forget("Bank", rig.run().key);
      return { status: 429, retryAfter: "5" };
    };
    const report = must(await rig.host.sync.runs.start("Bank", id));
    await forgetting;
    expect(report).toMatchObject({ done: [], refused: [], perhaps: [], failed: null, unreachable: null });
    expect([runs(rig), rig.proxy.asked.filter((line) => isStart(parsed(line))).length]).toEqual([[], 1]);
  });
});

function parsed(line: string): Asked {
  const [method = "", path = ""] = line.split(" ");
  return { method, path, headers: {}, body: Buffer.alloc(0) };
}
