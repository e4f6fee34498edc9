import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import * as wire from "../../src-shared/service/index.ts";
import { startReceiver } from "../harness/receiver.ts";
import type { Client, TestService } from "./harness.ts";
import { ndaParameters, ndaProcess, openService, START, startNda, there, value } from "./harness.ts";

let to: TestService;
beforeAll(async () => {
  to = await openService();
});
afterAll(() => to.close());

describe("local controls", () => {
  it("C6: the default clock moves, and answers once everything due has run", async () => {
    const parameters = ndaParameters(await to.upload("nda"));
    const process = {
      ...ndaProcess,
      "automatic-reminders": [{ date: { type: "relative", days_delay: 3, repeat: "periodically" } }],
    };
    const json = { process, process_parameters: parameters, duration: 10 };
    const { id } = (await to.author.ask(201, "POST", "/flow/instances", { json })).as(wire.instance);
    const due = (await to.author.ask(200, "GET", "/local/due")).as(wire.local.dueList).items;
    expect(due.map(({ kind }: { kind: string }) => kind)).toEqual(expect.arrayContaining(["reminder", "time_out"]));
    const day = (await to.author.ask(200, "POST", "/local/clock", { json: { advance: "P1D" } })).as(
      wire.local.clockMoved,
    );
    expect(day).toEqual({ now: "2026-03-03T09:00:00.000Z", ran: [] });
    const next = (await to.author.ask(200, "POST", "/local/clock", { json: { to_next_due: true } })).as(
      wire.local.clockMoved,
    );
    expect(next.now).toBe("2026-03-05T09:00:00.000Z");
    expect(next.ran).toContainEqual(expect.objectContaining({ kind: "reminder", flow_instance_id: id, at: next.now }));
    await to.author.ask(200, "POST", "/local/clock", { json: { set: "2026-03-20T00:00:00.000Z" } });
    expect((await to.author.ask(200, "GET", `/flow/instances/${id}`)).as(wire.instance).status).toBe("timed_out");
    const { items } = (await to.author.ask(200, "GET", `/local/mailbox?flow_instance_id=${id}`)).as(wire.local.mailbox);
    expect(items.filter(({ kind }: { kind: string }) => kind === "reminder")).toHaveLength(6);
  });

  it("C6: the clock that runs are started on cannot be removed, and says why", async () => {
    const to = await openService();
    onTestFinished(to.close);
    const { clocks } = to.host;
    const [listed] = clocks.page({}).items.filter(({ id }) => id === to.clockId);
    expect(listed).toMatchObject({ id: to.clockId, served: true });
    const answer = await clocks.remove(to.clockId);
    const stays = /^The local service starts its runs on the clock “test”: it can be removed once that service/;
    expect(answer).toMatchObject({
      ok: false,
      error: { code: "conflict_error", message: expect.stringMatching(stays) },
    });
    await to.author.ask(200, "POST", "/local/clock", { json: { advance: "PT1S" } });
    const other = value(await clocks.create({ name: "other" }));
    expect(clocks.use(other.id)).toMatchObject({ value: { served: false } });
    expect((await clocks.remove(other.id)).ok).toBe(true);
  });

  it("C5: a clock does not go back, the real one does not move, and exactly one way is given", async () => {
    const { items } = (await to.author.ask(200, "GET", "/local/clock")).as(wire.local.clocks);
    expect(items).toContainEqual(expect.objectContaining({ id: "real", virtual: false }));
    expect(items).toContainEqual(expect.objectContaining({ id: to.clockId, virtual: true }));
    const back = { set: new Date(START - 1).toISOString() };
    expect((await to.author.ask(409, "POST", "/local/clock", { json: back })).error).toBe("conflict_error");
    const real = { clock: "real", advance: "P1D" };
    expect((await to.author.ask(409, "POST", "/local/clock", { json: real })).error).toBe("conflict_error");
    await to.author.ask(404, "POST", "/local/clock", { json: { clock: "nowhere", to_next_due: true } });
    for (const json of [{}, { advance: "P1D", to_next_due: true }, { advance: "a day" }]) {
      await to.author.ask(400, "POST", "/local/clock", { json });
    }
  });

  it("the list of instances is paged, filtered, and the author's own", async () => {
    const mine = [await startNda(to, { title: "Alpha" }), await startNda(to, { title: "Beta" })];
    const other = await to.otherAuthor();
    expect((await other.ask(200, "GET", "/local/instances")).json).toEqual({ items: [] });
    expect((await other.ask(200, "GET", "/local/mailbox")).json).toEqual({ items: [] });
    expect((await other.ask(200, "GET", "/local/callbacks")).json).toEqual({ items: [] });
    const first = (await to.author.ask(200, "GET", "/local/instances?limit=1")).as(wire.local.instances);
    expect(first.items).toHaveLength(1);
    expect(first.items[0]).toMatchObject({ id: mine[1]?.id, waiting_for: ["alice", "bob"], stage: "signing" });
    const second = (
      await to.author.ask(200, "GET", `/local/instances?limit=1&cursor=${encodeURIComponent(there(first.next))}`)
    ).as(wire.local.instances);
    expect(second.items[0]?.id).toBe(mine[0]?.id);
    const found = (await to.author.ask(200, "GET", "/local/instances?search=alpha&status=in_progress")).as(
      wire.local.instances,
    );
    expect(found.items.map(({ id }: { id: string }) => id)).toEqual([mine[0]?.id]);
    await to.author.ask(400, "GET", "/local/instances?limit=501");
    await to.author.ask(400, "GET", "/local/instances?status=open");
  });

  it("an address that bounces makes its notification not_delivered", async () => {
    const rules = [{ address: "alice@example.test", effect: { kind: "bounce", reason: "no such mailbox" } }];
    expect((await to.author.ask(200, "POST", "/local/mailbox/rules", { json: { rules } })).json).toEqual({ rules });
    expect((await to.author.ask(200, "GET", "/local/mailbox/rules")).json).toEqual({ rules });
    const { id } = await startNda(to);
    await to.host.idle();
    const { items } = (await to.author.ask(200, "GET", `/local/mailbox?flow_instance_id=${id}&participant=alice`)).as(
      wire.local.mailbox,
    );
    expect(items).toEqual([expect.objectContaining({ status: "not_delivered" })]);
    await to.author.ask(200, "POST", "/local/mailbox/rules", { json: { rules: [] } });
    const { items: callbacks } = (await to.author.ask(200, "GET", `/local/callbacks?flow_instance_id=${id}`)).as(
      wire.local.callbacks,
    );
    expect(callbacks.map(({ body }: { body: { status?: string } }) => body.status)).toContain("not_delivered");
  });

  it("rules are their author's: others neither see them nor meet them", async () => {
    const other = await to.otherAuthor();
    const statuses = async (client: Client, id: string) => {
      await to.host.idle();
      const { items } = (await client.ask(200, "GET", `/local/mailbox?flow_instance_id=${id}`)).as(wire.local.mailbox);
      return items.map(({ status }) => status);
    };
    const started = async (client: Client) => {
      const process_parameters = ndaParameters(await to.upload("nda", client));
      const body = { process: ndaProcess, process_parameters };
      return (await client.ask(201, "POST", "/flow/instances", { json: body })).as(wire.instance).id;
    };
    const bounce = [{ address: "*", effect: { kind: "bounce", reason: "full" } }];
    const delay = [{ address: "*", effect: { kind: "delay", minutes: 60 } }];
    await to.author.ask(200, "POST", "/local/mailbox/rules", { json: { rules: bounce } });
    expect((await other.ask(200, "GET", "/local/mailbox/rules")).json).toEqual({ rules: [] });
    expect(await statuses(other, await started(other))).toEqual(["delivered", "delivered"]);
    await other.ask(200, "POST", "/local/mailbox/rules", { json: { rules: delay } });
    expect((await to.author.ask(200, "GET", "/local/mailbox/rules")).json).toEqual({ rules: bounce });
    expect(await statuses(to.author, await started(to.author))).toEqual(["not_delivered", "not_delivered"]);
    const waiting = await started(other);
    expect(await statuses(other, waiting)).toEqual(["queued", "queued"]);
    // At its arrival, too, a message meets the rules of its own author.
    await other.ask(200, "POST", "/local/mailbox/rules", { json: { rules: [] } });
    await to.author.ask(200, "POST", "/local/clock", { json: { advance: "PT2H" } });
    expect(await statuses(other, waiting)).toEqual(["delivered", "delivered"]);
    await to.author.ask(200, "POST", "/local/mailbox/rules", { json: { rules: [] } });
  });

  it("C5: a fork is a new instance on a new clock", async () => {
    const { id } = await startNda(to);
    const forked = (await to.author.ask(201, "POST", `/local/instances/${id}/fork`, { json: { after: 1 } })).as(
      wire.local.forked,
    );
    expect(forked.id).not.toBe(id);
    expect(forked.clock).not.toBe(to.clockId);
    await to.author.ask(400, "POST", `/local/instances/${id}/fork`, { json: { after: 0 } });
  });

  it("the fault lab: a simulated 503 is retried as its Retry-After asks; the attempts are listed, and nothing was sent", async () => {
    const fault = { effect: { kind: "answer", status: 503, retry_after: 3600 }, type: "canceled", times: 1 };
    const reported = { faults: [{ flow_instance_id: null, ...fault }] };
    expect((await to.author.ask(200, "POST", "/local/callbacks/faults", { json: { faults: [fault] } })).json).toEqual(
      reported,
    );
    const receiver = await startReceiver();
    const { id } = await startNda(to, { callback: { url: receiver.url } });
    await to.author.ask(204, "POST", `/flow/instances/${id}/cancel`, { json: {} });
    await to.host.idle();
    const { items } = (await to.author.ask(200, "GET", `/local/callbacks?flow_instance_id=${id}&state=retrying`)).as(
      wire.local.callbacks,
    );
    expect(items).toMatchObject([{ type: "canceled", attempts: 1 }]);
    const event = (await to.author.ask(200, "GET", `/local/callbacks/${items[0]?.event_id}`)).as(wire.local.callback);
    expect(event.attempt_list).toMatchObject([
      {
        attempt: 1,
        status: 503,
        response_headers: { "retry-after": "3600" },
        response_body: expect.stringContaining("SIMULATED"),
        stand_in: "fault_lab",
      },
    ]);
    expect(Date.parse(there(event.next_attempt)) - Date.parse(there(event.attempt_list[0]).at)).toBe(3_600_000);
    expect((await to.author.ask(200, "GET", "/local/callbacks/faults")).json).toEqual({ faults: [] });
    expect(receiver.received().filter(({ body }) => body.includes("canceled"))).toEqual([]);
    const { ran } = (await to.author.ask(200, "POST", "/local/clock", { json: { advance: "PT1H" } })).as(
      wire.local.clockMoved,
    );
    expect(ran).toContainEqual(expect.objectContaining({ kind: "callback", event_id: event.event_id }));
    expect(receiver.received().filter(({ body }) => body.includes("canceled"))).toHaveLength(1);
    await receiver.close();
  });

  it("the fault lab refuses what it does not know, and keeps its faults", async () => {
    const keep = [{ effect: { kind: "duplicate" } }];
    await to.author.ask(200, "POST", "/local/callbacks/faults", { json: { faults: keep } });
    for (const effect of [
      { kind: "answer" },
      { kind: "answer", status: 99 },
      { kind: "lose" },
      { kind: "delay", milliseconds: 0 },
    ]) {
      const { error } = await to.author.ask(400, "POST", "/local/callbacks/faults", { json: { faults: [{ effect }] } });
      expect(error).toMatch(/^request_parameters_/);
    }
    const lose = { faults: [{ effect: { kind: "lose" } }] };
    expect((await to.author.ask(400, "POST", "/local/callbacks/faults", { json: lose })).text).toContain(
      String.raw`must be one of \"answer\", \"no_answer\", \"delay\", \"duplicate\"`,
    );
    expect((await to.author.ask(200, "GET", "/local/callbacks/faults")).as(wire.local.faults).faults).toMatchObject(
      keep,
    );
    await to.author.ask(200, "POST", "/local/callbacks/faults", { json: { faults: [] } });
    await to.author.ask(404, "GET", "/local/callbacks/nothing");
  });

  it("the fault lab knows every type of event and the caller's own instances, and no others", async () => {
    const { id } = await startNda(to);
    const other = await to.otherAuthor();
    const effect = { kind: "duplicate" };
    for (const fault of [
      { effect, type: "complete" },
      { effect, flow_instance_id: "nowhere" },
    ]) {
      await to.author.ask(400, "POST", "/local/callbacks/faults", { json: { faults: [fault] } });
    }
    const ofOne = { json: { faults: [{ effect, type: "completed", flow_instance_id: id }] } };
    await other.ask(400, "POST", "/local/callbacks/faults", ofOne);
    await to.author.ask(200, "POST", "/local/callbacks/faults", ofOne);
    expect((await other.ask(403, "POST", "/local/callbacks/faults", { json: { faults: [{ effect }] } })).error).toBe(
      "insufficient_privileges",
    );
    // What others set is neither seen nor taken off.
    expect((await other.ask(200, "GET", "/local/callbacks/faults")).json).toEqual({ faults: [] });
    expect((await other.ask(200, "POST", "/local/callbacks/faults", { json: { faults: [] } })).json).toEqual({
      faults: [],
    });
    expect((await to.author.ask(200, "GET", "/local/callbacks/faults")).as(wire.local.faults).faults).toHaveLength(1);
    await to.author.ask(200, "POST", "/local/callbacks/faults", { json: { faults: [] } });
  });

  it("another author hears of no run that is not theirs: nothing due, nothing that ran, no ledger", async () => {
    const { id } = await startNda(to, { duration: 1 });
    const other = await to.otherAuthor();
    expect((await other.ask(200, "GET", "/local/due")).json).toEqual({ items: [] });
    const own = (await to.author.ask(200, "GET", "/local/due")).as(wire.local.dueList).items;
    expect(own.map(({ flow_instance_id }) => flow_instance_id)).toContain(id);
    const moved = (await other.ask(200, "POST", "/local/clock", { json: { advance: "P2D" } })).as(
      wire.local.clockMoved,
    );
    expect(moved.ran).toEqual([]);
    expect((await to.author.ask(200, "GET", `/flow/instances/${id}`)).as(wire.instance).status).toBe("timed_out");
    expect((await other.ask(403, "GET", "/local/outbound")).error).toBe("insufficient_privileges");
  });

  it("nothing but callbacks left the process, and those went to this machine", async () => {
    const { items } = (await to.author.ask(200, "GET", "/local/outbound")).as(wire.local.outbound);
    expect(items.length).toBeGreaterThan(0);
    for (const { kind, target } of items) {
      expect(kind).toBe("callback");
      expect(target).toMatch(/^http:\/\/127\.0\.0\.1:/);
    }
  });
});

it("nothing of it was an error of the service", () => {
  expect(to.log.filter(({ level }) => level === "error")).toEqual([]);
});
