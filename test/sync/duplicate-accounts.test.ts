import { expect, onTestFinished, test } from "vitest";
import { countersign } from "../harness/command.ts";
import { must, mustFail } from "../harness/workspace.ts";
import { openService } from "../service/harness.ts";
import { openRig, TEXT } from "./rig.ts";

test("Y1: one account of a service is not added twice, however its address is spelled", async () => {
  const rig = await openRig();
  const { credentials } = rig.remote;
  const { port } = new URL(rig.proxy.url);
  const spelled = [
    ...["127.0.0.1", "localhost", "LocalHost", "localhost.", "[::1]", "127.0.0.2", "bank.localhost"].map(
      (host) => `http://${host}:${port}`,
    ),
    `http://127.0.0.1:${port}/`,
    `HTTP://127.0.0.1:${port}//`,
  ];
  const before = rig.proxy.asked.length;
  for (const url of spelled) {
    const refused = mustFail<unknown>(await rig.host.sync.add({ name: "Twin", url, credentials, bind: "none" }));
    expect([url, refused.message]).toEqual([url, expect.stringContaining(`“Bank” is this one already`)]);
  }
  expect([rig.host.sync.accounts().length, rig.proxy.asked.length]).toEqual([1, before]);
  must(await rig.host.sync.check("Bank", credentials));
  must(await rig.host.sync.add({ name: "Direct", url: rig.remote.baseUrl, credentials, bind: "none" }));
  expect(rig.host.sync.accounts().length).toBe(2);
});

test("Y1, Y14: an address with a stray percent sign is asked as it stands", async () => {
  const rig = await openRig();
  const url = `${rig.proxy.url}/%zz`;
  const { credentials } = rig.remote;
  const refused = mustFail<unknown>(await rig.host.sync.add({ name: "Stray", url, credentials, bind: "none" }));
  expect(refused.message).toContain("The address is not valid.");
});

test.each(["apisecret", "accesssecret"] as const)(
  "Y1: the tokens of an account here with another %s are not called the same credentials",
  async (secret) => {
    const rig = await openRig();
    const credentials = { ...rig.remote.credentials, [secret]: "another" };
    const twin = { name: "Twin", url: rig.proxy.url, credentials, bind: "none" } as const;
    const { message, details } = mustFail<unknown>(await rig.host.sync.add(twin));
    expect(message).toBe(
      `The remote account “Bank” has the same service (${rig.proxy.url}) and the same tokens, but other secrets. Correct the secrets; or, if they are new, check “Bank” with them.`,
    );
    expect(details).toMatchObject({ field: "credentials" });
  },
);

test("Y1: an account that lists the drafts of another one here is told to be the same, before its first sync", async () => {
  const rig = await openRig();
  await rig.draft(TEXT);
  await rig.sync();
  const { accounts } = rig.remote.host;
  // Its author has made other credentials on the service, or the service has several at once.
  const other = { apitoken: "other", apisecret: "x", accesstoken: "other", accesssecret: "x" };
  must(await accounts.putCredentials(accounts.defaultId, other));
  const twin = { name: "Twin", url: rig.proxy.url, credentials: other, bind: "none" } as const;
  expect(must(await rig.host.sync.add(twin))).toMatchObject({ sameAs: "Bank", synced: false });
  const sameAs = () => rig.host.sync.accounts().map((account) => account.sameAs);
  expect(sameAs()).toEqual([null, "Bank"]);
  must(await rig.host.sync.rename("Bank", "Office"));
  expect(sameAs()).toEqual([null, "Office"]);
  must(await rig.host.sync.remove("Office", "keep"));
  expect(sameAs()).toEqual([null]);
});

test("Y1: two accounts that were added before either was synced are told to be the same by the next sync or its dry run", async () => {
  const rig = await openRig();
  const { accounts } = rig.remote.host;
  const other = { apitoken: "other", apisecret: "x", accesstoken: "other", accesssecret: "x" };
  const first = rig.remote.credentials;
  must(await accounts.putCredentials(accounts.defaultId, other));
  must(await rig.host.sync.add({ name: "Twin", url: rig.proxy.url, credentials: other, bind: "none" }));
  must(await accounts.putCredentials(accounts.defaultId, first));
  await rig.draft(TEXT);
  await rig.sync();
  must(await accounts.putCredentials(accounts.defaultId, other));
  must(await rig.host.sync.run("Twin", { dryRun: true }));
  expect(rig.host.sync.accounts().map(({ sameAs }) => sameAs)).toEqual([null, "Bank"]);
  const { dir } = rig.workspace;
  await rig.host.close();
  expect((await countersign(["account", "list", "--workspace", dir])).out).toContain(
    "  Lists the same drafts as “Bank”: probably one account with other credentials. Remove one of the two, or each flow comes in twice.\n",
  );
});

