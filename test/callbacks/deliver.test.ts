import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sign } from "../../src-main/callbacks/signature.ts";
import { AT, playAll, startSmall } from "../fixtures/small-flow.ts";
import { type Receiver, startReceiver } from "../harness/receiver.ts";
import { must, mustFail, type TestWorkspace, testWorkspace } from "../harness/workspace.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const CUSTOM = `          - callback: { callback-name: first }
          - callback: { callback-name: second }
          - callback: { callback-name: third }`;

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

function started(flow = {}) {
  return startSmall(
    workspace.host,
    { callbackUrl: receiver.url, actions: CUSTOM, ...flow },
    { clock: { virtual: "new", at: AT } },
  );
}

function bodies(): Record<string, unknown>[] {
  return receiver.received().map(({ body }) => JSON.parse(body));
}

function only(instanceId: string, name: string) {
  const row = workspace.host.callbacks.list({ instanceId }).items.find(({ body }) => body.callback_name === name);
  if (row === undefined) throw new Error(`no callback ${name}`);
  return must(workspace.host.callbacks.get(row.eventId));
}

describe("delivery", () => {
  test("Callbacks: first attempts go in order, one at a time, each with its sequence and a stable body", async () => {
    receiver.reply({ status: 200, delay: 60 }, { status: 200, delay: 30 });
    const { id } = await started();
    await playAll(workspace.host, id);

    const sequences = bodies().map(({ sequence }) => sequence);
    expect(sequences).toEqual(sequences.map((_, index) => index + 1));
    expect(receiver.received().map(({ unanswered }) => unanswered)).toEqual(sequences.map(() => 0));
    expect(bodies()[0]).toEqual({
      version: 1,
      type: "custom",
      flow_instance_id: id,
      event_id: receiver.received()[0]?.headers["webhook-id"],
      sequence: 1,
      event_created: new Date(AT).toISOString(),
      callback_name: "first",
      stage: "signing",
    });
    expect(bodies().at(-1)).toMatchObject({ type: "notification_status_changed", delivery_type: "confirmation" });
    expect(bodies().map(({ type }) => type)).toContain("completed");
    expect(workspace.host.callbacks.list({ instanceId: id }).items.every(({ state }) => state === "delivered")).toBe(
      true,
    );
    expect(receiver.received()[0]?.headers).toMatchObject({ "content-type": "application/json" });
  });

  test("Callbacks: a failed first attempt does not hold back later ones", async () => {
    receiver.reply({ status: 500 });
    const { id } = await started();
    await workspace.host.idle();
    expect(only(id, "first").callback).toMatchObject({ state: "retrying", nextAttemptAt: AT + 5 * SECOND });
    expect(only(id, "second").callback.state).toBe("delivered");
    expect(only(id, "third").callback.state).toBe("delivered");
  });

  test("Callbacks: retries follow the schedule on the virtual clock, then the callback is dead", async () => {
    // Every event of the flow fails each time, three events ten times over.
    receiver.reply(...Array.from({ length: 40 }, () => ({ status: 503 })));
    const { id, clockId } = await started({ actions: "          - callback: { callback-name: first }" });
    must(await workspace.host.clocks.advance(clockId, { by: "PT6M" }));
    const due = must(workspace.host.instances.due(id)).find(({ callbackName }) => callbackName === "first");
    expect(due).toMatchObject({ kind: "callback", event: "custom", attempt: 4, wall: false });
    must(await workspace.host.clocks.advance(clockId, { by: "P10D" }));

    const { callback, attempts } = only(id, "first");
    const waits = attempts.map(({ at }, index) => at - (attempts[index - 1]?.at ?? AT));
    expect(waits).toEqual([
      0,
      5 * SECOND,
      5 * MINUTE,
      30 * MINUTE,
      2 * HOUR,
      5 * HOUR,
      10 * HOUR,
      14 * HOUR,
      20 * HOUR,
      24 * HOUR,
    ]);
    expect(callback).toMatchObject({ state: "dead", attempts: 10, nextAttemptAt: null });
    const ids = receiver.received().filter(({ body }) => body.includes('"first"'));
    expect(new Set(ids.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  });

  test("C6: an advance answers only when the callbacks that it set off have their answers", async () => {
    const { id, clockId } = await started({ actions: "", duration: 1 });
    await workspace.host.idle();
    receiver.reply({ status: 200, delay: 300 });
    must(await workspace.host.clocks.advance(clockId, { by: "P2D" }));
    const rows = workspace.host.callbacks.list({ instanceId: id }).items;
    expect(rows.find(({ body }) => body.reason === "timed_out")?.state).toBe("delivered");
  });

  test("Callbacks: 410 ends that event at once", async () => {
    receiver.reply({ status: 410 });
    const { id, clockId } = await started();
    must(await workspace.host.clocks.advance(clockId, { by: "P1D" }));
    expect(only(id, "first").callback).toMatchObject({ state: "dead", attempts: 1 });
  });

  test("Callbacks: Retry-After is honoured, up to 24 hours", async () => {
    receiver.reply(
      { status: 429, headers: { "retry-after": "3600" } },
      { status: 429, headers: { "retry-after": "999999" } },
    );
    const { id } = await started();
    await workspace.host.idle();
    expect(only(id, "first").callback.nextAttemptAt).toBe(AT + HOUR);
    expect(only(id, "second").callback.nextAttemptAt).toBe(AT + 24 * HOUR);
  });

  test("Callbacks: a redirect is not followed and counts as failed; its body is kept", async () => {
    receiver.reply({ status: 302, headers: { location: receiver.url }, body: "elsewhere" });
    const { id } = await started({ actions: "          - callback: { callback-name: first }" });
    await workspace.host.idle();
    expect(only(id, "first").attempts).toMatchObject([{ status: 302, responseBody: "elsewhere" }]);
    expect(receiver.received().filter(({ body }) => body.includes('"first"'))).toHaveLength(1);
  });

  test("Callbacks: a receiver that hangs up, or is not there, is a failed attempt with a sentence", async () => {
    receiver.reply({ status: 200, hangUp: true });
    const { id } = await started();
    await workspace.host.idle();
    expect(only(id, "first").attempts[0]).toMatchObject({
      status: null,
      error: expect.stringContaining("closed the connection"),
    });
    await receiver.close();
    const unheard = await started();
    await workspace.host.idle();
    expect(only(unheard.id, "first").attempts[0]?.error).toContain("Nothing listens");
    receiver = await startReceiver();
  });

  test("Callbacks: signed with the workspace's secret as Standard Webhooks says", async () => {
    const secret = `whsec_${Buffer.from("0123456789abcdef0123456789abcdef").toString("base64")}`;
    must(await workspace.host.callbacks.setSigningSecret(secret));
    expect(mustFail(await workspace.host.callbacks.setSigningSecret("hunter2")).code).toBe(
      "request_parameters_invalid",
    );
    await started();
    await workspace.host.idle();
    const [first] = receiver.received();
    const {
      "webhook-id": id = "",
      "webhook-timestamp": at = "",
      "webhook-signature": signature = "",
    } = first?.headers ?? {};
    expect(signature).toBe(sign(secret, id, Number(at), first?.body ?? ""));
    expect(signature).not.toBe(sign(secret, id, Number(at), `${first?.body} `));
  });

  test("Callbacks: a dead one can be replayed by hand, with the same event id", async () => {
    receiver.reply({ status: 410 });
    const { id } = await started({ actions: "          - callback: { callback-name: first }" });
    await workspace.host.idle();
    const { eventId } = only(id, "first").callback;
    must(await workspace.host.callbacks.replay(eventId));
    await workspace.host.idle();
    expect(only(id, "first")).toMatchObject({ callback: { state: "delivered", attempts: 2 } });
    const sent = receiver.received().filter(({ headers }) => headers["webhook-id"] === eventId);
    expect(sent.map(({ body }) => body)).toEqual([sent[0]?.body, sent[0]?.body]);

    receiver.reply({ status: 500 });
    must(await workspace.host.callbacks.replay(eventId));
    await workspace.host.idle();
    expect(only(id, "first").callback).toMatchObject({ state: "delivered", attempts: 3 });
  });
});

test("Callbacks: a try by hand of an event that waits for its retry takes nothing of the schedule; a 2xx ends it", async () => {
  const { host } = workspace;
  receiver.reply({ status: 500 });
  const { id, clockId } = await started({ actions: "          - callback: { callback-name: first }" });
  await host.idle();
  const { eventId } = only(id, "first").callback;
  const waiting = { state: "retrying", nextAttemptAt: AT + 5 * SECOND };
  expect(only(id, "first").callback).toMatchObject({ ...waiting, attempts: 1 });
  receiver.reply({ status: 500 });
  must(await host.callbacks.replay(eventId));
  await host.idle();
  expect(only(id, "first").callback).toMatchObject({ ...waiting, attempts: 2 });
  // What comes at its time is the schedule's retry alone.
  receiver.reply({ status: 500 });
  must(await host.clocks.advance(clockId, { by: "PT5S" }));
  expect(only(id, "first").callback).toMatchObject({ state: "retrying", attempts: 3 });
  must(await host.callbacks.replay(eventId));
  await host.idle();
  expect(only(id, "first").callback).toMatchObject({ state: "delivered", nextAttemptAt: null, attempts: 4 });
  must(await host.clocks.advance(clockId, { by: "PT1H" }));
  expect(only(id, "first").callback.attempts).toBe(4);
});

test("Callbacks: an event on its way is not sent twice by hand", async () => {
  receiver.reply({ status: 204, delay: 600_000 });
  const { id } = await started({ actions: "          - callback: { callback-name: first }" });
  await receiver.waitFor(1);
  const refused = mustFail(await workspace.host.callbacks.replay(only(id, "first").callback.eventId));
  expect(refused.code).toBe("conflict_error");
});

test("Callbacks: a delivered event that is being sent again by hand is on its way, and is not sent twice", async () => {
  const { host } = workspace;
  const { id } = await started({ actions: "          - callback: { callback-name: first }" });
  await host.idle();
  const { eventId } = only(id, "first").callback;
  expect(must(host.callbacks.get(eventId)).onItsWay).toBe(false);
  const sent = receiver.received().length;
  receiver.reply({ status: 204, delay: 600_000 });
  must(await host.callbacks.replay(eventId));
  await receiver.waitFor(sent + 1);
  expect(must(host.callbacks.get(eventId))).toMatchObject({ onItsWay: true, callback: { state: "delivered" } });
  expect(mustFail(await host.callbacks.replay(eventId)).code).toBe("conflict_error");
  await receiver.hangUp();
  await host.idle();
  expect(must(host.callbacks.get(eventId)).onItsWay).toBe(false);
  must(await host.callbacks.replay(eventId));
});

test("Callbacks: closing ends an attempt under way, sends nothing more, and the next opening sends the same event", async () => {
  receiver.reply({ status: 204, delay: 600_000 });
  const { id } = await started({ actions: CUSTOM });
  const [hanging] = await receiver.waitFor(1);
  const host = await workspace.reopen();
  await host.idle();
  const { items } = host.callbacks.list({ instanceId: id });
  expect(new Set(items.map(({ state }) => state))).toEqual(new Set(["delivered"]));
  const received = receiver.received();
  const sent = received.filter(({ headers }) => headers["webhook-id"] === hanging?.headers["webhook-id"]);
  expect(sent).toHaveLength(2);
  expect(sent[1]?.body).toBe(sent[0]?.body);
  // Every event once, and the one that was cut off twice: nothing was sent between closing and opening.
  expect(received).toHaveLength(items.length + 1);
});

describe("what leaves the machine", () => {
  test("P006, law 8: what may not leave this machine goes to the built-in receiver, which says so", async () => {
    const { id } = await started({ callbackUrl: "http://hooks.example.test/in" });
    const { host } = workspace;
    await host.idle();
    const rows = host.callbacks.list({ instanceId: id }).items;
    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(rows.map(({ state, url }) => `${state} ${url}`))).toEqual(
      new Set(["delivered http://hooks.example.test/in"]),
    );
    const { attempts } = must(host.callbacks.get(rows[0]?.eventId ?? ""));
    expect(attempts.at(-1)).toMatchObject({ status: 200, standIn: "built_in" });
    expect(attempts.at(-1)?.responseBody).toContain("nothing left the machine");
    const targets = host.ledger.outbound({}).items.map(({ target }) => new URL(target).hostname);
    expect(new Set(targets)).toEqual(new Set(["127.0.0.1"]));
    expect(receiver.received()).toEqual([]);
  });

  test("law 8: a host's name that DNS cannot hold is refused in words, and cut short", async () => {
    const tooLong = await workspace.host.callbacks.setAllowedHosts([`${"a".repeat(400)}.test`]);
    expect(mustFail(tooLong).message).toMatch(/^"a{60}" is not a host name\. Write one such as/);
  });

  test.each(["*", "-5", "*.example.test", "hooks.example.test:8080", "a b", "x..test", "\u202ehooks.test"])(
    "law 8: %j names no host and is not allowed",
    async (host) => {
      const { callbacks } = workspace.host;
      expect(mustFail(await callbacks.setAllowedHosts([host])).message).toContain("is not a host name");
      expect(callbacks.allowedHosts()).toEqual([]);
    },
  );

  test.each(["hooks", "hooks.example.test", "10.0.0.7", "my_hooks.internal"])(
    "law 8: %s names a host that can be allowed",
    async (host) => {
      const { callbacks } = workspace.host;
      must(await callbacks.setAllowedHosts([host]));
      expect(callbacks.allowedHosts()).toEqual([host]);
    },
  );

  test("P006, law 8: a host that was allowed and is forbidden again hears nothing of a replay", async () => {
    const { host } = workspace;
    must(await host.callbacks.setAllowedHosts(["hooks.example.test"]));
    const { id } = await started({ callbackUrl: "http://hooks.example.test/in" });
    must(await host.callbacks.setAllowedHosts([]));
    await host.idle();
    const [first] = host.callbacks.list({ instanceId: id }).items;
    must(await host.callbacks.replay(first?.eventId ?? ""));
    await host.idle();
    const { attempts } = must(host.callbacks.get(first?.eventId ?? ""));
    expect(attempts.at(-1)?.standIn).toBe("built_in");
  });

  test("law 8: every attempt is in the outbound ledger", async () => {
    await started();
    await workspace.host.idle();
    const outbound = workspace.host.ledger.outbound({}).items;
    expect(outbound.length).toBe(receiver.received().length);
    expect(outbound[0]).toMatchObject({ kind: "callback", target: receiver.url, result: "204" });
  });

  test("law 9: the password goes out in the header and rests nowhere but in the secret store", async () => {
    const { host } = workspace;
    const base = await startSmall(host);
    const callback = {
      url: receiver.url,
      version: 1,
      auth: { type: "basic", username: "flow", password: "geheim-77" },
    };
    const draft = must(
      await host.drafts.createFromFields({
        fields: {
          title: "With a password",
          process: base.process,
          process_parameters: { ...base.processParameters, documents: { contract: base.documents[0]?.documentId } },
          callback,
        },
      }),
    );
    expect(draft.text).not.toContain("geheim-77");
    expect(draft.fields.callback).toEqual({ url: receiver.url, version: 1, auth: { type: "basic", username: "flow" } });
    const { id } = must(await host.drafts.start(draft.id, { copies: true }));
    await host.idle();
    expect(receiver.received()[0]?.headers.authorization).toBe(
      `Basic ${Buffer.from("flow:geheim-77").toString("base64")}`,
    );
    const shown = JSON.stringify([
      must(host.instances.get(id)),
      must(host.instances.history(id)),
      host.callbacks.list({ instanceId: id }).items.map(({ eventId }) => must(host.callbacks.get(eventId))),
    ]);
    expect(shown).not.toContain("geheim-77");
    expect(shown).not.toContain(Buffer.from("flow:geheim-77").toString("base64"));
  });

  test("a write without the password keeps it while origin and user name stay the same, else it is refused", async () => {
    const { host } = workspace;
    const auth = { type: "basic", username: "flow", password: "geheim-77" };
    const draft = must(
      await host.drafts.createFromFields({ fields: { callback: { url: receiver.url, version: 1, auth } } }),
    );
    const without = { type: "basic", username: "flow" };
    must(await host.drafts.patch(draft.id, { callback: { url: `${receiver.url}other`, version: 1, auth: without } }));
    for (const changed of [
      { url: "http://127.0.0.1:1/", version: 1, auth: without },
      { url: receiver.url, version: 1, auth: { type: "basic", username: "other" } },
    ]) {
      expect(mustFail(await host.drafts.patch(draft.id, { callback: changed })).code).toBe(
        "request_parameters_invalid",
      );
    }
  });
});

describe("the fault lab", () => {
  const any = { instanceId: null, type: null };

  test("faults take the place of sending, as often as they say, and say SIMULATED", async () => {
    const { host } = workspace;
    must(
      await host.callbacks.setFaults([
        { ...any, type: "custom", effect: { kind: "answer", status: 429, retryAfter: 60 }, times: 2 },
      ]),
    );
    const { id, clockId } = await started();
    await host.idle();
    expect(only(id, "first").callback.nextAttemptAt).toBe(AT + MINUTE);
    const simulated = { standIn: "fault_lab", responseBody: expect.stringContaining("SIMULATED") };
    expect(only(id, "first").attempts[0]).toMatchObject(simulated);
    expect(only(id, "third").callback.state).toBe("delivered");
    expect(host.callbacks.faults()).toEqual([]);
    expect(host.ledger.outbound({}).items).toHaveLength(receiver.received().length);
    must(await host.clocks.advance(clockId, { by: "PT2M" }));
    expect(only(id, "first").callback.state).toBe("delivered");
  });

  test("U5: a receiver that answers with the words of the fault lab answers for itself", async () => {
    receiver.reply({
      status: 503,
      headers: { server: "countersign-receiver" },
      body: "SIMULATED by the fault lab; nothing was sent.",
    });
    const { id } = await started();
    await workspace.host.idle();
    expect(only(id, "first").attempts[0]).toMatchObject({ status: 503, standIn: null });
  });

  test("a rule that applies once meets one of the instances whose attempts begin together", async () => {
    const { host } = workspace;
    const effect = { kind: "answer", status: 503, retryAfter: null } as const;
    must(await host.callbacks.setFaults([{ ...any, type: "custom", effect, times: 1 }]));
    const actions = "          - callback: { callback-name: first }";
    const runs = await Promise.all([1, 2, 3, 4].map(() => started({ actions })));
    await host.idle();
    expect(runs.map(({ id }) => only(id, "first").callback.state).sort()).toEqual([
      ...["delivered", "delivered", "delivered", "retrying"],
    ]);
    expect(host.callbacks.faults()).toEqual([]);
  });

  test("a duplicate goes out twice with one event id; no answer is a failed attempt", async () => {
    const { host } = workspace;
    must(
      await host.callbacks.setFaults([
        { ...any, type: "custom", effect: { kind: "duplicate" }, times: 1 },
        { ...any, type: "custom", effect: { kind: "no_answer" }, times: 1 },
      ]),
    );
    const { id } = await started();
    await host.idle();
    const { eventId } = only(id, "first").callback;
    expect(receiver.received().filter(({ headers }) => headers["webhook-id"] === eventId)).toHaveLength(2);
    expect(only(id, "second").attempts[0]).toMatchObject({ status: null, error: expect.stringContaining("SIMULATED") });
    const nonsense = [{ ...any, effect: { kind: "answer", status: 7, retryAfter: null }, times: null }] as const;
    expect(mustFail(await host.callbacks.setFaults(nonsense)).code).toBe("request_parameters_invalid");
  });
});
