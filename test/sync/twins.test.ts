import { expect, test } from "vitest";
import { must, mustFail } from "../harness/workspace.ts";
import { openRig } from "./rig.ts";

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