test("Y1, Y14: an account's address is changed with the checks of adding one, and it goes on with what is bound to it", async () => {
  const rig = await openRig();
  const { sync } = rig.host;
  const { key } = await rig.draft(TEXT);
  await rig.sync();
  const { credentials, baseUrl } = rig.remote;
  const other = await openService();
  onTestFinished(() => other.close());
  const wrong: readonly (readonly [string, RegExp])[] = [
    ["http://bank.example", /Use https/],
    ["bank.example", /not an https address/],
    ["https://me:secret@bank.example", /user name or password/],
    [`${rig.proxy.url}/not/whole`, /does not have the interface/],
    [other.baseUrl, /does not take this account's credentials \(401\).*may be another service's/],
  ];
  for (const [url, why] of wrong) expect(mustFail<unknown>(await sync.setAddress("Bank", url)).message).toMatch(why);
  must(await sync.add({ name: "Direct", url: baseUrl, credentials, bind: "none" }));
  expect(mustFail<unknown>(await sync.setAddress("Bank", baseUrl)).message).toMatch(/“Direct” is this one already/);
  expect(sync.accounts().find(({ name }) => name === "Bank")?.baseUrl).toBe(rig.proxy.url);
  must(await sync.remove("Direct", "keep"));

  const before = rig.proxy.asked.length;
  expect(must(await sync.setAddress("Bank", `${baseUrl}/`))).toMatchObject({ name: "Bank", baseUrl, stopped: null });
  must(await rig.host.drafts.patch(must(rig.host.sync.states("Bank"))[0]?.id ?? "", { duration: 40 }));
  expect(await rig.sync()).toMatchObject({ pushed: [key], refused: [], pulled: [] });
  expect(rig.proxy.asked.length).toBe(before);
});

test("Y13: what a service asked to be left alone for does not hold at another address", async () => {
  const rig = await openRig();
  rig.proxy.fault = () => ({ status: 429, retryAfter: "7200" });
  await rig.sync();
  expect(rig.host.sync.accounts()[0]).toMatchObject({ waitsUntil: expect.any(Number), state: "rests" });
  must(await rig.host.sync.setAddress("Bank", rig.remote.baseUrl));
  expect(rig.host.sync.accounts()[0]).toMatchObject({ waitsUntil: null });
  expect(await rig.sync()).toMatchObject({ unreachable: null });
});

test("Y14: the command line changes an account's address, asks there first, and says why where it cannot be used", async () => {
  const rig = await openRig();
  const { key } = await rig.draft(TEXT);
  await rig.host.close();
  const run = (...args: string[]) => countersign([...args, "--workspace", rig.workspace.dir]);
  const elsewhere = await run("account", "address", "Bank", `${rig.proxy.url}/not/whole`);
  expect(elsewhere).toMatchObject({ code: 2, out: "", err: expect.stringContaining("does not have the interface") });
  expect(await run("account", "address", "Nobody", rig.remote.baseUrl)).toMatchObject({ code: 2 });
  const before = rig.proxy.asked.length;
  const moved = await run("account", "address", "Bank", rig.remote.baseUrl);
  expect(moved).toMatchObject({ code: 0, err: "", out: expect.stringContaining(rig.remote.baseUrl) });
  expect(JSON.parse((await run("sync", "--json")).out)).toMatchObject({ pushed: [key], refused: [] });
  expect(rig.proxy.asked.length).toBe(before);
});

test("Y1, Y16: a dry run after an account was removed and added again says which flows would stand twice on both sides", async () => {
  const rig = await openRig();
  const { id } = await rig.draft(TEXT);
  await rig.draft(TEXT.replace("title: Loan", "title: Same"));
  await rig.sync();
  must(await rig.host.drafts.patch(id, { duration: 40 }));
  must(await rig.host.sync.remove("Bank", "keep"));
  const { credentials } = rig.remote;
  must(await rig.host.sync.add({ name: "Bank", url: rig.proxy.url, credentials, bind: "all" }));
  const { dir } = rig.workspace;
  await rig.host.close();
  const { out } = await countersign(["sync", "--dry-run", "--workspace", dir]);
  const lines = out.split("\n").filter((line) => line.includes("Would change here"));
  expect(lines.toSorted()).toEqual([
    "  Would change here: Loan (comes in from there, beside the one of this title that would be sent: there would be two on both sides)",
    "  Would change here: Same (is bound to the same flow there)",
  ]);
});
