import { afterEach, beforeEach, expect, test } from "vitest";
import { sign } from "../../src-main/callbacks/signature.ts";
import { callbackEvent } from "../../src-shared/service/index.ts";
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

const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

test("law 8: a test call is a real delivery: an event of the interface, signed and authenticated, and in the ledger", async () => {
  const { host } = workspace;
  must(await host.callbacks.setSigningSecret(SECRET));
  must(await host.settings.setSecret("hook", "pässword"));
  receiver.reply({ status: 202, body: "thanks" });
  const called = must(
    await host.callbacks.test({ url: receiver.url, auth: { username: "user", passwordRef: "hook" } }),
  );
  expect(called).toMatchObject({ status: 202, responseBody: "thanks", error: null });

  const [request] = receiver.received();
  const headers: Readonly<Record<string, string>> = request?.headers ?? {};
  const body = request?.body ?? "";
  const event = callbackEvent.parse(JSON.parse(body));
  expect(event).toMatchObject({ type: "custom", callback_name: "test" });
  expect(headers["webhook-id"]).toBe(event.event_id);
  const timestamp = Number(headers["webhook-timestamp"]);
  expect(headers["webhook-signature"]).toBe(sign(SECRET, event.event_id, timestamp, body));
  expect(headers.authorization).toBe(`Basic ${Buffer.from("user:pässword").toString("base64")}`);

  // Law 9: what is handed back for reading does not hold the password.
  expect(called.requestHeaders.authorization).toBe("Basic (hidden)");
  expect(host.ledger.outbound({}).items).toMatchObject([{ kind: "callback", target: receiver.url, result: "202" }]);
});

test("law 8: a test call goes nowhere that callbacks may not go, and leaves no line then", async () => {
  const { host } = workspace;
  const refused = mustFail(await host.callbacks.test({ url: "https://hooks.example.test/", auth: null }));
  expect(refused).toMatchObject({ code: "conflict_error", message: expect.stringContaining("Allow the host first") });
  expect(mustFail(await host.callbacks.test({ url: "ftp://x", auth: null })).code).toBe("request_parameters_invalid");
  const clear = mustFail(await host.callbacks.test({ url: "http://u:hush-hush@127.0.0.1:9/", auth: null }));
  expect(clear).toMatchObject({ code: "request_parameters_invalid", details: { rule: "P006" } });
  expect(clear.message).not.toContain("hush-hush");
  expect(host.ledger.outbound({}).items).toEqual([]);
});

test("a test call without its password, or without an answer, says so in a sentence", async () => {
  const { host } = workspace;
  const missing = await host.callbacks.test({ url: receiver.url, auth: { username: "a", passwordRef: "none" } });
  expect(mustFail(missing).message).toContain('"none" holds no password here');
  expect(receiver.received()).toEqual([]);

  receiver.reply({ status: 200, hangUp: true });
  const cut = must(await host.callbacks.test({ url: receiver.url, auth: null }));
  expect(cut).toMatchObject({ status: null, error: "The receiver closed the connection without an answer." });
  expect(host.ledger.outbound({}).items).toMatchObject([{ result: cut.error }]);
});
