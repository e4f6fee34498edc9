import { expect, onTestFinished, test, vi } from "vitest";
import { testBridge } from "../harness/bridge.ts";
import { must, mustFail } from "../harness/workspace.ts";
import { openService } from "../service/harness.ts";
import type { Asked } from "./fault-proxy.ts";
import { holding } from "./holding.ts";
import { EMPTY, openRig, type Rig, TEXT } from "./rig.ts";

/** A service that takes new drafts and starts, and neither lists, shows nor changes one. */
const PUBLISH = {
  name: "publish",
  calls: { drafts: null, draft: null, changeDraft: null, removeDraft: null },
} as const;
const openPublish = () => openRig({ dialect: PUBLISH });
const made = async (rig: Rig) => must(await rig.host.drafts.createFromText({ text: TEXT }));
const publish = (rig: Rig, id: string, options = {}) => rig.host.sync.publish("Bank", id, options);
const there = (rig: Rig) => rig.remote.host.drafts.list({}).items.map(({ title }) => title);

test("Y1: publish only: a draft goes there when its author says so, and by no sync", async () => {
  const rig = await openPublish();
  const { id, key } = await made(rig);
  expect(rig.host.sync.accounts()).toMatchObject([{ level: "publish" }]);
  must(await rig.host.sync.bind("Bank", id));
  expect(await rig.sync()).toMatchObject(EMPTY);
  expect(there(rig)).toEqual([]);
  expect(must(await publish(rig, id))).toMatchObject({ pushed: [key], refused: [], perhaps: [] });
  expect([there(rig), rig.state(key)]).toEqual([["Loan"], "up_to_date"]);
});

test("Y1: publish only: each publishing creates another draft, and nothing is read back", async () => {
  const rig = await openPublish();
  const { id, key } = await made(rig);
  must(await publish(rig, id));
  must(await rig.host.drafts.saveText(id, TEXT.replace("title: Loan", "title: Second loan")));
  expect(rig.state(key)).toBe("changed_here");
  expect(await rig.sync()).toMatchObject(EMPTY);
  must(await publish(rig, id));
  expect(there(rig).sort()).toEqual(["Loan", "Second loan"]);
  expect(rig.proxy.asked.filter((asked) => /(GET|PATCH|DELETE) .flow.drafts/.test(asked))).toEqual([]);
});

test("Y16: publish only: a dry run lists the requests, and sends and keeps nothing", async () => {
  const rig = await openPublish();
  const { id, key } = await made(rig);
  const { planned } = must(await publish(rig, id, { dryRun: true }));
  expect(planned).toMatchObject([{ kind: "createDraft", method: "POST", path: "/flow/drafts" }]);
  expect([there(rig), rig.state(key)]).toEqual([[], undefined]);
});

test("Y16: publish only: what was changed while its publishing waited is not published", async () => {
  const rig = await openPublish();
  const [first, { id }] = [await made(rig), await made(rig)];
  const { asked, letGo } = holding(rig, ({ method }) => method === "POST");
  const before = publish(rig, first.id);
  await asked;
  const publishing = publish(rig, id);
  must(await rig.host.drafts.saveText(id, TEXT.replace("title: Loan", "title: Second loan")));
  letGo();
  must(await before);
  const why = expect.stringMatching(/^Nothing was published: the flow has changed/);
  expect(must(await publishing)).toMatchObject({ pushed: [], refused: [{ why }] });
  expect(there(rig)).toEqual(["Loan"]);
  const { fingerprint } = must(rig.host.sync.publishable("Bank", id));
  must(await rig.host.drafts.patch(id, { duration: 21 }));
  expect(mustFail(await publish(rig, id, { fingerprint })).message).toMatch(
    /^Nothing was published: the flow has changed/,
  );
  must(await publish(rig, id, must(rig.host.sync.publishable("Bank", id))));
  expect(there(rig).sort()).toEqual(["Loan", "Second loan"]);
});

