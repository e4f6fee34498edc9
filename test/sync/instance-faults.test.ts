import { describe, expect, test, vi } from "vitest";
import { remoteRunHandlers } from "../../src-main/bridge/handlers/remote-runs.ts";
import { reportInWords } from "../../src-main/cli/remotes/report.ts";
import type { Result } from "../../src-main/host/index.ts";
import type { InstanceCommand } from "../../src-shared/sync/index.ts";
import { must, mustFail } from "../harness/workspace.ts";
import type { Asked, FAULTS } from "./fault-proxy.ts";
import { EMPTY, faultsOn, openRig, REMOTES, type Rig } from "./rig.ts";
import { withFlow, withRun } from "./scene.ts";

const DAY = 86_400_000;
const MINUTE = 60_000;
const SOON = { timeout: 15_000, interval: 50 };
const isStart = ({ method, path }: Asked) => method === "POST" && /\/launch$|\/flow\/instances$/.test(path);
const isCommand = ({ method, path }: Asked) => method !== "GET" && /\/(cases|instances)\/./.test(path);
const runsThere = (rig: Rig) => rig.remote.host.instances.list({}).items;
const start = async (rig: Rig, id: string) => must(await rig.host.sync.runs.start("Bank", id));
const command = async (rig: Rig, given: InstanceCommand) =>
  must(await rig.host.sync.runs.command("Bank", rig.run().key, given));
const once = (rig: Rig, fits: (asked: Asked) => boolean, fault: (typeof FAULTS)[number][1]) => {
  let faults = 0;
  rig.proxy.fault = (asked) => (fits(asked) && faults++ < 1 ? fault : null);
};

