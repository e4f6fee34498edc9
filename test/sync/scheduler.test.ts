import { expect, onTestFinished, test, vi } from "vitest";
import { reportInWords } from "../../src-main/cli/remotes/report.ts";
import { testBridge } from "../harness/bridge.ts";
import { must, mustFail, testWorkspace } from "../harness/workspace.ts";
import { openService } from "../service/harness.ts";
import { EMPTY, openRig, type Rig, TEXT } from "./rig.ts";
import { withRun } from "./scene.ts";

/** Longer than the rest of typing, and the first look. */
const SOON = { timeout: 15_000, interval: 50 };
/** Typing rests soon: what comes after it is the subject. */
const BRIEFLY = { restsAfter: 200 };
const account = (rig: Rig) => {
  const [first] = rig.host.sync.accounts();
  if (first === undefined) throw new Error("There is no account.");
  return first;
};
const save = async (rig: Rig, id: string, change: (text: string) => string) =>
  must(await rig.host.drafts.saveText(id, change(rig.textOf(id))));
const titles = (rig: Rig) => [...rig.there().keys()];

test("Y16: an account that was never synced waits for its author; from then on a draft goes once typing rests [Y3]", async () => {
  const rig = await openRig(BRIEFLY);
  const { id, key } = await rig.draft(TEXT);
  rig.host.sync.start();
  await vi.waitFor(() => expect(account(rig)).toMatchObject({ synced: false, automatic: false }), SOON);
  await rig.sync();
  expect(account(rig)).toMatchObject({ synced: true, automatic: true, drafts: 1 });
  await save(rig, id, (text) => text.replace("title: Loan", "title: House"));
  expect(rig.host.sync.stateOf(key)?.state).toBe("changed_here");
  await vi.waitFor(() => expect(titles(rig)).toEqual(["House"]), SOON);
  await vi.waitFor(
    () => expect(rig.host.sync.stateOf(key)).toMatchObject({ state: "up_to_date", account: "Bank" }),
    SOON,
  );
  must(await rig.host.sync.setAutomatic("Bank", false));
  const { length } = rig.proxy.asked;
  await save(rig, id, (text) => text.replace("title: House", "title: Boat"));
  await rig.sync({ dryRun: true });
  expect(rig.proxy.asked.slice(length).filter((asked) => !asked.startsWith("GET "))).toEqual([]);
});

test("Y13: a service that is not there is said once, and the account goes on when it is back", async () => {
  const rig = await openRig();
  const { key } = await rig.draft(TEXT);
  await rig.sync();
  rig.proxy.fault = () => "drop";
  for (let again = 0; again < 3; again += 1) await rig.sync();
  const { offline } = account(rig).activity;
  expect(offline?.why).toContain("broke off");
  expect(rig.host.sync.stateOf(key)?.offlineSince).toBe(offline?.since);
  rig.proxy.fault = () => null;
  await rig.sync();
  expect(account(rig).activity.offline).toBeNull();
  const said = rig.workspace.log.map(({ message }) => message).filter((message) => message.includes("“Bank”"));
  expect(said).toEqual([expect.stringContaining("is not reached"), "“Bank” is reached again."]);
});

test("Y14, Y17: an account that is not reached says what stands in the way now, and since when it is not", async () => {
  const rig = await openRig();
  await rig.sync();
  rig.proxy.fault = () => "drop";
  await rig.sync();
  const since = account(rig).activity.offline?.since;
  rig.ahead += 60_000;
  rig.proxy.fault = () => "redirect";
  await rig.sync();
  const { offline } = account(rig).activity;
  expect(offline?.why).toContain("elsewhere.example.test");
  expect(offline?.since).toBe(since);
});

