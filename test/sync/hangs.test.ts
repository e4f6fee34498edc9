import { describe, expect, test, vi } from "vitest";
import { countersign } from "../harness/command.ts";
import { must } from "../harness/workspace.ts";
import type { Asked } from "./fault-proxy.ts";
import { holding } from "./holding.ts";
import { openRig, REMOTES, type Rig, TEXT } from "./rig.ts";
import { withFlow } from "./scene.ts";

/** Wall milliseconds that a request waits for its answer. */
const timeout = 2_000;
const SOON = { timeout: 15_000, interval: 20 };
const HANGS = /gave no whole answer within 2 seconds/;
const MANY = 12;
const isChange = ({ method, path }: Asked) => /^PATCH|^PUT/.test(method) && /\/flow\/drafts|\/templates/.test(path);
const isStart = ({ method, path }: Asked) => method === "POST" && /\/launch$|\/flow\/instances$/.test(path);
const account = (rig: Rig) => rig.host.sync.accounts()[0];

/** Flows that are there, and changed here. */
async function changed(rig: Rig) {
  const texts = Array.from({ length: MANY }, (_, at) => TEXT.replace("title: Loan", `title: Flow ${at}`));
  const drafts = await Promise.all(texts.map((text) => rig.draft(text)));
  await rig.sync();
  for (const { id } of drafts) must(await rig.host.drafts.patch(id, { duration: 40 }));
  return drafts;
}

describe.each(REMOTES)("on the remote %s", (name) => {
  test("Y14: a service that hangs is asked once, and that is told", async () => {
    const rig = await openRig({ name, timeout });
    await changed(rig);
    const { letGo } = holding(rig, () => true);
    const before = rig.proxy.asked.length;
    expect((await rig.sync()).unreachable).toMatch(HANGS);
    expect(rig.proxy.asked.length - before).toBe(1);
    letGo();
    expect(await rig.sync()).toMatchObject({ unreachable: null, pushed: { length: MANY } });
  });

  test("Y14: one that begins to hang in the middle of a sync has a second try, and nothing else is asked of it", async () => {
    const rig = await openRig({ name, timeout });
    await changed(rig);
    let hangs = false;
    const { letGo } = holding(rig, (asked) => {
      hangs ||= isChange(asked);
      return hangs;
    });
    const before = rig.proxy.asked.length;
    expect((await rig.sync()).unreachable).toMatch(HANGS);
    const asked = rig.proxy.asked.slice(before);
    // Those that were under way, and a look for each.
    expect(asked.slice(asked.findIndex((one) => /^P/.test(one))).length).toBeLessThanOrEqual(8);
    letGo();
    expect((await rig.sync()).unreachable).toBeNull();
    expect(rig.host.drafts.list({}).items.length).toBe(MANY);
  });

  test("Y17: one request that hangs alone holds up no other", async () => {
    const rig = await openRig({ name, timeout });
    const drafts = await changed(rig);
    let one: string | null = null;
    holding(rig, (asked) => {
      if (isChange(asked)) one ??= asked.path.replace(/\/update$/, "");
      return one !== null && asked.path.replace(/\/update$/, "") === one;
    });
    const report = await rig.sync();
    expect(report).toMatchObject({
      unreachable: null,
      pushed: { length: MANY - 1 },
      refused: [{ why: expect.stringMatching(HANGS) }],
    });
    expect(drafts.filter(({ key }) => !report.pushed.includes(key)).length).toBe(1);
  });

  test("Y10: a start that had no answer in time is sent again with the next sync", async () => {
    const { rig, id } = await withFlow({ name, timeout });
    const { letGo } = holding(rig, isStart);
    const before = rig.proxy.asked.length;
    const report = must(await rig.host.sync.runs.start("Bank", id));
    expect(report).toMatchObject({ done: [], perhaps: [{ what: "run “Small”" }] });
    expect(rig.proxy.asked.slice(before).filter((asked) => isStart(parsed(asked))).length).toBe(1);
    letGo();
    await rig.sync();
    expect(rig.remote.host.instances.list({}).items.length).toBe(1);
    expect(must(rig.host.sync.runs.list("Bank")).length).toBe(1);
  });
});

function parsed(line: string): Asked {
  const [method = "", path = ""] = line.split(" ");
  return { method, path, headers: {}, body: Buffer.alloc(0) };
}

test("Y14: the last contact is that of the last whole answer, also of a sync that was canceled or came to nothing", async () => {
  const rig = await openRig({ timeout });
  await rig.draft(TEXT);
  for (const end of ["cancels", "waits"]) {
    rig.ahead += 60_000;
    const from = rig.clockNow();
    const { asked, letGo } = holding(rig, ({ path }) => path.startsWith("/flow/drafts"));
    const syncing = rig.sync();
    await asked;
    if (end === "cancels") must(rig.host.sync.cancel("Bank"));
    expect(await syncing).toMatchObject(
      end === "cancels" ? { canceled: true } : { unreachable: expect.stringMatching(HANGS) },
    );
    const contact = account(rig)?.wallContact ?? 0;
    expect(contact).toBeGreaterThanOrEqual(from);
    letGo();
    rig.ahead += 60_000;
    // What gets no answer is no contact.
    const hanging = holding(rig, () => true);
    await rig.sync();
    expect(account(rig)?.wallContact).toBe(contact);
    hanging.letGo();
  }
});

