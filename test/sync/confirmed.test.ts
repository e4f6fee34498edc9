import { describe, expect, onTestFinished, test } from "vitest";
import { changedParts } from "../../src-shared/sync/index.ts";
import { testBridge } from "../harness/bridge.ts";
import { must, mustFail } from "../harness/workspace.ts";
import { openService } from "../service/harness.ts";
import type { Asked } from "./fault-proxy.ts";
import { holding } from "./holding.ts";
import { REMOTES, type Rig } from "./rig.ts";
import { withFlow } from "./scene.ts";

const SCENARIOS = "scenarios:\n  - scenario: Signs\n    steps:\n      - alice signs contract\n";
const isLook = ({ method, path }: Asked) => method === "GET" && !/\/(cases|instances)\/./.test(path);
const isStart = ({ method, path }: Asked) => method === "POST" && /\/launch$|\/flow\/instances$/.test(path);
const runsThere = (rig: Rig) => rig.remote.host.instances.list({}).items.length;
const mailed = (rig: Rig) => rig.remote.host.mailbox.list({}).items.map(({ to }) => to ?? "");
const withMallory = (rig: Rig, id: string) => rig.textOf(id).replace("alice@example.test", "mallory@example.test");

/** A flow, and a sync that hangs while its author asks for something. */
async function whileSyncing(rig: Rig, ask: () => Promise<unknown>, meanwhile: () => Promise<unknown>) {
  const { asked, letGo } = holding(rig, isLook);
  const syncing = rig.sync();
  await asked;
  const answer = ask();
  await meanwhile();
  letGo();
  await syncing;
  return answer;
}

describe.each(REMOTES)("Y10: on the remote %s", (name) => {
  test("whoever starts a flow writes to nobody whom a sync has brought in since they looked", async () => {
    const { rig, id } = await withFlow({ name });
    const there = rig.there().get("Small") ?? "";
    const { text } = must(rig.remote.host.drafts.get(there));
    must(await rig.remote.host.drafts.saveText(there, text.replaceAll("alice@example.test", "mallory@example.test")));
    const start = () => rig.host.sync.runs.start("Bank", id);
    const answer = await whileSyncing(rig, start, async () => undefined);
    expect(rig.textOf(id)).toContain("mallory@example.test");
    expect(mustFail(answer as Awaited<ReturnType<typeof start>>).message).toBe(
      "Nothing was started: the people whom the service writes to have changed since you looked. Check the list, then start again.",
    );
    expect([runsThere(rig), mailed(rig)]).toEqual([0, []]);
    must(await start());
    expect(mailed(rig).sort()).toEqual(["bob@example.test", "mallory@example.test"]);
  });

  test("nothing is started that was edited while its start waited, nor compared", async () => {
    const { rig, id } = await withFlow({ name });
    must(await rig.host.drafts.saveCompanion(id, "scenarios", SCENARIOS));
    const { runs } = rig.host.sync;
    const asked: (() => Promise<unknown>)[] = [
      () => runs.start("Bank", id),
      () => runs.drift("Bank", { draftId: id, scenario: "Signs" }),
    ];
    let duration = 20;
    for (const ask of asked) {
      const answer = await whileSyncing(rig, ask, () => rig.host.drafts.patch(id, { duration: duration++ }));
      await rig.sync();
      expect(answer).toMatchObject({ ok: false, error: { message: expect.stringMatching(/: the flow has changed/) } });
    }
    expect([runsThere(rig), mailed(rig)]).toEqual([0, []]);
  });

  test("an edit while the service hangs in the middle of a start is not started with it, and stops it nowhere", async () => {
    const { rig, id } = await withFlow({ name });
    const { asked, letGo } = holding(rig, ({ method }) => method === "POST");
    const starting = rig.host.sync.runs.start("Bank", id);
    await asked;
    must(await rig.host.drafts.saveText(id, withMallory(rig, id)));
    letGo();
    expect(must(await starting)).toMatchObject({ done: [expect.anything()], refused: [] });
    expect(mailed(rig).sort()).toEqual(["alice@example.test", "bob@example.test"]);
    expect(rig.textOf(id)).toContain("mallory@example.test");
  });

  test("a start without an answer sends what was confirmed, also after a restart and an edit, or asks", async () => {
    const { rig, id } = await withFlow({ name });
    await rig.crash(isStart, false, () => rig.host.sync.runs.start("Bank", id));
    expect(rig.run().state).toBe("starting");
    must(await rig.host.drafts.saveText(id, withMallory(rig, id)));
    await rig.sync();
    expect(mailed(rig)).not.toContain("mallory@example.test");
    // A service that starts only drafts that it has would start the one that was sent since.
    expect([rig.run().state, runsThere(rig)]).toEqual(name === "sparse" ? ["perhaps_started", 0] : ["up_to_date", 1]);
  });
});

