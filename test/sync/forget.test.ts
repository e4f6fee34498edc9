import { describe, expect, test } from "vitest";
import { must } from "../harness/workspace.ts";
import type { Asked } from "./fault-proxy.ts";
import { holding } from "./holding.ts";
import { REMOTES, type Rig } from "./rig.ts";
import { withFlow, withRun } from "./scene.ts";

const isLook = ({ method, path }: Asked) => method === "GET" && /\/(cases|instances)\/./.test(path);
const isCommand = ({ method, path }: Asked) => method !== "GET" && /\/(cases|instances)\/./.test(path);
const isStart = ({ method, path }: Asked) => method === "POST" && /\/launch$|\/flow\/instances$/.test(path);
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
});

function parsed(line: string): Asked {
  const [method = "", path = ""] = line.split(" ");
  return { method, path, headers: {}, body: Buffer.alloc(0) };
}
