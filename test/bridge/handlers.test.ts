import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { appSettings } from "../../src-shared/bridge/index.ts";
import { AT, playAll, startSmall } from "../fixtures/small-flow.ts";
import { testBridge } from "../harness/bridge.ts";
import { must, type TestWorkspace, testWorkspace } from "../harness/workspace.ts";

let workspace: TestWorkspace;
let bridge: ReturnType<typeof testBridge>;
beforeEach(async () => {
  workspace = await testWorkspace();
  bridge = testBridge(workspace.host);
});
afterEach(() => workspace.dispose());

const virtual = { clock: { virtual: "new", at: AT } } as const;

describe("C5: a run and its forks know of each other", () => {
  test("each fork names its source, and the source its forks, the newest first, with the event they begin after", async () => {
    const source = await startSmall(workspace.host, {}, virtual);
    await playAll(workspace.host, source.id);
    const { items } = await bridge.call("instances.history", { id: source.id });
    const acts = items.filter(({ type }) => type === "acted");
    const made: string[] = [];
    for (const { seq } of acts) made.unshift((await bridge.call("instances.fork", { id: source.id, seq })).instanceId);
    expect(made.length).toBeGreaterThan(1);

    const { fork, forks } = await bridge.call("instances.get", { id: source.id });
    expect([fork, forks.more, forks.items.map(({ id }) => id)]).toEqual([null, false, made]);
    for (const { id, number, seq, sentence, status, trashed } of forks.items) {
      const back = await bridge.call("instances.get", { id });
      expect(back.fork).toMatchObject({ instanceId: source.id, seq, sentence });
      expect([back.forkNumber, number]).toEqual([made.length - made.indexOf(id), number]);
      expect([back.status, back.trashed, back.forks.items]).toEqual([status, trashed, []]);
    }
    await playAll(workspace.host, made.at(-1) ?? "");
    const mails = (await bridge.call("mailbox.list", {})).items;
    expect(new Set(mails.map(({ forkNumber }) => forkNumber === null))).toEqual(new Set([true, false]));
    for (const { instanceId, forkNumber } of mails) expect(forkNumber !== null).toBe(made.includes(instanceId));
  });

  test("a fork that begins after what followed from an act is named by the act", async () => {
    const { id } = await startSmall(workspace.host, {}, virtual);
    await playAll(workspace.host, id);
    const { items } = await bridge.call("instances.history", { id });
    const act = items.findLast(({ type, seq }) => type === "acted" && items[seq]?.begins === false);
    const { instanceId } = await bridge.call("instances.fork", { id, seq: (act?.seq ?? 0) + 1 });
    const { fork } = await bridge.call("instances.get", { id: instanceId });
    expect(fork?.sentence.key).toMatch(/^acted/);
    expect(fork?.sentence).toEqual(act?.sentence);
    // Its start begins a decision of its own.
    const first = await bridge.call("instances.fork", { id, seq: 1 });
    expect((await bridge.call("instances.get", { id: first.instanceId })).fork?.sentence.key).toMatch(/^started/);
  });

  test("events open the message, the callback and the document that they tell of; a page of them as the whole", async () => {
    const { id } = await startSmall(workspace.host, {}, virtual);
    await playAll(workspace.host, id);
    const { items } = await bridge.call("instances.history", { id });
    const opened = items.flatMap(({ opens }) => opens);
    const ids = (wanted: string) => new Set(opened.filter(({ what }) => what === wanted).map((found) => found.id));
    const mails = (await bridge.call("mailbox.list", { instanceId: id })).items;
    const callbacks = (await bridge.call("callbacks.list", { instanceId: id })).items;
    const run = await bridge.call("instances.get", { id });
    expect(ids("mail")).toEqual(new Set(mails.map((mail) => mail.id)));
    expect(ids("callback")).toEqual(new Set(callbacks.map(({ eventId }) => eventId)));
    expect(ids("document")).toEqual(new Set(run.documents.map((document) => document.id)));
    expect([run.mails, run.callbacks, run.lastSeq]).toEqual([mails.length, callbacks.length, items.length]);
    const page = async (asked: { after?: number; limit?: number; latest?: boolean }) =>
      (await bridge.call("instances.history", { id, ...asked })).items;
    const half = Math.floor(items.length / 2);
    expect(await page({ after: half })).toEqual(items.slice(half));
    expect(await page({ after: half, limit: 2 })).toEqual(items.slice(half, half + 2));
    expect(await page({ latest: true, limit: 5 })).toEqual(items.slice(-5));
    expect(await page({ latest: true })).toEqual(items);
    const ended = items.find(({ type }) => type === "completed");
    const told = callbacks.find(({ type }) => type === "completed");
    expect(ended?.opens).toEqual([{ what: "callback", id: told?.eventId }]);
  });

  test("lists of mail and callbacks are filtered by person, channel, kind and status", async () => {
    const { id } = await startSmall(workspace.host, {}, virtual);
    await playAll(workspace.host, id);
    const all = (await bridge.call("mailbox.list", { instanceId: id })).items;
    const [first] = all;
    if (first === undefined) throw new Error("The run has sent nothing.");
    const { participant, method, kind, status } = first;
    for (const filter of [{ participant }, { method }, { kind }, { status }]) {
      const [[key = "", value]] = Object.entries(filter) as [[string, unknown]];
      const found = (await bridge.call("mailbox.list", { instanceId: id, ...filter })).items;
      expect(found, key).toEqual(all.filter((mail) => mail[key as "kind"] === value));
    }
    const sent = (await bridge.call("callbacks.list", { instanceId: id })).items;
    const type = "notification_status_changed";
    const ofType = (await bridge.call("callbacks.list", { instanceId: id, type })).items;
    expect(ofType).toEqual(sent.filter((callback) => callback.type === type));
    const ofPerson = (await bridge.call("callbacks.list", { instanceId: id, participant })).items;
    expect(ofPerson).toEqual(sent.filter((callback) => callback.participant === participant));
    expect([ofType.length, ofPerson.length].every((count) => count > 0)).toBe(true);
    expect(JSON.parse((await bridge.call("instances.raw", { id })).text)).toMatchObject({ id, status: "completed" });
  });

  test("law 10: the newest twenty are listed, told that there are more; a deleted one is gone", async () => {
    const source = await startSmall(workspace.host, {}, virtual);
    const made: string[] = [];
    for (let count = 0; count < 21; count += 1)
      made.unshift((await bridge.call("instances.fork", { id: source.id, seq: 1 })).instanceId);
    const listed = async () => (await bridge.call("instances.get", { id: source.id })).forks;
    expect(await listed()).toMatchObject({ items: made.slice(0, 20).map((id) => ({ id })), more: true });

    const [newest = ""] = made;
    await bridge.call("instances.cancel", { id: newest });
    await bridge.call("instances.trash", { id: newest });
    expect((await listed()).items[0]).toMatchObject({ id: newest, status: "canceled", trashed: true });
    await bridge.call("instances.delete", { id: newest });
    const { items, more } = await listed();
    expect([items.map(({ id }) => id), more]).toEqual([made.slice(1), false]);
  });
});