test("Y17: an account that was not reached is not syncing before its service answers, and is from then on", async () => {
  const rig = await openRig();
  rig.proxy.fault = () => "drop";
  await rig.sync();
  rig.proxy.fault = () => null;
  const gate = () => ({ asked: Promise.withResolvers<void>(), free: Promise.withResolvers<void>() });
  const [first, second] = [gate(), gate()];
  const gates = [first, second];
  rig.proxy.meanwhile = async () => {
    const next = gates.shift();
    next?.asked.resolve();
    await next?.free.promise;
  };
  const syncing = rig.sync();
  await first.asked.promise;
  expect(account(rig)).toMatchObject({ state: "unanswered", activity: { running: true } });
  first.free.resolve();
  await second.asked.promise;
  expect(account(rig)).toMatchObject({ state: "running", activity: { unanswered: false } });
  second.free.resolve();
  await syncing;
  expect(account(rig)).toMatchObject({ state: "up_to_date", activity: { unanswered: false, offline: null } });
});

test("Y17: a dry run and a check are told as a look, and a sync behind them as a sync", async () => {
  const rig = await openRig();
  await rig.draft(TEXT);
  const { asked, letGo } = holding(rig, ({ method }) => method === "GET");
  const looking = rig.sync({ dryRun: true });
  await asked;
  expect(account(rig)?.state).toBe("checking");
  const checking = rig.host.sync.check("Bank");
  expect(account(rig)?.state).toBe("checking");
  const syncing = rig.sync();
  expect(account(rig)?.state).toBe("running");
  letGo();
  await Promise.all([looking, checking, syncing]);
  expect(account(rig)?.state).toBe("up_to_date");
});

test("Y14: while a service hangs, the account says since when an answer is waited for, and no more why it was not reached before", async () => {
  const rig = await openRig({ timeout: 4_000 });
  rig.proxy.fault = () => "drop";
  await rig.sync();
  expect(account(rig)?.activity).toMatchObject({
    silentSince: null,
    offline: { why: expect.stringMatching(/broke off/) },
  });
  rig.proxy.fault = () => null;
  const { asked, letGo } = holding(rig, () => true);
  const from = rig.clockNow();
  const syncing = rig.sync();
  await asked;
  await vi.waitFor(() => expect(account(rig)?.activity.silentSince).toBeGreaterThanOrEqual(from), SOON);
  const offline = { why: expect.stringMatching(/^127\.0\.0\.1:\d+ does not answer/) };
  expect(account(rig)).toMatchObject({ state: "unanswered", activity: { running: true, offline } });
  must(rig.host.sync.cancel("Bank"));
  expect((await syncing).canceled).toBe(true);
  expect(account(rig)?.activity).toMatchObject({ silentSince: null, offline });
  letGo();
  await rig.sync();
  expect(account(rig)?.activity).toMatchObject({ silentSince: null, offline: null });
});

test.each([
  [true, /^Waiting for an answer from 127\.0\.0\.1:\d+…\n$/],
  [false, /^$/],
])(
  "Y14: on the command line, a sync says that it waits for an answer where that is a terminal: %s",
  async (isTerminal, err) => {
    const rig = await openRig();
    await rig.host.close();
    const { letGo } = holding(rig, () => true);
    const later = globalThis.setTimeout;
    let isTold = false;
    // What is told after 5 seconds is told at once, and only then the answer comes.
    const hurried = (call: () => void, milliseconds?: number) => {
      if (isTold || milliseconds !== 5_000) return later(call, milliseconds);
      isTold = true;
      return later(() => {
        call();
        letGo();
      }, 0);
    };
    const timers = vi.spyOn(globalThis, "setTimeout").mockImplementation(hurried as typeof setTimeout);
    const done = await countersign(["sync", "--json", "--workspace", rig.workspace.dir], { isTerminal });
    timers.mockRestore();
    expect(done).toMatchObject({ code: 0, err: expect.stringMatching(err) });
    expect(JSON.parse(done.out)).toMatchObject({ account: "Bank", refused: [] });
  },
);

test("Y13: a look that becomes due while a sync fails does not follow it at once", async () => {
  const rig = await openRig({ timeout });
  const { id } = await rig.draft(TEXT);
  await rig.sync();
  rig.keepsInSync();
  await vi.waitFor(() => expect(account(rig)?.activity.running).toBe(false), SOON);
  const { letGo } = holding(rig, () => true);
  const failing = rig.sync();
  // It rests for 0.2 seconds, and the answer is waited for for 2.
  must(await rig.host.drafts.patch(id, { duration: 30 }));
  expect((await failing).unreachable).toMatch(HANGS);
  expect(account(rig)?.activity.running).toBe(false);
  letGo();
});

test("Y10, Y17: what a start and a command would send is told as a look, for nothing is sent", async () => {
  const { rig, id } = await withFlow();
  must(await rig.host.sync.runs.start("Bank", id));
  const [run] = must(rig.host.sync.runs.list("Bank"));
  const { start, command } = rig.host.sync.runs;
  for (const looks of [
    () => start("Bank", id, { dryRun: true }),
    () => command("Bank", run?.key ?? "", { kind: "cancel" }, { dryRun: true }),
  ]) {
    const { asked, letGo } = holding(rig, ({ method }) => method === "GET");
    const looking = looks();
    await asked;
    expect(account(rig)?.state).toBe("checking");
    letGo();
    must(await looking);
  }
});
