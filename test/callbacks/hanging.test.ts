import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createSender } from "../../src-main/callbacks/index.ts";
import { createLanes } from "../../src-main/jobs/lanes.ts";
import { callbackRow, jobRow } from "../fixtures/rows.ts";
import { memoryStore } from "../harness/memory-store.ts";
import { startReceiver } from "../harness/receiver.ts";
import { handlerOf } from "./handler.ts";

test("Callbacks: a receiver that hangs under 1,100 events holds up no other receiver", async () => {
  const hangs = await startReceiver({ status: 204, delay: 600_000 });
  const healthy = await startReceiver();
  const store = memoryStore();
  const sender = createSender(600_000);
  const handler = handlerOf(store, sender);
  const lanes = createLanes<"callback">(() => handler);
  const send = (eventId: string, url: string) => {
    store.write((tx) => tx.callbacks.put(callbackRow(eventId, { url })));
    const bound = handler.bind(jobRow(eventId, { kind: "callback", instanceId: eventId, payload: { eventId } }));
    if (bound === null) throw new Error("the payload fits");
    lanes.add("callback", bound.place, async (leave) => {
      // Closing the sender at the end cuts off those that hang.
      await Promise.allSettled([bound.run(leave)]);
    });
  };
  for (let number = 0; number < 1_100; number += 1) send(`h${number}`, `${hangs.url}${number}`);
  send("e1", healthy.url);
  const [first] = await healthy.waitFor(1);
  expect(first?.headers["webhook-id"]).toBe("e1");
  await sender.close();
  await Promise.all([hangs.close(), healthy.close()]);
});

test("Callbacks: an answer without an end is an answer all the same, and is read no further than a mebibyte", async () => {
  let sent = 0;
  const server = http.createServer((request, response) => {
    request.resume();
    response.writeHead(200);
    const pour = () => {
      while (!response.destroyed && response.write("x".repeat(65_536))) sent += 65_536;
    };
    response.on("drain", pour);
    pour();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const sender = createSender(600_000);
  const answer = await sender.post(`http://127.0.0.1:${port}/`, {}, "{}");
  expect(answer).toMatchObject({ status: 200, error: null });
  expect(answer.body).toHaveLength(65_536);
  await sender.close();
  server.close();
  server.closeAllConnections();
  expect(sent).toBeLessThan(64 * 1024 * 1024);
});
