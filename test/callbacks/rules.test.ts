import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createSender } from "../../src-main/callbacks/index.ts";
import { AT, startSmall } from "../fixtures/small-flow.ts";
import { type Receiver, startReceiver } from "../harness/receiver.ts";
import { must, mustFail, type TestWorkspace, testWorkspace } from "../harness/workspace.ts";

let workspace: TestWorkspace;
let receiver: Receiver;
beforeEach(async () => {
  workspace = await testWorkspace();
  receiver = await startReceiver();
});
afterEach(async () => {
  await workspace.dispose();
  await receiver.close();
});

const KIB_64 = 64 * 1024;

test("Callbacks: the body of an answer is kept up to 64 KiB, and the rest is read and dropped", async () => {
  const sender = createSender();
  receiver.reply({ status: 200, body: "a".repeat(KIB_64) }, { status: 202, body: `${"b".repeat(KIB_64)}tail` });
  expect(await sender.post(receiver.url, {}, "{}")).toMatchObject({
    status: 200,
    body: "a".repeat(KIB_64),
    error: null,
  });
  expect(await sender.post(receiver.url, {}, "{}")).toMatchObject({ status: 202, body: "b".repeat(KIB_64) });
  await sender.close();
});

test("Callbacks: the body is no verdict: a 2xx whose body never ends, or breaks off, is a success", async () => {
  const server = createServer((request, response) => {
    response.writeHead(200);
    response.write("so far", () => {
      if (request.url === "/breaks") response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sender = createSender(300);
  const expected = { status: 200, error: expect.stringContaining("body broke off") };
  expect(await sender.post(`${base}/endless`, {}, "{}")).toMatchObject({ ...expected, body: "so far" });
  expect(await sender.post(`${base}/breaks`, {}, "{}")).toMatchObject(expected);
  await sender.close();
  server.closeAllConnections();
  server.close();
});

test("G6, Callbacks: after a rejection callbacks go on, as one flow_rejected without a failed", async () => {
  const { host } = workspace;
  const { id, clockId } = await startSmall(host, { callbackUrl: receiver.url }, { clock: { virtual: "new", at: AT } });
  receiver.reply({ status: 500 }, { status: 500 });
  must(await host.participants.rejectInstance({ instanceId: id, participant: "alice", message: "no" }));
  await host.idle();
  must(await host.clocks.advance(clockId, { by: "PT1H" }));
  const types = host.callbacks.list({ instanceId: id }).items.map(({ type, state }) => [type, state]);
  expect(types.filter(([type]) => type === "flow_rejected" || type === "failed")).toEqual([
    ["flow_rejected", "delivered"],
  ]);
});

test("G11: deleting an instance ends its pending callbacks; nothing more is sent", async () => {
  const { host } = workspace;
  const { id, clockId } = await startSmall(host, { callbackUrl: receiver.url }, { clock: { virtual: "new", at: AT } });
  await host.idle();
  // It stays on the clock, which would go with its last run.
  await startSmall(host, {}, { clock: { virtual: clockId } });
  receiver.reply(...Array.from({ length: 20 }, () => ({ status: 500 })));
  must(await host.instances.cancel(id));
  await host.idle();
  expect(host.callbacks.list({ instanceId: id, state: "retrying" }).items).not.toEqual([]);
  must(await host.instances.trash(id));
  must(await host.instances.remove(id));
  const before = receiver.received().length;
  must(await host.clocks.advance(clockId, { by: "P5D" }));
  expect(receiver.received()).toHaveLength(before);
  expect(mustFail(host.instances.get(id)).code).toBe("resource_not_found");
});