test("Y14, Y17: an account whose service answers as no service may is not told as offline, and its flows are not", async () => {
  const rig = await openRig();
  const { id, key } = await rig.draft(TEXT);
  await rig.sync();
  await save(rig, id, (text) => text.replace("title: Loan", "title: House"));
  rig.proxy.fault = () => "redirect";
  await rig.sync();
  expect(account(rig)).toMatchObject({ state: "unusable", activity: { offline: { unusable: true } } });
  expect(rig.host.sync.stateOf(key)).toMatchObject({ state: "changed_here", unusable: true });
  rig.proxy.fault = () => "drop";
  await rig.sync();
  expect(account(rig)).toMatchObject({ state: "offline", activity: { offline: { unusable: false } } });
  expect(rig.host.sync.stateOf(key)).toMatchObject({ unusable: false, offlineSince: expect.any(Number) });
});

test("Y13, Y17: a look at a run that finds nobody makes its account offline, and one that finds it ends that", async () => {
  const { rig, id } = await withRun();
  rig.proxy.fault = () => "drop";
  mustFail(await rig.host.sync.runs.adopt("Bank", id));
  expect(account(rig).activity.offline?.why).toContain("broke off");
  rig.proxy.fault = () => null;
  must(await rig.host.sync.runs.adopt("Bank", id));
  expect(account(rig).activity.offline).toBeNull();
});

test("Y7: a flow that was archived here, as it is gone there, is named at its account until it is restored", async () => {
  const rig = await openRig();
  const { id } = await rig.draft(TEXT);
  await rig.draft(TEXT.replace("Loan", "Lease"));
  await rig.sync();
  must(await rig.remote.host.drafts.remove(rig.there().get("Loan") ?? ""));
  const said = reportInWords(rig.host, await rig.sync(), "Bank");
  expect(said).toContain("Archived here, as it is gone there: Loan");
  await rig.sync();
  expect(account(rig).activity.archived).toEqual([{ id, title: "Loan" }]);
  must(await rig.host.drafts.setArchived(id, false));
  expect(account(rig).activity.archived).toEqual([]);
});

test("Y14: credentials that are not taken stop the account, and nothing is asked again until it is checked", async () => {
  const rig = await openRig();
  await rig.draft(TEXT);
  await rig.sync();
  rig.proxy.fault = () => ({ status: 401 });
  await rig.sync();
  expect(account(rig).stopped).toContain("401");
  rig.proxy.fault = () => null;
  const { length } = rig.proxy.asked;
  rig.host.sync.start();
  await rig.sync();
  expect(rig.proxy.asked.length).toBe(length);
  must(await rig.host.sync.check("Bank"));
  expect(account(rig).stopped).toBeNull();
});

test("Y14: credentials that a check finds refused stop the account at once, and new ones that are refused do not", async () => {
  const rig = await openRig();
  await rig.draft(TEXT);
  await rig.sync();
  rig.proxy.fault = () => ({ status: 401 });
  const other = { apitoken: "a", apisecret: "b", accesstoken: "c", accesssecret: "d" };
  expect(await rig.host.sync.check("Bank", other)).toMatchObject({ ok: false });
  expect(account(rig).stopped).toBeNull();
  expect(await rig.host.sync.check("Bank")).toMatchObject({ ok: false });
  expect(account(rig)).toMatchObject({ state: "stopped", stopped: expect.stringContaining("401") });
  rig.proxy.fault = () => null;
  must(await rig.host.sync.check("Bank"));
  expect(account(rig).stopped).toBeNull();
});

test("Y14: credentials that end in mid-sync end it at once: what waits for its turn is not sent, and is no perhaps", async () => {
  const rig = await openRig();
  const drafts = await Promise.all(Array.from({ length: 30 }, (_, n) => rig.draft(TEXT.replace("Loan", `Loan ${n}`))));
  let creates = 0;
  let refused = 0;
  rig.proxy.fault = ({ method }) => {
    if (refused === 0 && (method !== "POST" || creates++ < 6)) return null;
    refused += 1;
    return { status: 401 };
  };
  const { pushed, perhaps } = await rig.sync();
  // Those that were under way beside the first.
  expect([refused <= 4, pushed.length, perhaps]).toEqual([true, 6, []]);
  expect(account(rig).stopped).toContain("401");
  rig.proxy.fault = () => null;
  must(await rig.host.sync.check("Bank"));
  expect(await rig.sync()).toMatchObject({ refused: [], perhaps: [] });
  expect([rig.there().size, rig.host.drafts.list({ limit: 100 }).items.length]).toEqual([30, 30]);
  expect(drafts.map(({ key }) => rig.state(key))).toEqual(drafts.map(() => "up_to_date"));
});