test("Y10: a draft that is changed on its service while its documents go there is not started", async () => {
  const { rig, id } = await withFlow({ name: "sparse" });
  const there = rig.there().get("Small") ?? "";
  rig.proxy.meanwhile = async ({ method, path }) => {
    if (method === "POST" && path.endsWith("/papers"))
      must(await rig.remote.host.drafts.patch(there, { duration: 21 }));
  };
  expect(must(await rig.host.sync.runs.start("Bank", id))).toMatchObject({
    done: [],
    refused: [{ why: expect.stringMatching(/sync first/) }],
  });
  expect([runsThere(rig), must(rig.host.sync.runs.list("Bank"))]).toEqual([0, []]);
});

test("Y10: a comparison does nothing else than its author saw, in its scenario or in its flow", async () => {
  const { rig, id } = await withFlow();
  const { runs } = rig.host.sync;
  must(await rig.host.drafts.saveCompanion(id, "scenarios", SCENARIOS));
  const of = { draftId: id, scenario: "Signs" };
  const { fingerprint } = must(runs.driftRecipients(of));
  const { revision } = must(rig.host.drafts.get(id));
  must(await rig.host.drafts.saveCompanion(id, "scenarios", SCENARIOS.replace("alice", "bob"), revision));
  expect(mustFail(await runs.drift("Bank", of, { fingerprint })).message).toMatch(/the steps to compare have changed/);
  must(await rig.host.drafts.patch(id, { duration: 21 }));
  expect(mustFail(await runs.drift("Bank", of, { fingerprint })).message).toMatch(/the flow has changed/);
  expect(runsThere(rig)).toBe(0);
});

test("Y10: the app starts what its dialog showed: the list, its channels and its text", async () => {
  const { rig, id } = await withFlow();
  const bridge = testBridge(rig.host);
  const shown = await bridge.call("sync.runs.recipients", { id, name: "Bank" });
  const start = { name: "Bank", draftId: id, recipients: shown.items.length, fingerprint: shown.fingerprint };
  const text = rig.textOf(id);
  const changes = [
    [withMallory(rig, id), /the people whom/],
    [text.replace("title: Small", "title: Large"), /the flow has changed/],
  ] as const;
  for (const [changed, words] of changes) {
    must(await rig.host.drafts.saveText(id, changed));
    expect(await bridge.refusal("sync.runs.start", { ...start, dryRun: false })).toMatch(words);
  }
  expect(runsThere(rig)).toBe(0);
  must(await rig.host.drafts.saveText(id, text));
  await bridge.call("sync.runs.start", { ...start, dryRun: false });
  expect(mailed(rig).sort()).toEqual(["alice@example.test", "bob@example.test"]);
});

test("Y10: the app hears what a start no longer is: the account's address, the people or the flow", async () => {
  const { rig, id } = await withFlow();
  const bridge = testBridge(rig.host);
  const look = () => bridge.call("sync.runs.recipients", { id, name: "Bank" });
  const first = await look();
  expect([first.address, changedParts(first.fingerprint, first.fingerprint)]).toEqual([rig.proxy.url, []]);
  must(await rig.host.drafts.patch(id, { duration: 21 }));
  expect(changedParts(first.fingerprint, (await look()).fingerprint)).toEqual(["flow"]);
  must(await rig.host.drafts.saveText(id, withMallory(rig, id)));
  expect(changedParts(first.fingerprint, (await look()).fingerprint)).toEqual(["people", "flow"]);
  must(await rig.host.sync.setAddress("Bank", rig.remote.baseUrl));
  const last = await look();
  expect([last.address, changedParts(first.fingerprint, last.fingerprint)]).toEqual([
    rig.remote.baseUrl,
    ["address", "people", "flow"],
  ]);
  const start = { name: "Bank", draftId: id, recipients: 2, fingerprint: first.fingerprint, dryRun: false };
  expect(await bridge.refusal("sync.runs.start", start)).toMatch(/the account has another address/);
});

test("Y10: a start goes to no account that has the name of the one that its author saw", async () => {
  const { rig, id } = await withFlow();
  const { sync } = rig.host;
  const other = await openService();
  onTestFinished(() => other.close());
  must(await rig.host.drafts.saveText(id, rig.textOf(id).replace("title: Small", "title: Free")));
  must(await sync.unbind(id));
  const { fingerprint } = must(sync.runs.recipients(id, "Bank"));
  must(await sync.rename("Bank", "Old"));
  must(await sync.add({ name: "Bank", url: other.baseUrl, credentials: other.credentials, bind: "none" }));
  expect(mustFail(await sync.runs.start("Bank", id, { fingerprint })).message).toMatch(/another account has this name/);
  expect([runsThere(rig), other.host.instances.list({}).items]).toEqual([0, []]);
  expect(must(await sync.runs.start("Old", id, { fingerprint })).done).toHaveLength(1);
});
