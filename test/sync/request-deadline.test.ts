import { describe, expect, test } from "vitest";
import { must, mustFail } from "../harness/workspace.ts";
import type { Asked } from "./fault-proxy.ts";
import { holding } from "./holding.ts";
import { openRig, type Rig } from "./rig.ts";

const WAITING = { patience: 1_000, grace: 50 };
const SILENT = {
  message: expect.stringMatching(/^“\w+” has not answered for 1 seconds\. Check that its service is running/),
  details: { remote: "lost", offline: true },
};
const isRead = ({ method }: Asked) => method === "GET";
const isCreate = ({ method, path }: Asked) => method === "POST" && path.endsWith("/templates");
const isToken = ({ path }: Asked) => path.endsWith("getpersonaltoken");

const ofAccount = (rig: Rig) => rig.host.sync.accounts().map(({ name, level, baseUrl }) => ({ name, level, baseUrl }));
const adding = (rig: Rig, credentials: Parameters<Rig["host"]["sync"]["check"]>[1]) =>
  rig.host.sync.add({
    name: "Office",
    url: rig.proxy.url,
    credentials: credentials ?? rig.remote.credentials,
    bind: "none",
  });
const PASSWORD = { email: "a@example.com", password: "secret" };

describe("Y14: whoever asks a service that does not answer hears it after a while:", () => {
  test.each([
    ["a check", (rig: Rig) => rig.host.sync.check("Bank")],
    ["a check with new credentials", (rig: Rig) => rig.host.sync.check("Bank", rig.remote.credentials)],
    ["a check with a password", (rig: Rig) => rig.host.sync.check("Bank", PASSWORD)],
    ["a change of the address", (rig: Rig) => rig.host.sync.setAddress("Bank", `${rig.proxy.url}/`)],
    ["an account that is added", (rig: Rig) => adding(rig, undefined)],
    ["an account that is added with a password", (rig: Rig) => adding(rig, PASSWORD)],
  ] as const)("%s", async (what, act) => {
    const rig = await openRig(WAITING);
    if (what.startsWith("an account")) must(await rig.host.sync.remove("Bank", "keep"));
    const before = ofAccount(rig);
    holding(rig, (asked) => isRead(asked) || isToken(asked));
    expect(mustFail<unknown>(await act(rig))).toMatchObject(SILENT);
    expect(ofAccount(rig)).toEqual(before);
  });

  test("Y9: a look for a draft that was perhaps sent; also behind work that does not end", async () => {
    const rig = await openRig({ name: "sparse", ...WAITING });
    const { key } = await rig.draft("title: Loan\n");
    rig.proxy.fault = (asked) => (isCreate(asked) ? "lose" : null);
    await rig.sync();
    rig.proxy.fault = () => null;
    const look = () => rig.host.sync.resolve("Bank", key, "d_1", { asks: true });
    const { asked, noMore, letGo } = holding(rig, isRead);
    expect(mustFail<unknown>(await look())).toMatchObject(SILENT);
    const syncing = rig.sync();
    await asked;
    expect(mustFail<unknown>(await look()).message).toMatch(
      /^Nothing was sent: earlier work with “Bank” has not ended/,
    );
    const said = rig.host.sync.resolve("Bank", key, null);
    expect(mustFail<unknown>(await said).message).toMatch(/^Nothing was sent: earlier work/);
    noMore();
    letGo();
    await syncing;
    expect(rig.state(key)).toBe("perhaps_sent");
  });
});