describe.each(REMOTES)("on the remote %s", (name) => {
  test("Y11: a command that the service answers with 404, while the run is there, is refused with that answer", async () => {
    const { rig } = await withRun({ name });
    rig.proxy.fault = (asked) => (isCommand(asked) ? { status: 404 } : null);
    const why = expect.stringMatching(/^(POST|PUT) \S+ was answered with 404/);
    expect(await command(rig, { kind: "prolong", days: 3 })).toMatchObject({ refused: [{ why }] });
    expect(rig.run().commands.map(({ state }) => state)).toEqual(["refused"]);
  });

  test.each(faultsOn(name))("Y10: a start is made once, and never lost, by %s", async (_what, fault) => {
    const { rig, id, key } = await withFlow({ name });
    once(rig, isStart, fault);
    await start(rig, id);
    rig.proxy.fault = () => null;
    await rig.sync();
    rig.ahead += 20 * MINUTE;
    await rig.sync();
    const there = runsThere(rig).map((run) => run.id);
    const known = must(rig.host.sync.runs.list("Bank"));
    if (fault === "redirect") return expect([there, known]).toEqual([[], []]);
    expect(there.length).toBe(1);
    expect(known.length).toBe(1);
    if (known[0]?.id === null) {
      expect(known[0].state).toMatch(/^(id_unknown|perhaps_started)$/);
      expect(await rig.sync()).toMatchObject({ perhaps: [{ what: "run “Small”" }] });
      // Its documents are the start's: so it is this one.
      must(await rig.host.sync.runs.adopt("Bank", there[0] ?? ""));
    }
    expect(must(rig.host.sync.runs.list("Bank"))).toMatchObject([{ id: there[0], draft: key, state: "up_to_date" }]);
    expect(await rig.sync()).toMatchObject(EMPTY);
  });

  test("Y10: a run that was started stays known where the look after it fails", async () => {
    const { rig, id } = await withFlow({ name });
    rig.proxy.fault = ({ method, path }) =>
      method === "GET" && /\/(cases|instances)\//.test(path) ? { status: 500 } : null;
    await start(rig, id);
    expect(rig.run()).toMatchObject({ id: runsThere(rig)[0]?.id, state: "up_to_date" });
    rig.proxy.fault = () => null;
    await rig.sync();
    expect(runsThere(rig).length).toBe(1);
    expect(rig.run().seen?.status).toBe("in_progress");
  });

  test.each([true, false])("Y10: after a crash in a start that arrived: %s, it is made once", async (arrives) => {
    const { rig, id } = await withFlow({ name });
    await rig.crash(isStart, arrives, () => start(rig, id));
    expect(rig.run().state).toBe("starting");
    await rig.sync();
    expect(runsThere(rig).length).toBe(1);
    const state = arrives ? (name === "sparse" ? "perhaps_started" : "id_unknown") : "up_to_date";
    expect(rig.run().state).toBe(state);
  });

  test("Y16: of a request without an answer when the program ended, the next says so", async () => {
    const { rig, id } = await withFlow({ name });
    await rig.crash(isStart, true, () => start(rig, id));
    const results = () => rig.host.ledger.outbound({ limit: 500 }).items.map(({ result }) => result);
    await vi.waitFor(() => expect(results()[0]).toBe("Countersign ended before an answer came"), SOON);
    await rig.sync();
    expect(results()).not.toContain("no answer yet");
  });

  test("Y10: a start without an answer is perhaps started after 10 minutes, and not sent again", async () => {
    const { rig, id } = await withFlow({ name });
    rig.proxy.fault = (asked) => (isStart(asked) ? "lose" : null);
    await rig.crash(isStart, false, () => start(rig, id));
    rig.ahead += 10 * MINUTE;
    const before = rig.proxy.asked.length;
    expect(await rig.sync()).toMatchObject({ perhaps: [{ why: expect.stringContaining("not repeated") }] });
    expect(rig.run().state).toBe("perhaps_started");
    expect(rig.proxy.asked.slice(before).filter((asked) => asked.startsWith("POST"))).toEqual([]);
    expect(runsThere(rig)).toEqual([]);
    must(await rig.host.sync.runs.forget("Bank", rig.run().key));
    expect(await start(rig, id)).toMatchObject({ done: [{}] });
  });

  test("Y10: a run that is not a start's is not taken for it, and the start waits for its own", async () => {
    const rig = await openRig({ name });
    const other = await rig.started("Other");
    const { id } = await rig.flow();
    await rig.crash(isStart, true, () => start(rig, id));
    await rig.sync();
    const lost = rig.run();
    expect(lost).toMatchObject({ id: null, title: "Small" });
    const { runs } = rig.host.sync;
    const adopt = (given: string) => runs.adopt("Bank", given, lost.key);
    expect(mustFail(await adopt(other.id)).message).toMatch(/is that of run “Other” already/);
    must(await runs.forget("Bank", other.key));
    expect(mustFail(await adopt(other.id)).message).toMatch(/, “Other”, was not made by this start/);
    expect(must(runs.list("Bank"))).toMatchObject([{ key: lost.key, id: null, state: lost.state }]);
    const own = runsThere(rig).find((run) => run.id !== other.id)?.id ?? "";
    expect(must(await adopt(own))).toMatchObject({ key: lost.key, id: own, state: "up_to_date" });
    expect(must(runs.list("Bank")).length).toBe(1);
  });

  test("Y16: the look after a command is listed with it, and was not sent where the command came to nothing", async () => {
    const { rig, id } = await withRun({ name });
    const command = async (days: number) => {
      const before = rig.host.ledger.outbound({ limit: 500 }).items.length;
      const report = must(await rig.host.sync.runs.command("Bank", id, { kind: "prolong", days }));
      const lines = rig.host.ledger.outbound({ limit: 500 }).items.toReversed().slice(before);
      const at = lines.findIndex(({ target }) => !target.startsWith("GET"));
      return {
        report,
        behind: lines.slice(at + 1).map(({ target, result }) => `${target.split(" ")[0]} ${result.split(",")[0]}`),
      };
    };
    expect(await command(3)).toMatchObject({ report: { done: [expect.anything()] }, behind: ["GET 200"] });
    expect(await command(364)).toMatchObject({ report: { refused: [expect.anything()] }, behind: ["GET 200"] });
    rig.proxy.fault = (asked) => (asked.method === "GET" ? null : "drop");
    const lost = { report: { perhaps: [expect.anything()] }, behind: ["GET not sent", "GET 200"] };
    expect(await command(4)).toMatchObject(lost);
  });

  test("Y11: a command without an answer tells from when it is sent again, and those behind it that they wait for it", async () => {
    const { rig, key } = await withRun({ name });
    const commands = async () => {
      const listed = await remoteRunHandlers(rig.host, String)["sync.commands.list"]({ name: "Bank" });
      return must(listed as Result<{ items: readonly { command: unknown }[] }>).items.map((item) => item.command);
    };
    const ask = (command: InstanceCommand) => rig.host.sync.runs.command("Bank", key, command);
    const [user] = rig.run().seen?.participants ?? [];
    rig.proxy.fault = (asked) => (isCommand(asked) ? "drop" : null);
    must(await ask({ kind: "cancel" }));
    must(await ask({ kind: "remind", participants: [user?.id ?? ""] }));
    const sent = rig.run().commands[0]?.wallSent ?? 0;
    const lost = { kind: "cancel", state: "sending", againFrom: sent + MINUTE, behind: false };
    expect(await commands()).toMatchObject([lost, { kind: "remind", state: "waiting", againFrom: null, behind: true }]);
    rig.proxy.fault = () => null;
    await rig.sync();
    expect(await commands()).toMatchObject([{ state: "sending" }, { behind: true }]);
    rig.ahead += MINUTE;
    await rig.sync();
    expect(runsThere(rig)[0]?.status).toBe("canceled");
    expect(await commands()).toMatchObject([{ kind: "remind", state: "refused", againFrom: null, behind: false }]);
  });

  test("Y10: a start whose upload has no answer starts nothing", async () => {
    const { rig, id } = await withFlow({ name });
    once(rig, ({ method, path }) => method === "POST" && /papers$|documents\/new$/.test(path), "lose");
    expect(await start(rig, id)).toMatchObject({ done: [], perhaps: [] });
    expect([runsThere(rig), must(rig.host.sync.runs.list("Bank"))]).toEqual([[], []]);
  });

  describe.each(faultsOn(name))("Y11: by %s", (what, fault) => {
    test("a command is done once, and none is lost", async () => {
      const { rig, id } = await withRun({ name });
      const sent = async (given: InstanceCommand) => {
        once(rig, isCommand, fault);
        await command(rig, given);
        rig.proxy.fault = () => null;
        rig.ahead += MINUTE;
        await rig.sync();
        rig.ahead += MINUTE;
        await rig.sync();
        return rig.run().commands.at(-1)?.state;
      };
      const timeout = must(rig.remote.host.instances.get(id)).timeoutAt;
      if (what !== "a request that comes twice") {
        const prolonged = await sent({ kind: "prolong", days: 3 });
        const after = must(rig.remote.host.instances.get(id)).timeoutAt - timeout;
        // Where no time-out is shown, a lost answer leaves nothing to see.
        if (prolonged === "done") expect(after).toBe(3 * DAY);
        else expect([name, prolonged, after <= 3 * DAY]).toEqual(["sparse", "perhaps_sent", true]);
        const participants = rig.run().seen?.participants.map((one) => one.id) ?? [];
        const reminded = await sent({ kind: "remind", participants });
        const reminders = rig.remote.host.mailbox
          .list({ instanceId: id })
          .items.filter(({ kind }) => kind === "reminder");
        expect(reminded === "done" ? [2] : [0, 2]).toContain(reminders.length);
        expect(reminded).toMatch(/^(done|perhaps_sent)$/);
      }
      for (const kind of ["cancel", "trash", "restore", "trash", "delete"] as const)
        expect([kind, await sent({ kind })]).toEqual([kind, "done"]);
      expect(runsThere(rig)).toEqual([]);
      expect(rig.run().state).toBe("deleted_there");
    });
  });

  test.each([true, false])(
    "Y11: after a crash in a command that arrived: %s, the look comes first",
    async (arrives) => {
      const { rig, id } = await withRun({ name });
      const reminders = () =>
        rig.remote.host.mailbox.list({ instanceId: id }).items.filter(({ kind }) => kind === "reminder").length;
      const participants = rig.run().seen?.participants.map((one) => one.id) ?? [];
      await rig.crash(isCommand, arrives, () => command(rig, { kind: "remind", participants }));
      expect(rig.run().commands).toMatchObject([{ state: "sending" }]);
      rig.ahead += 2 * MINUTE;
      expect(await rig.sync()).toMatchObject({ perhaps: [{ what: expect.stringContaining("remind participants") }] });
      expect(reminders()).toBe(arrives ? 2 : 0);
      await rig.crash(isCommand, arrives, () => command(rig, { kind: "cancel" }));
      const before = rig.proxy.asked.length;
      const first = await rig.sync();
      if (!arrives) expect(first).toMatchObject({ perhaps: [{ why: expect.stringContaining("may still arrive") }] });
      rig.ahead += 2 * MINUTE;
      await rig.sync();
      expect(rig.run().commands.map(({ state }) => state)).toEqual(["perhaps_sent", "done"]);
      expect(rig.run().seen?.status).toBe("canceled");
      expect(rig.proxy.asked.slice(before).filter((asked) => asked.endsWith("/cancel")).length).toBe(arrives ? 0 : 1);
    },
  );
});

