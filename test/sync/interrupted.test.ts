import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test, vi } from "vitest";
import { countersign, finished, startCommand } from "../harness/command.ts";
import { must } from "../harness/workspace.ts";
import type { Asked } from "./fault-proxy.ts";
import { holding } from "./holding.ts";
import { openRig, type Rig, TEXT } from "./rig.ts";
import { withFlow, withRun } from "./scene.ts";

/** A command as a process of its own, to which Ctrl-C comes while an answer is waited for. */
async function interrupted(rig: Rig, fits: (asked: Asked) => boolean, ...args: string[]) {
  await rig.host.close();
  const { asked, letGo } = holding(rig, fits);
  const child = startCommand([...args, "--workspace", rig.workspace.dir]);
  const ended = finished(child);
  await asked;
  child.kill("SIGINT");
  const done = await ended;
  letGo();
  return done;
}
const onBank = ["--account", "Bank"];
const all = () => true;

describe("Y11: Ctrl-C", () => {
  test("at a command of a run says that it is kept, and how it is taken back; asked for again, it waits already", async () => {
    const { rig, id } = await withRun();
    const back = `\`countersign remote clear ${id} --waiting\` takes it back.`;
    const { code, out, err } = await interrupted(rig, all, "remote", "remind", id, ...onBank);
    expect(code).toBe(130);
    expect(err).toBe("Canceling… Press Ctrl-C again to end at once.\n");
    expect(out).toContain("  Canceled before its end.\n");
    expect(out).toContain(`  Your command waits, and goes out with the next sync that reaches the service. ${back}\n`);
    const again = await countersign(["remote", "remind", id, ...onBank, "--workspace", rig.workspace.dir]);
    expect(again).toMatchObject({
      ...{ code: 4, out: "" },
      err: `This is waiting already, and is sent when the service is reached. ${back}\n`,
    });
    const synced = await countersign(["sync", "--workspace", rig.workspace.dir]);
    expect(synced).toMatchObject({ code: 0, out: expect.stringContaining("Done: remind participants") });
  });

  test("at a start that has gone out says that it was perhaps taken, also as JSON", async () => {
    const { rig } = await withFlow();
    const isStart = ({ method, path: at }: Asked) => method === "POST" && at === "/flow/instances";
    const { code, out } = await interrupted(rig, isStart, "remote", "start", "Small", ...onBank, "--json");
    expect(code).toBe(130);
    expect(JSON.parse(out)).toMatchObject({
      canceled: true,
      perhaps: [{ why: expect.stringContaining("got no answer") }],
    });
  });

  test("that comes twice at once, as npx hands it on, is one", async () => {
    const { rig } = await withFlow();
    await rig.host.close();
    const { asked } = holding(rig, ({ method, path: at }) => method === "POST" && at === "/flow/instances");
    const child = startCommand(["remote", "start", "Small", ...onBank, "--workspace", rig.workspace.dir]);
    child.stderr?.on("data", (chunk: Buffer) => {
      if (chunk.toString().includes("Canceling")) child.kill("SIGINT");
    });
    const ended = finished(child);
    await asked;
    child.kill("SIGINT");
    const { code, out } = await ended;
    expect([code, out]).toEqual([130, expect.stringContaining("  Canceled before its end.\n")]);
  });

  test("at a sync ends it, and no other account is synced", async () => {
    const rig = await openRig();
    await rig.draft(TEXT);
    const { code, out } = await interrupted(rig, all, "sync");
    expect([code, out]).toEqual([130, expect.stringContaining("  Canceled before its end.\n")]);
  });

  test("at a check of an account says that it was canceled", async () => {
    const rig = await openRig();
    const { code, out, err } = await interrupted(rig, all, "account", "check", "Bank");
    expect([code, out, err]).toEqual([130, "", expect.stringContaining("It was canceled.\n")]);
  });

  test("at an account that is being added ends that, too", async () => {
    const rig = await openRig();
    must(await rig.host.sync.remove("Bank", "keep"));
    const file = path.join(rig.workspace.dir, "credentials.json");
    writeFileSync(file, JSON.stringify(rig.remote.credentials), { mode: 0o600 });
    const given = ["--url", rig.proxy.url, "--credentials", file];
    const { code, out, err } = await interrupted(rig, all, "account", "add", "Two", ...given);
    expect([code, out, err]).toEqual([130, "", expect.stringContaining("It was canceled.\n")]);
  });
});

test.each<[string, (rig: Rig, file: string) => readonly string[]]>([
  ["a command of a run", (rig) => ["remote", "remind", rig.run().id ?? "", ...onBank]],
  ["a check of an account", () => ["account", "check", "Bank"]],
  ["an account that is added", (rig, file) => ["account", "add", "Two", "--url", rig.proxy.url, "--credentials", file]],
])("Y14: in a terminal, it is said after two seconds that an answer is waited for, by %s", async (_what, argsOf) => {
  const { rig } = await withRun();
  const file = path.join(rig.workspace.dir, "credentials.json");
  writeFileSync(file, JSON.stringify(rig.remote.credentials), { mode: 0o600 });
  const args = argsOf(rig, file);
  if (args.includes("add")) must(await rig.host.sync.remove("Bank", "keep"));
  await rig.host.close();
  const { letGo } = holding(rig, all);
  const later = globalThis.setTimeout;
  // What is told after two seconds is told at once, and only then the answer comes.
  const hurried = (call: () => void, milliseconds?: number) =>
    milliseconds === 2_000
      ? later(() => {
          call();
          letGo();
        }, 0)
      : later(call, milliseconds);
  const timers = vi.spyOn(globalThis, "setTimeout").mockImplementation(hurried as typeof setTimeout);
  const done = await countersign([...args, "--workspace", rig.workspace.dir], { isTerminal: true });
  timers.mockRestore();
  expect(done).toMatchObject({
    code: 0,
    err: expect.stringMatching(/^Waiting for an answer from 127\.0\.0\.1:\d+…\n$/),
  });
});
