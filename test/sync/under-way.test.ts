import { expect, onTestFinished, test, vi } from "vitest";
import { openWorkspaceReadOnly } from "../../src-main/host.ts";
import { copyFolder, temporaryFolder } from "../harness/temporary.ts";
import { must } from "../harness/workspace.ts";
import { holding } from "./holding.ts";
import { EMPTY, openRig, TEXT } from "./rig.ts";

test("Y1: a draft that leaves its account while it is created there stays out of it", async () => {
  const rig = await openRig();
  const { id, key } = await rig.draft(TEXT);
  const { asked, letGo } = holding(rig, ({ method }) => method === "POST");
  const syncing = rig.sync();
  await asked;
  const leaving = rig.host.sync.unbind(id);
  letGo();
  await syncing;
  must(await leaving);
  expect([...rig.there().keys()]).toEqual(["Loan"]);
  expect(await rig.sync()).toMatchObject(EMPTY);
  expect(rig.host.sync.stateOf(key)).toBeNull();
  expect(rig.host.drafts.list({}).items.length).toBe(1);
});

test("Y1: a draft leaves its account at once while a sync is at another one, and does not come in again", async () => {
  const rig = await openRig();
  const { id } = await rig.draft(TEXT.replace("title: Loan", "title: Lease"));
  await rig.sync();
  const { id: slow } = await rig.draft(TEXT);
  const { asked, letGo } = holding(rig, ({ method }) => method === "POST");
  const syncing = rig.sync();
  await asked;
  must(await rig.host.sync.unbind(id));
  expect(rig.host.drafts.list({}).items.find((draft) => draft.id === id)).toBeDefined();
  const leaving = rig.host.sync.unbind(slow);
  letGo();
  must(await leaving);
  expect(await syncing).toMatchObject({ refused: [], pulled: [] });
  expect(await rig.sync()).toMatchObject(EMPTY);
  expect(must(rig.host.sync.states("Bank"))).toEqual([]);
  expect([rig.there().size, rig.host.drafts.list({}).items.length]).toEqual([2, 2]);
});

test("Y1: a draft that leaves its account while the list is read does not come in again", async () => {
  const rig = await openRig();
  const { id } = await rig.draft(TEXT);
  await rig.sync();
  const { asked, letGo } = holding(rig, ({ method, path }) => method === "GET" && path.startsWith("/flow/drafts?"));
  const syncing = rig.sync();
  await asked;
  must(await rig.host.sync.unbind(id));
  letGo();
  expect(await syncing).toMatchObject({ pulled: [] });
  expect(must(rig.host.sync.states("Bank"))).toEqual([]);
  expect(rig.host.drafts.list({}).items.length).toBe(1);
});

test("work that waits for its turn goes on when its account gets another name meanwhile", async () => {
  const rig = await openRig();
  await rig.draft(TEXT);
  const { asked, letGo } = holding(rig, ({ method }) => method === "POST");
  const syncing = rig.sync();
  await asked;
  const { sync } = rig.host;
  const waiting = [sync.run("Bank"), sync.setRetention("Bank", null), sync.remove("Bank", "keep")] as const;
  must(await sync.rename("Bank", "House bank"));
  letGo();
  await syncing;
  for (const work of waiting) must<unknown>(await work);
  expect(sync.accounts()).toEqual([]);
});

test("Y11: a change of the data retention that is asked for while its account is checked is kept", async () => {
  const rig = await openRig();
  const { sync } = rig.host;
  const { asked, letGo } = holding(rig, ({ path }) => path.endsWith("/version"));
  const checking = sync.check("Bank");
  await asked;
  rig.proxy.fault = ({ method }) => (method === "GET" ? null : "drop");
  const policy = { trash_completed: 90, trash_failed: null, trash_timed_out: null, delete_trashed: null };
  must(await sync.setRetention("Bank", policy));
  letGo();
  must(await checking);
  expect(sync.accounts()[0]?.retention?.wanted).toEqual(policy);
});

test("Y17: a change that was cut off by the end of Countersign is perhaps sent, and no more being sent", async () => {
  const rig = await openRig();
  const { id, key } = await rig.draft(TEXT);
  await rig.sync();
  must(await rig.host.drafts.patch(id, { duration: 40 }));
  const { asked, letGo } = holding(rig, ({ method }) => method === "PATCH");
  const syncing = rig.sync();
  await asked;
  expect(rig.state(key)).toBe("sending");
  letGo();
  await syncing;
  must(await rig.host.drafts.patch(id, { duration: 50 }));
  await rig.crash(
    ({ method }) => method === "PATCH",
    true,
    () => rig.sync(),
  );
  const why =
    "The request to change it got no answer: the next sync looks there, and sends it again if it did not arrive.";
  expect(rig.host.sync.stateOf(key)).toMatchObject({ state: "perhaps_sent", why });
  expect(rig.host.sync.accounts()[0]?.state).toBe("waiting");
  const looking = openWorkspaceReadOnly({ dir: rig.workspace.dir });
  expect(looking.sync.stateOf(key)).toMatchObject({ state: "perhaps_sent", why });
  await looking.close();
  expect(await rig.sync()).toMatchObject({ pushed: [key], refused: [], perhaps: [] });
  expect(rig.host.sync.stateOf(key)).toMatchObject({ state: "up_to_date", why: null });
});

test("Y17: a draft is being sent as soon as its create is out, and the app is told so, and what becomes of it", async () => {
  const rig = await openRig();
  for (const title of ["Loan", "Last"]) await rig.draft(TEXT.replace("title: Loan", `title: ${title}`));
  const { sync } = rig.host;
  /** As a window sees it that asks again after each notice. */
  let told = "";
  onTestFinished(
    rig.host.changes(({ kind }) => {
      const states = must(sync.states("Bank")).map(({ state }) => state);
      if (kind === "account") told = states.toSorted().join();
    }),
  );
  const letGo: (() => void)[] = [];
  onTestFinished(() => letGo.forEach((one) => void one()));
  rig.proxy.meanwhile = ({ method }) =>
    method === "POST" ? new Promise((resolve) => letGo.push(resolve)) : Promise.resolve();
  const syncing = rig.sync();
  await vi.waitFor(() => expect(told).toBe("sending,sending"));
  expect(must(sync.open("Bank")).map(({ state }) => state)).toEqual(["sending", "sending"]);
  expect(sync.accounts()[0]).toMatchObject({ state: "running" });
  await vi.waitFor(() => expect(letGo.length).toBe(2));
  letGo[0]?.();
  await vi.waitFor(() => expect(told).toBe("sending,up_to_date"));
  letGo[1]?.();
  expect(await syncing).toMatchObject({ refused: [], perhaps: [] });
});

test("Y9, Y17: who looks at a workspace whose program ended while it sent a new draft is told that it was perhaps sent", async () => {
  const rig = await openRig();
  const { key } = await rig.draft(TEXT);
  using copy = temporaryFolder("looking");
  const { asked, letGo } = holding(rig, ({ method }) => method === "POST");
  const syncing = rig.sync();
  await asked;
  await vi.waitFor(() => expect(rig.state(key)).toBe("sending"));
  copyFolder(rig.workspace.dir, copy.path);
  letGo();
  await syncing;
  const looking = openWorkspaceReadOnly({ dir: copy.path });
  expect(looking.sync.stateOf(key)).toMatchObject({
    state: "perhaps_sent",
    why: expect.stringMatching(/got no answer/),
  });
  await looking.close();
});