test("Y12: a look at a run that breaks off is told as a check that failed, and not as refused", async () => {
  const { rig } = await withRun();
  rig.proxy.fault = ({ path }) => (/instances\/./.test(path) ? "drop" : null);
  const report = await rig.sync();
  const why = expect.stringMatching(/broke off the connection/);
  expect(report).toMatchObject({ unreachable: null, refused: [{ about: { kind: "check" }, why }] });
  expect(reportInWords(rig.host, report, "Bank")).toMatch(
    /\n {2}Check failed: run “Small”\. 127\.0\.0\.1:\d+ broke off/,
  );
  expect(rig.run()).toMatchObject({ state: "refused", why });
  expect(rig.host.sync.accounts()[0]?.state).toBe("check_failed");
});

test("Y12: a service that says of all runs that they are gone is not believed", async () => {
  const { rig } = await withRun();
  await rig.started("Other");
  rig.proxy.fault = ({ path }) => (/\/flow\/instances/.test(path) ? { status: 404 } : null);
  expect(await rig.sync()).toMatchObject({ refused: [{}, {}] });
  rig.proxy.fault = () => null;
  expect(await rig.sync()).toMatchObject(EMPTY);
  expect(must(rig.host.sync.runs.list("Bank")).map(({ state }) => state)).toEqual(["up_to_date", "up_to_date"]);
});
