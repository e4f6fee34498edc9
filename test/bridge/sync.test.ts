import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { interfaceVersion } from "../../src-shared/service/index.ts";
import { testBridge } from "../harness/bridge.ts";
import { must, type TestWorkspace, testWorkspace } from "../harness/workspace.ts";
import { openService, type TestService } from "../service/harness.ts";
import { TEXT } from "../sync/rig.ts";

let workspace: TestWorkspace;
let bridge: ReturnType<typeof testBridge>;
let service: TestService;
beforeAll(async () => {
  [workspace, service] = [await testWorkspace(), await openService()];
  bridge = testBridge(workspace.host);
});
afterAll(async () => {
  await workspace.dispose();
  await service.close();
});

const add = (given: object = {}) => {
  const { baseUrl: url, credentials } = service;
  return bridge.call("sync.accounts.add", { name: "Bank", url, credentials, bind: "none", ...given });
};
const titlesThere = () => service.host.drafts.list({}).items.map(({ title }) => title);

describe("remote accounts in the app", () => {
  test("Y14: what does not do is told with the field that it is about", async () => {
    const wrong = { ...service.credentials, accesssecret: "another" };
    for (const [given, field] of [
      [{ name: " " }, "name"],
      [{ url: "http://service.example.com" }, "url"],
      [{ url: `${service.baseUrl}/elsewhere` }, "url"],
      [{ credentials: wrong }, "credentials"],
    ] as const)
      expect((await add(given)).wrong?.field).toBe(field);
    expect((await bridge.call("sync.accounts.list", {})).items).toEqual([]);
    expect((await add()).wrong).toBeNull();
    expect((await add()).wrong).toEqual({ field: "name", why: expect.stringContaining("already") });
  });

  test("Y14: of new credentials, only what is wrong with them is told of their field", async () => {
    const check = (accesssecret: string) =>
      bridge.call("sync.accounts.check", { name: "Bank", credentials: { ...service.credentials, accesssecret } });
    expect((await check("another")).wrong).toMatch(/credentials/);
    expect((await check(service.credentials.accesssecret)).wrong).toBeNull();
    const away = await openService();
    await bridge.call("sync.accounts.add", {
      ...{ name: "Away", url: away.baseUrl, credentials: away.credentials, bind: "none" },
    });
    await away.close();
    const lost = bridge.call("sync.accounts.check", { name: "Away", credentials: away.credentials });
    await expect(lost).rejects.toThrow(/127\.0\.0\.1/);
    await bridge.call("sync.accounts.remove", { name: "Away", drafts: "keep" });
  });

  test("a flow belongs to an account, is synced, and says how it stands [Y17]", async () => {
    const flow = await bridge.call("drafts.create", { text: TEXT });
    const other = await bridge.call("drafts.create", { text: TEXT.replace("title: Loan", "title: Other") });
    for (const { id } of [flow, other]) await bridge.call("sync.bind", { name: "Bank", draftId: id });
    const dry = await bridge.call("sync.run", { name: "Bank", dryRun: true });
    expect(dry.planned).toContainEqual({
      ...{
        what: "create a draft: “Loan”",
        ...{ kind: "createDraft", flow: "", command: null, run: null, remoteId: null, days: null },
        title: "“Loan”",
        method: "POST",
        path: "/flow/drafts",
        draft: flow.key,
      },
    });
    expect(titlesThere()).toEqual([]);
    await bridge.call("sync.run", { name: "Bank", dryRun: false, without: [other.key] });
    expect(titlesThere()).toEqual(["Loan"]);
    const { items } = await bridge.call("sync.drafts.list", { name: "Bank" });
    expect(items).toMatchObject([{ key: other.key, id: other.id, title: "Other", state: "only_here", held: true }]);
    const standing = (await bridge.call("drafts.get", { id: flow.id })).sync;
    expect(standing).toEqual({
      ...{
        account: "Bank",
        key: flow.key,
        state: "up_to_date",
        why: null,
        offlineSince: null,
        unusable: false,
        held: false,
      },
      apiVersion: interfaceVersion,
    });
    const [line] = (await bridge.call("ledger.outbound", { limit: 1, kind: "account" })).items;
    expect(line).toMatchObject({ kind: "account", target: expect.stringContaining(service.baseUrl) });
  });

  test("Y7: a flow is deleted here alone, or there too", async () => {
    const [one, two] = [
      await bridge.call("drafts.create", { text: TEXT.replace("title: Loan", "title: One") }),
      await bridge.call("drafts.create", { text: TEXT.replace("title: Loan", "title: Two") }),
    ];
    for (const { id } of [one, two]) await bridge.call("sync.bind", { name: "Bank", draftId: id });
    await bridge.call("sync.run", { name: "Bank", dryRun: false });
    await bridge.call("drafts.remove", { id: one.id, key: one.key, there: "keep" });
    await bridge.call("drafts.remove", { id: two.id, key: two.key, there: "remove" });
    await bridge.call("sync.run", { name: "Bank", dryRun: false });
    expect(titlesThere().toSorted()).toEqual(["Loan", "One"]);
  });

  test("Y6: a conflict is shown with its versions, and settled", async () => {
    const flow = (await bridge.call("drafts.list", { search: "Loan" })).items[0];
    const { id, key, text, revision } = await bridge.call("drafts.get", { id: flow?.id ?? "" });
    await bridge.call("drafts.save", {
      id,
      key,
      text: text.replace("duration: 14", "duration: 30"),
      baseRevision: revision,
    });
    const there = service.host.drafts.list({ search: "Loan" }).items[0]?.id ?? "";
    must(await service.host.drafts.patch(there, { duration: 60 }));
    await bridge.call("sync.run", { name: "Bank", dryRun: false });
    const { conflict } = await bridge.call("sync.conflict.get", { name: "Bank", key });
    expect(conflict).toMatchObject({
      ...{ title: "Loan", id, conflicts: [{ path: ["duration"], kind: "changed", base: 14, mine: 30, theirs: 60 }] },
      theirs: expect.stringContaining("duration: 60"),
    });
    const how = { path: ["duration"], kind: "changed" as const, take: "value" as const, value: 45 };
    await bridge.call("sync.settle", { name: "Bank", key, how: [how] });
    await bridge.call("sync.run", { name: "Bank", dryRun: false });
    expect(must(service.host.drafts.get(there)).fields.duration).toBe(45);
    expect((await bridge.call("sync.conflict.get", { name: "Bank", key })).conflict).toBeNull();
  });

  test("Y14: no answer holds a secret", async () => {
    const said = JSON.stringify([
      await bridge.call("sync.accounts.list", {}),
      await bridge.call("ledger.outbound", {}),
      await bridge.call("sync.drafts.list", { name: "Bank" }),
    ]);
    for (const secret of [service.credentials.apisecret, service.credentials.accesssecret])
      expect(said).not.toContain(secret);
  });

  test("Y18: an account is renamed and removed, and says how many drafts it had", async () => {
    await bridge.call("sync.accounts.rename", { name: "Bank", to: "House" });
    expect(await bridge.call("sync.accounts.remove", { name: "House", drafts: "keep" })).toEqual({ drafts: 2 });
    expect((await bridge.call("sync.accounts.list", {})).items).toEqual([]);
  });
});