test("Y16: publish only: what was typed and taken back, or changes nothing of what is sent, is published", async () => {
  const rig = await openPublish();
  const { id } = await made(rig);
  const bridge = testBridge(rig.host);
  const { fingerprint } = await bridge.call("sync.publish.get", { name: "Bank", draftId: id });
  const asked = { name: "Bank", draftId: id, fingerprint, dryRun: false };
  for (const text of [TEXT.replace("title: Loan", "title: Lo"), TEXT, `# A note\n${TEXT}`])
    must(await rig.host.drafts.saveText(id, text));
  expect(await bridge.call("sync.publish", asked)).toMatchObject({ refused: [], unreachable: null });
  expect(there(rig)).toEqual(["Loan"]);
});

test("Y10: nothing is published on another account that has the name of the one that its author saw", async () => {
  const rig = await openPublish();
  const { id } = await made(rig);
  const { sync } = rig.host;
  const other = await openService();
  onTestFinished(() => other.close());
  const { fingerprint } = must(sync.publishable("Bank", id));
  must(await sync.rename("Bank", "Old"));
  const { baseUrl: url, credentials } = other;
  must(await sync.add({ name: "Bank", url, credentials, dialect: PUBLISH, bind: "none" }));
  expect(mustFail(await publish(rig, id, { fingerprint })).message).toMatch(/another account has this name/);
  expect([there(rig), other.host.drafts.list({}).items]).toEqual([[], []]);
  must(await sync.publish("Old", id, { fingerprint }));
  expect(there(rig)).toEqual(["Loan"]);
});

test("Y9: publish only: a lost answer is not repeated before the author has looked", async () => {
  const rig = await openPublish();
  const { id, key } = await made(rig);
  rig.proxy.fault = ({ method, path }) => (method === "POST" && path === "/flow/drafts" ? "lose" : null);
  expect(must(await publish(rig, id)).perhaps.length).toBe(1);
  rig.proxy.fault = () => null;
  expect(must(await publish(rig, id))).toMatchObject({ pushed: [], perhaps: [{ what: "“Loan”" }] });
  expect([there(rig), rig.state(key)]).toEqual([["Loan"], "perhaps_sent"]);
  must(await rig.host.sync.resolve("Bank", key, null));
  must(await publish(rig, id));
  expect(there(rig)).toEqual(["Loan", "Loan"]);
});

test("Y9: publish only: nor by a publishing that was asked for before the other went out, as from a second window", async () => {
  const rig = await openPublish();
  const [first, { id, key }] = [await made(rig), await made(rig)];
  const { asked, letGo } = holding(rig, ({ method }) => method === "POST");
  const before = publish(rig, first.id);
  await asked;
  const both = [publish(rig, id), publish(rig, id)];
  rig.proxy.fault = ({ method, path }) => (method === "POST" && path === "/flow/drafts" ? "lose" : null);
  letGo();
  must(await before);
  for (const publishing of both)
    expect(must(await publishing)).toMatchObject({ pushed: [], perhaps: [{ what: "“Loan”" }] });
  expect([there(rig), rig.state(key)]).toEqual([["Loan", "Loan"], "perhaps_sent"]);
});

test("Y9: publish only: what was sent when the program ended is perhaps sent once it is open again, without a sync", async () => {
  const rig = await openPublish();
  const { id, key } = await made(rig);
  const isCreate = ({ method, path }: Asked) => method === "POST" && path === "/flow/drafts";
  await rig.crash(isCreate, true, () => publish(rig, id));
  await vi.waitFor(() => expect(rig.state(key)).toBe("perhaps_sent"), { timeout: 15_000, interval: 50 });
  expect(rig.host.sync.accounts()).toMatchObject([{ state: "perhaps" }]);
  must(await rig.host.sync.resolve("Bank", key, null));
  must(await publish(rig, id));
  expect(there(rig)).toEqual(["Loan", "Loan"]);
});

test("Y1: nothing is published on an account that is kept in sync, of a broken text, or of another account", async () => {
  const full = await openRig();
  const draft = await made(full);
  expect(await publish(full, draft.id)).toMatchObject({ ok: false, error: { code: "conflict_error" } });
  const rig = await openPublish();
  expect(await publish(rig, "999")).toMatchObject({ ok: false, error: { code: "resource_not_found" } });
  const broken = must(await rig.host.drafts.createFromText({ text: "title: [unclosed" }));
  const refused = await publish(rig, broken.id);
  expect(refused).toMatchObject({
    ok: true,
    value: { pushed: [], refused: [{ why: expect.stringContaining("does not parse") }] },
  });
});
