import { expect, onTestFinished, test } from "vitest";
import { must, testWorkspace } from "../harness/workspace.ts";

test("law 9: a signing secret, credentials and a seal certificate that change are announced, so that every window shows them", async () => {
  const { host, dispose } = await testWorkspace();
  onTestFinished(dispose);
  const told: string[] = [];
  host.changes(({ kind }) => told.push(kind));
  const tellsOf = async (work: () => Promise<unknown>) => {
    told.length = 0;
    await work();
    return told.filter((kind) => kind === "setting").length;
  };
  const id = host.accounts.defaultId;
  expect(await tellsOf(async () => must(await host.callbacks.setSigningSecret(null)))).toBe(1);
  const made = must(await host.accounts.credentials(id));
  expect(await tellsOf(async () => must(await host.accounts.removeCredentials(id, made.apitoken)))).toBe(1);
  expect(await tellsOf(async () => must(await host.accounts.createCredentials(id)))).toBe(1);
  expect(await tellsOf(async () => must(await host.seal.reset()))).toBe(1);
  expect(await tellsOf(() => host.seal.use(new Uint8Array(), "x"))).toBe(0);
});