test("law 9: half of a character is refused wherever it is entered, since no store and no PDF can hold it", async () => {
  const run = await startSmall(workspace.host, {}, virtual);
  const [half, before] = ["Mor\ud83d", workspace.host.instances.history(run.id)];
  const refusals = [
    await bridge.refusal("clocks.rename", { id: run.clockId, name: half }),
    await bridge.refusal("folders.create", { name: half }),
    await bridge.refusal("drafts.create", { text: `title: ${half}\n` }),
    await bridge.refusal("drafts.import", { fileName: "a.flow.yaml", text: "title: a\n", documents: { [half]: "1" } }),
    await bridge.refusal("callbacks.keepPassword", { password: half, ref: null }),
    await bridge.refusal("callbacks.setAllowedHosts", { hosts: ["localhost", half] }),
  ];
  expect([...new Set(refusals)]).toEqual([
    "The text has an incomplete character, which cannot be stored. Delete it, or type it again.",
  ]);
  expect(workspace.host.instances.history(run.id)).toEqual(before);
  await bridge.call("clocks.rename", { id: run.clockId, name: "Mor🙂" });
});

test("promise 2: every setting that a page keeps is handed back, by the next opening too", async () => {
  const values = Object.fromEntries(appSettings.map((key) => [key, `{"kept":"${key}"}`]));
  for (const key of appSettings) await bridge.call("settings.set", { key, value: values[key] ?? "" });
  expect(await bridge.call("settings.get", {})).toEqual({ values });
  const reopened = await workspace.reopen();
  expect(await testBridge(reopened).call("settings.get", {})).toEqual({ values });
});

test("U2: the app's own author switches the recording of end-user info on, for the runs started from then on", async () => {
  const attempted = async () => {
    const actions = { authToSign: "{ provider: se_eid }" };
    const { id: instanceId } = await startSmall(workspace.host, actions, virtual);
    const who = { instanceId, participant: "bob" };
    const { participants, instances } = workspace.host;
    const begun = must(await participants.startAuthentication({ ...who, kind: "sign", documents: ["contract"] }));
    const endUserInfo = { ip: "127.0.0.1", userAgent: "Browser" };
    const { transactionId } = begun;
    must(
      await participants.checkAuthentication({ ...who, transactionId, endUserInfo, outcome: { outcome: "success" } }),
    );
    return must(instances.history(instanceId))
      .items.map(({ event }) => event)
      .findLast(({ type }) => type === "authentication_attempted");
  };
  expect(await bridge.call("service.login", {})).toMatchObject({ recordEndUserInfo: false });
  expect(await attempted()).toMatchObject({ endUserInfo: null });
  await bridge.call("service.recordEndUserInfo", { recorded: true });
  expect(await bridge.call("service.login", {})).toMatchObject({ recordEndUserInfo: true });
  expect(await attempted()).toMatchObject({ endUserInfo: { ip: "127.0.0.1", userAgent: "Browser" } });
});

test("U4: Settings stop and start the filling in of codes, for the next opening too", async () => {
  expect(await bridge.call("service.login", {})).toMatchObject({ offersCodes: true });
  await bridge.call("service.offerCodes", { offered: false });
  const reopened = testBridge(await workspace.reopen());
  expect(await reopened.call("service.login", {})).toMatchObject({ offersCodes: false });
  await reopened.call("service.offerCodes", { offered: true });
  expect(await reopened.call("service.login", {})).toMatchObject({ offersCodes: true });
});

test.each(["ledger.outbound", "callbacks.list", "mailbox.list", "instances.list", "drafts.list"] as const)(
  "law 9: %s with a cursor that no list gave is an error of the caller's, and no fault",
  async (name) => {
    expect(await bridge.refusal(name, { cursor: "nda" })).toContain("is not one that the list of");
  },
);