test("a sync is canceled between two requests, and the next one goes on where it was", async () => {
  const rig = await openRig();
  const drafts = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => rig.draft(TEXT.replace("Loan", `Loan ${n}`))));
  rig.proxy.meanwhile = async ({ method }) => {
    if (method === "POST") must(rig.host.sync.cancel("Bank"));
  };
  const report = await rig.sync();
  expect(report).toMatchObject({ canceled: true, refused: [], unreachable: null, perhaps: [] });
  expect(report.pushed.length).toBeLessThan(drafts.length);
  expect(account(rig)).toMatchObject({ synced: false, stopped: null, activity: { running: false, offline: null } });
  rig.proxy.meanwhile = async () => undefined;
  const rest = await rig.sync();
  expect(rest.refused).toEqual([]);
  expect(rig.there().size).toBe(drafts.length);
  expect(drafts.map(({ key }) => rig.state(key))).toEqual(drafts.map(() => "up_to_date"));
});

test("Y13, Y17: an account of which a sync did something before it was canceled is not told as offline any more", async () => {
  const { rig, key } = await withRun();
  rig.proxy.fault = () => "drop";
  for (const days of [1, 2, 3]) await rig.host.sync.runs.command("Bank", key, { kind: "prolong", days });
  expect(account(rig).activity.offline).not.toBeNull();
  rig.proxy.fault = () => null;
  rig.proxy.meanwhile = async ({ method }) => {
    if (method !== "GET") must(rig.host.sync.cancel("Bank"));
  };
  const report = await rig.sync();
  expect([report.canceled, report.done.length]).toEqual([true, 1]);
  expect(account(rig).activity).toMatchObject({ offline: null, running: false });
});

test("a sync that waits for a service which asked for patience is canceled at once", async () => {
  const rig = await openRig();
  await rig.draft(TEXT);
  const patient = await testWorkspace();
  onTestFinished(() => patient.dispose());
  const request = { name: "Bank", url: rig.proxy.url, credentials: rig.remote.credentials, bind: "none" } as const;
  must(await patient.host.sync.add(request));
  rig.proxy.fault = () => ({ status: 429, retryAfter: "50" });
  const running = patient.host.sync.run("Bank");
  const [first] = patient.host.sync.accounts();
  expect(first?.activity.running).toBe(true);
  await vi.waitFor(() => expect(rig.proxy.asked.at(-1)).toContain("data_retention"), SOON);
  must(patient.host.sync.cancel("Bank"));
  expect(must(await running).canceled).toBe(true);
});

test("Y16: a dry run names the draft of each request, and one that is taken out stays out until it is let go", async () => {
  const rig = await openRig();
  const one = await rig.draft(TEXT);
  const two = await rig.draft(TEXT.replace("title: Loan", "title: Other"));
  const { planned } = await rig.sync({ dryRun: true });
  expect(planned.map(({ draft, method }) => [draft, method]).toSorted()).toEqual(
    [one, two].map(({ key }) => [key, "POST"]).toSorted(),
  );
  expect(account(rig)).toMatchObject({ synced: false, state: "fresh", activity: { last: null } });
  must(await rig.host.sync.run("Bank", { without: [two.key] }));
  expect(titles(rig)).toEqual(["Loan"]);
  expect(await rig.sync()).toMatchObject(EMPTY);
  expect(must(rig.host.sync.open("Bank"))).toMatchObject([
    { draft: two.key, title: "Other", held: true, state: "only_here" },
  ]);
  must(await rig.host.sync.run("Bank", { without: [] }));
  expect(titles(rig).toSorted()).toEqual(["Loan", "Other"]);
  expect(must(rig.host.sync.open("Bank"))).toEqual([]);
});

test("Y16: a dry run names each folder that would be made, once", async () => {
  const rig = await openRig();
  const folder = must(await rig.host.folders.create({ name: "Leases" })).id;
  for (const title of ["A", "B"]) {
    const { id } = await rig.draft(TEXT.replace("title: Loan", `title: ${title}`));
    must(await rig.host.drafts.patch(id, { folder_id: folder }));
  }
  const { planned } = await rig.sync({ dryRun: true });
  expect(planned.map(({ what }) => what).filter((what) => what.includes("Leases"))).toEqual([
    "create a folder: “Leases”",
  ]);
});

test("an account's name has a visible character, and looks like no other's", async () => {
  const rig = await openRig();
  const { url } = rig.proxy;
  const other = { apitoken: "a", apisecret: "b", accesstoken: "c", accesssecret: "d" };
  const add = (name: string) => rig.host.sync.add({ name, url, credentials: other, bind: "none" });
  for (const name of ["\u200b", " \u00ad "]) {
    expect(mustFail(await add(name))).toMatchObject({
      details: { field: "name" },
      message: expect.stringMatching(/visible character/),
    });
    expect(mustFail(await rig.host.sync.rename("Bank", name)).message).toMatch(/visible character/);
  }
  expect(mustFail(await rig.host.sync.rename("Bank", "  ")).message).toMatch(/1 to \d+ characters/);
  expect(mustFail(await add("B\u200dank ")).message).toMatch(/There is a remote account “Bank” already/);
  must(await rig.host.sync.rename("Bank", " BANK\u200b "));
  expect(account(rig).name).toBe("BANK\u200b");
});

test("an account is renamed, and a draft that is unbound stays as it is on the service", async () => {
  const rig = await openRig();
  const { id, key } = await rig.draft(TEXT);
  await rig.sync();
  must(await rig.host.sync.rename("Bank", "House bank"));
  expect(rig.host.sync.stateOf(key)?.account).toBe("House bank");
  must(await rig.host.sync.unbind(id));
  expect(rig.host.sync.stateOf(key)).toBeNull();
  expect(must(await rig.host.sync.run("House bank"))).toMatchObject(EMPTY);
  expect(rig.host.drafts.list({}).items.length).toBe(1);
  must(await rig.host.sync.bind("House bank", id));
  expect(must(await rig.host.sync.run("House bank"))).toMatchObject(EMPTY);
  expect(rig.host.sync.stateOf(key)?.state).toBe("up_to_date");
  expect(titles(rig)).toEqual(["Loan"]);
  must(await rig.host.sync.unbind(id));
  must(await rig.host.drafts.remove(id));
  expect(must(await rig.host.sync.run("House bank"))).toMatchObject(EMPTY);
  expect(titles(rig)).toEqual(["Loan"]);
  expect(rig.host.drafts.list({}).items).toEqual([]);
});

test("what is under way ends when the workspace is closed", async () => {
  const service = await openService();
  onTestFinished(() => service.close());
  const rig = await openRig({ remote: service });
  await rig.draft(TEXT);
  rig.host.sync.start();
  const running = rig.host.sync.run("Bank");
  await rig.workspace.reopen();
  expect(must(await running).refused).toEqual([]);
  expect(account(rig).activity.last).toBeNull();
});

test("Y13: a run is looked at by itself when its look is due, and not whenever drafts are synced", async () => {
  const { rig, id } = await withRun(BRIEFLY);
  const looks = () => rig.proxy.asked.filter((asked) => asked.includes("/flow/instances/")).length;
  rig.keepsInSync();
  must(await rig.remote.host.instances.cancel(id));
  await vi.waitFor(() => expect(rig.run().seen?.status).toBe("canceled"), SOON);
  await vi.waitFor(() => expect(rig.run().wallNext - Date.now()).toBeGreaterThan(80_000_000), SOON);
  const before = looks();
  const draft = await rig.draft(TEXT);
  await vi.waitFor(() => expect(rig.state(draft.key)).toBe("up_to_date"), SOON);
  expect(looks()).toBe(before);
});

test("Y17: what the last sync did that did anything is known after one with nothing to do", async () => {
  const rig = await openRig();
  await rig.draft(TEXT);
  await rig.sync();
  const did = account(rig)?.activity.did;
  expect(did?.sums).toMatchObject({ pushed: 1, pulled: 0 });
  rig.ahead += 60_000;
  await rig.sync();
  expect(account(rig)?.activity).toMatchObject({ did, last: { report: { pushed: [] } } });
});

test("Y16: that an account is synced only when it is asked, and that a draft has left it, are kept both where both are said at once", async () => {
  const rig = await openRig();
  const { id } = await rig.draft(TEXT);
  await rig.sync();
  const { sync } = rig.host;
  for (const done of await Promise.all([sync.unbind(id), sync.setAutomatic("Bank", false)])) must<unknown>(done);
  expect(sync.accounts()[0]?.automatic).toBe(false);
  await rig.sync();
  expect(rig.host.drafts.list({}).items.map(({ title }) => title)).toEqual(["Loan"]);
});

/** A flow that was changed there, and in which somebody types here. */
async function typedHere() {
  const rig = await openRig(BRIEFLY);
  const bridge = testBridge(rig.host);
  const { id, key } = await rig.draft(TEXT);
  await rig.sync();
  must(await rig.remote.host.drafts.patch(rig.there().get("Loan") ?? "", { duration: 50 }));
  await bridge.call("drafts.typing", { id, key });
  return { rig, bridge, id, key };
}

test("Y3: a change from there waits while somebody types what is not saved yet, and both are merged once it is", async () => {
  const { rig, bridge, id, key } = await typedHere();
  const { revision } = must(rig.host.drafts.get(id));
  expect(await rig.sync()).toMatchObject(EMPTY);
  expect(rig.state(key)).toBe("changed_there");
  const text = rig.textOf(id).replace("title: Loan", "title: House");
  // On the revision that the page had as it was typed: nobody has written since.
  await bridge.call("drafts.save", { id, key, text, baseRevision: revision });
  expect(await rig.sync()).toMatchObject({ ...EMPTY, pushed: [key], merged: [key] });
  expect(must(rig.host.drafts.get(id)).fields).toMatchObject({ title: "House", duration: 50 });
  expect(titles(rig)).toEqual(["House"]);
});

test("Y3: a change from there comes in by itself once what was typed is taken back", async () => {
  const { rig, id, key } = await typedHere();
  await rig.sync();
  expect(must(rig.host.drafts.get(id)).fields.duration).toBe(14);
  rig.host.sync.start();
  await vi.waitFor(() => expect(must(rig.host.drafts.get(id)).fields.duration).toBe(50), SOON);
  await vi.waitFor(() => expect(rig.state(key)).toBe("up_to_date"), SOON);
});

test("Y3, Y7: a draft that is deleted there while somebody types in it is a conflict, and is not archived under their hands", async () => {
  const rig = await openRig(BRIEFLY);
  const bridge = testBridge(rig.host);
  const { id, key } = await rig.draft(TEXT);
  await rig.draft(TEXT.replace("Loan", "Lease"));
  await rig.sync();
  must(await rig.remote.host.drafts.remove(rig.there().get("Loan") ?? ""));
  await bridge.call("drafts.typing", { id, key });
  expect(await rig.sync()).toMatchObject(EMPTY);
  expect(must(rig.host.drafts.get(id)).archived).toBe(false);
  await save(rig, id, (text) => text.replace("duration: 14", "duration: 30"));
  expect((await rig.sync()).conflicts).toMatchObject([{ draft: key, path: [], theirs: null }]);
});
