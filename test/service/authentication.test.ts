import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { WireInstance } from "../../src-shared/service/index.ts";
import * as wire from "../../src-shared/service/index.ts";
import { callbackEvent } from "../../src-shared/service/index.ts";
import { must } from "../harness/workspace.ts";
import type { TestService } from "./harness.ts";
import { Client, ndaParameters, ndaProcess, openService, sitDown, there } from "./harness.ts";

let to: TestService;
beforeAll(async () => {
  to = await openService();
});
afterAll(() => to.close());

async function startWith(alice: object): Promise<WireInstance> {
  const parameters = ndaParameters(await to.upload("nda"));
  const users = { ...parameters.users, alice: { ...parameters.users.alice, phone_number: "+46701234567", ...alice } };
  const body = { process: ndaProcess, process_parameters: { ...parameters, users } };
  return (await to.author.ask(201, "POST", "/flow/instances", { json: body })).as(wire.instance);
}

const pageOf = async (client: Client, { id }: WireInstance) =>
  (await client.ask(200, "GET", `/local/participant/${id}`)).as(wire.participantPage);
const overviewOf = async (client: Client, instance: WireInstance) =>
  wire.overviewPage.parse(await pageOf(client, instance));
const begin = async (client: Client, { id }: WireInstance, kind: "view" | "sign") =>
  (await client.ask(200, "POST", "/flow/eid/start", { json: { instance_id: id, kind } })).as(wire.eidStartResponse)
    .transaction_id;
const check = async (client: Client, transaction_id: string, code?: string) =>
  (await client.ask(200, "POST", "/flow/eid/check", { json: { transaction_id, ...(code && { code }) } })).as(
    wire.eidCheckResponse,
  ).status;
const pick = async (client: Client, { id }: WireInstance, transaction_id: string, outcome: string) => {
  const sent = { json: { transaction_id, outcome } };
  return (await client.ask(200, "POST", `/local/participant/${id}/authentication`, sent)).as(wire.eidCheckResponse)
    .status;
};
/** The code of the newest SMS, as the author reads it in the mailbox. */
const lastCode = async ({ id }: WireInstance) => {
  await to.host.idle();
  const { items } = (await to.author.ask(200, "GET", `/local/mailbox?flow_instance_id=${id}`)).as(wire.local.mailbox);
  const sms = there(items.find(({ kind }) => kind === "code"));
  const { text } = (await to.author.ask(200, "GET", `/local/mailbox/${sms.id}`)).as(wire.local.mail);
  return /\b[0-9]{6}\b/.exec(text)?.[0] ?? "";
};

describe("U1: a sign authentication counts for the session that began it", () => {
  const signing = { auth_to_sign: { provider: "se_eid" } };
  const sign = (instance: WireInstance) => `/flow/instances/${instance.id}/documents/${instance.documents[0]}/sign`;

  it("U1: a second session with the same link hears authentication_required, and signs by its own", async () => {
    const instance = await startWith(signing);
    const alice = await sitDown(to, instance, "alice");
    const second = await sitDown(to, instance, "alice");
    const passed = await begin(alice, instance, "sign");
    // Neither seen nor answered from elsewhere.
    await second.ask(404, "POST", "/flow/eid/check", { json: { transaction_id: passed } });
    const picked = { json: { transaction_id: passed, outcome: "success" } };
    await second.ask(404, "POST", `/local/participant/${instance.id}/authentication`, picked);
    expect(await pick(alice, instance, passed, "success")).toBe("success");
    expect(await overviewOf(alice, instance)).toMatchObject({ sign_authentication: { state: "covered" } });
    expect(await overviewOf(second, instance)).toMatchObject({
      sign_authentication: { state: "required", covered: [], valid_until: null },
    });
    expect((await second.ask(401, "POST", sign(instance))).error).toBe("authentication_required");

    const own = await begin(second, instance, "sign");
    expect(await pick(second, instance, own, "success")).toBe("success");
    await second.ask(204, "POST", sign(instance));
    const acted = must(to.host.instances.history(instance.id)).items.find(({ event }) => event.type === "acted");
    expect(acted?.event).toMatchObject({ authentication: own });
  });

  it("U1: the session is kept when the link is opened again, and its authentication with it", async () => {
    const instance = await startWith(signing);
    const alice = await sitDown(to, instance, "alice");
    expect(await pick(alice, instance, await begin(alice, instance, "sign"), "success")).toBe("success");
    await alice.ask(302, "GET", there(instance.access_links.alice));
    await alice.ask(204, "POST", sign(instance));
  });

  it("U5: an outcome that the author scripts counts for the session whose attempt takes it", async () => {
    const instance = await startWith(signing);
    const [alice, second] = [await sitDown(to, instance, "alice"), await sitDown(to, instance, "alice")];
    const outcomes = [{ outcome: "success" }];
    await to.author.ask(204, "POST", `/local/participants/${instance.id}/alice/authenticate`, { json: { outcomes } });
    expect(await check(alice, await begin(alice, instance, "sign"))).toBe("success");
    expect((await second.ask(401, "POST", sign(instance))).error).toBe("authentication_required");
    await alice.ask(204, "POST", sign(instance));
  });

  it("U1: one that is passed inside the host, without a session, counts for acts inside alone", async () => {
    const instance = await startWith(signing);
    const alice = await sitDown(to, instance, "alice");
    const inside = { instanceId: instance.id, participant: "alice" };
    const { participants } = to.host;
    const names = ["nda"];
    const begun = must(await participants.startAuthentication({ ...inside, kind: "sign", documents: names }));
    const { transactionId } = begun;
    must(await participants.checkAuthentication({ ...inside, transactionId, outcome: { outcome: "success" } }));
    expect((await alice.ask(401, "POST", sign(instance))).error).toBe("authentication_required");
    expect(must(participants.view(instance.id, "alice")).signAuthentication?.covered).toEqual(names);
    must(await participants.sign({ ...inside, document: "nda" }));
  });
});

describe("U1, U5: viewing with a simulated provider", () => {
  it("U1, U5: everything but the question is closed until it is passed, once per session", async () => {
    const instance = await startWith({ auth_to_view: { provider: "se_eid" } });
    const alice = await sitDown(to, instance, "alice");
    const document = instance.documents[0];
    const page = await pageOf(alice, instance);
    expect(page).toMatchObject({
      page: "authenticate",
      title: null,
      authentication: { provider: "se_eid", simulated: true, state: "required", sent_to: null },
    });
    expect(page).not.toHaveProperty("documents");
    for (const [method, path] of [
      ["GET", `/flow/instances/${instance.id}/view`],
      ["GET", `/local/participant/${instance.id}/documents/${document}.pdf`],
      ["POST", `/flow/instances/${instance.id}/documents/${document}/sign`],
      ["POST", `/flow/instances/${instance.id}/reject`],
    ] as const) {
      const { json } = await alice.ask(401, method, path);
      expect(json).toMatchObject({ code: 401, type: "authentication_required", details: { kind: "view" } });
    }
    const transaction = await begin(alice, instance, "view");
    expect(await check(alice, transaction)).toBe("pending");
    expect(await pick(alice, instance, transaction, "success")).toBe("success");
    await alice.ask(200, "GET", `/flow/instances/${instance.id}/view`);
    const elsewhere = await sitDown(to, instance, "alice");
    expect((await pageOf(elsewhere, instance)).page).toBe("authenticate");
  });

  it("U1: an ended flow asks for its own authentication, once per session, and no attempt counts for both", async () => {
    const instance = await startWith({
      auth_to_view: { provider: "se_eid" },
      auth_to_view_archived: { provider: "idverify", method: "document_and_video" },
    });
    const alice = await sitDown(to, instance, "alice");
    const isAsked = async () => {
      const page = await pageOf(alice, instance);
      return page.page === "authenticate" ? page.authentication.provider : null;
    };
    expect(await isAsked()).toBe("se_eid");
    expect(await pick(alice, instance, await begin(alice, instance, "view"), "success")).toBe("success");
    expect(await isAsked()).toBeNull();
    const late = await begin(alice, instance, "view");

    await to.author.ask(204, "POST", `/flow/instances/${instance.id}/cancel`);
    expect(await isAsked()).toBe("idverify");
    const view = `/flow/instances/${instance.id}/view`;
    expect((await alice.ask(401, "GET", view)).json).toMatchObject({ details: { provider: "idverify" } });
    // Begun while the flow ran: it ends, and opens nothing here.
    expect(await pick(alice, instance, late, "success")).toBe("success");
    expect(await isAsked()).toBe("idverify");
    const archived = await begin(alice, instance, "view");
    expect(await check(alice, archived)).toBe("pending");
    expect(await pick(alice, instance, archived, "success")).toBe("success");
    await alice.ask(200, "GET", view);
    expect(await isAsked()).toBeNull();
    const elsewhere = await sitDown(to, instance, "alice");
    expect((await pageOf(elsewhere, instance)).page).toBe("authenticate");
  });

  it("U3: past max_failures the participant is locked out with 403, until the author unlocks", async () => {
    const instance = await startWith({ auth_to_view: { provider: "ftn", max_failures: 1 } });
    const alice = await sitDown(to, instance, "alice");
    for (const outcome of ["failure", "canceled"]) {
      expect(await pick(alice, instance, await begin(alice, instance, "view"), outcome)).toBe("failure");
    }
    const again = { json: { instance_id: instance.id, kind: "view" } };
    expect((await alice.ask(403, "POST", "/flow/eid/start", again)).error).toBe("insufficient_privileges");
    expect(await pageOf(alice, instance)).toMatchObject({ authentication: { state: "locked" } });
    await to.author.ask(204, "POST", `/local/participants/${instance.id}/alice/unlock`);
    expect(await pick(alice, instance, await begin(alice, instance, "view"), "success")).toBe("success");
    await to.host.idle();
    const { items } = (await to.author.ask(200, "GET", `/local/callbacks?flow_instance_id=${instance.id}`)).as(
      wire.local.callbacks,
    );
    for (const { body } of items) expect(callbackEvent.parse(body)).toEqual(body);
    const types = items.map(({ type }: { type: string }) => type);
    expect(types.filter((type: string) => type === "authentication_attempted")).toHaveLength(3);
    expect(types.filter((type: string) => type === "authentication_max_failures_exceeded")).toHaveLength(1);
  });

  it("U5: the author picks success, failure, cancel or time-out, and the callbacks tell them apart", async () => {
    const instance = await startWith({ auth_to_view: { provider: "ftn", max_failures: 9 } });
    const alice = await sitDown(to, instance, "alice");
    expect(await pageOf(alice, instance)).toMatchObject({ simulated: true, authentication: { simulated: true } });
    const picked = ["failure", "canceled", "timed_out", "success"];
    const came: string[] = [];
    for (const outcome of picked) came.push(await pick(alice, instance, await begin(alice, instance, "view"), outcome));
    expect(came).toEqual(["failure", "failure", "failure", "success"]);
    const reported = must(to.host.instances.history(instance.id)).items.flatMap(({ event }) =>
      event.type === "authentication_attempted" ? [event.reason] : [],
    );
    expect(reported).toEqual(["failure", "canceled", "timed_out", null]);
  });

  it("U5: the author scripts the next outcomes", async () => {
    const instance = await startWith({ auth_to_view: { provider: "idverify" } });
    const alice = await sitDown(to, instance, "alice");
    const outcomes = [{ outcome: "failure", reason: "blurred document" }, { outcome: "success" }];
    await to.author.ask(204, "POST", `/local/participants/${instance.id}/alice/authenticate`, { json: { outcomes } });
    expect(await check(alice, await begin(alice, instance, "view"))).toBe("failure");
    expect(await check(alice, await begin(alice, instance, "view"))).toBe("success");
    await to.author.ask(404, "POST", `/local/participants/${instance.id}/nobody/unlock`);
  });
});

describe("U1, U4: signing with a code by SMS", () => {
  it("without it signing is 401; the code from the mailbox opens it; one act is all that it covers", async () => {
    const instance = await startWith({ auth_to_sign: { provider: "sms_otp", label: "contract-otp" } });
    const alice = await sitDown(to, instance, "alice");
    const sign = `/flow/instances/${instance.id}/documents/${instance.documents[0]}/sign`;
    expect((await alice.ask(401, "POST", sign)).error).toBe("authentication_required");
    expect((await overviewOf(alice, instance)).sign_authentication).toMatchObject({
      provider: "sms_otp",
      simulated: false,
      state: "required",
      label: "contract-otp",
      covered: [],
      sent_to: "+•••••••••67",
    });
    const transaction = await begin(alice, instance, "sign");
    const code = await lastCode(instance);
    const wrong = code === "000000" ? "000001" : "000000";
    expect(await check(alice, transaction, wrong)).toBe("pending");
    expect((await overviewOf(alice, instance)).sign_authentication).toMatchObject({ entries_left: 4 });
    await alice.ask(200, "POST", `/local/participant/${instance.id}/authentication/new_code`, {
      json: { transaction_id: transaction },
    });
    expect((await overviewOf(alice, instance)).sign_authentication).toMatchObject({ entries_left: 5 });
    expect(await check(alice, transaction, await lastCode(instance))).toBe("success");
    expect((await overviewOf(alice, instance)).sign_authentication).toMatchObject({
      state: "covered",
      covered: instance.documents,
      valid_until: "2026-03-02T09:10:00.000Z",
    });
    await alice.ask(204, "POST", sign);
  });

  it("U4: max_failures 0 is one SMS, and its failure exceeds [interface 2.8]", async () => {
    const instance = await startWith({ auth_to_sign: { provider: "sms_otp", max_failures: 0, attempts_per_sms: 1 } });
    const alice = await sitDown(to, instance, "alice");
    const transaction = await begin(alice, instance, "sign");
    const wrong = (await lastCode(instance)) === "000000" ? "000001" : "000000";
    expect(await check(alice, transaction, wrong)).toBe("failure");
    const sent = (await to.author.ask(200, "GET", `/local/callbacks?flow_instance_id=${instance.id}`)).as(
      wire.local.callbacks,
    );
    expect(sent.items.map(({ type }) => type)).toContain("authentication_max_failures_exceeded");
    await alice.ask(403, "POST", "/flow/eid/start", { json: { instance_id: instance.id, kind: "sign" } });
  });

  it("U5: nobody can pick the outcome of a code: it is really checked", async () => {
    const instance = await startWith({ auth_to_sign: { provider: "sms_otp" } });
    const alice = await sitDown(to, instance, "alice");
    const transaction_id = await begin(alice, instance, "sign");
    const sent = { json: { transaction_id, outcome: "success" } };
    await alice.ask(400, "POST", `/local/participant/${instance.id}/authentication`, sent);
    expect(await check(alice, transaction_id)).toBe("pending");
  });

  it("a code is in no history, no callback and no log", async () => {
    const instance = await startWith({ auth_to_sign: { provider: "sms_otp" } });
    const alice = await sitDown(to, instance, "alice");
    await begin(alice, instance, "sign");
    const code = await lastCode(instance);
    expect(code).toMatch(/^[0-9]{6}$/);
    const history = await to.author.ask(200, "GET", `/local/instances/${instance.id}/history`);
    expect(history.text).not.toContain(`"${code}"`);
    const secret = instance.access_links.alice?.split("/").at(-1) ?? "";
    expect(history.text).not.toContain(secret);
    expect(JSON.stringify(to.log)).not.toContain(secret);
  });
});

describe("U4: the page fills in the code of its own attempt", () => {
  const read = async (client: Client, { id }: WireInstance, transaction_id: string, status = 200) =>
    client.ask(status, "POST", `/local/participant/${id}/authentication/code`, { json: { transaction_id } });
  const byCode = { auth_to_view: { provider: "sms_otp", max_failures: 2, attempts_per_sms: 1 } };

  it("it is the mailbox's own, for the session that began the attempt and no other", async () => {
    const instance = await startWith(byCode);
    const [alice, second, bob] = [
      await sitDown(to, instance, "alice"),
      await sitDown(to, instance, "alice"),
      await sitDown(to, instance, "bob"),
    ];
    expect(await pageOf(alice, instance)).toMatchObject({ authentication: { offers_code: true, answers: [] } });
    const transaction = await begin(alice, instance, "view");
    const code = await lastCode(instance);
    expect((await read(alice, instance, transaction)).json).toEqual({ code });
    await read(second, instance, transaction, 404);
    await read(bob, instance, transaction, 404);
    await to.author.ask(403, "POST", `/local/participant/${instance.id}/authentication/code`, {
      json: { transaction_id: transaction },
    });
    expect(await check(alice, transaction, code)).toBe("success");
    await read(alice, instance, transaction, 409);
  });

  it("a code that is used up, or replaced, is not given", async () => {
    const instance = await startWith(byCode);
    const alice = await sitDown(to, instance, "alice");
    const transaction = await begin(alice, instance, "view");
    const first = await lastCode(instance);
    await check(alice, transaction, first === "000000" ? "000001" : "000000");
    await read(alice, instance, transaction, 409);
    await alice.ask(200, "POST", `/local/participant/${instance.id}/authentication/new_code`, {
      json: { transaction_id: transaction },
    });
    await to.host.idle();
    const { json } = await read(alice, instance, transaction);
    expect(await check(alice, transaction, (json as { code: string }).code)).toBe("success");
  });

  it("the mail stays the truth: while its SMS has not arrived, there is no code", async () => {
    const rules = (list: readonly object[]) =>
      to.author.ask(200, "POST", "/local/mailbox/rules", { json: { rules: list } });
    await rules([{ address: "+46701234567", effect: { kind: "bounce", reason: "No such number." } }]);
    const instance = await startWith(byCode);
    const alice = await sitDown(to, instance, "alice");
    const transaction = await begin(alice, instance, "view");
    await to.host.idle();
    expect((await read(alice, instance, transaction, 409)).error).toBe("conflict_error");
    await rules([]);
  });

  it("where Settings says no, it is neither offered nor given", async () => {
    const instance = await startWith(byCode);
    const alice = await sitDown(to, instance, "alice");
    const transaction = await begin(alice, instance, "view");
    await to.host.idle();
    must(await to.host.settings.setOffersCodes(false));
    expect(await pageOf(alice, instance)).toMatchObject({ authentication: { offers_code: false } });
    await read(alice, instance, transaction, 403);
    must(await to.host.settings.setOffersCodes(true));
    await read(alice, instance, transaction);
  });

  it("a simulated provider has none", async () => {
    const instance = await startWith({ auth_to_view: { provider: "ftn" } });
    const alice = await sitDown(to, instance, "alice");
    expect(await pageOf(alice, instance)).toMatchObject({ authentication: { offers_code: false } });
    await read(alice, instance, await begin(alice, instance, "view"), 409);
  });
});

describe("U5: a date of birth that does not match [interface 2.8]", () => {
  const idverify = { provider: "idverify", max_failures: 9, DoB: "1980-12-31" };
  const mismatch = "date_of_birth_mismatch";
  const refused = async (client: Client, { id }: WireInstance, transaction_id: string) =>
    client.ask(400, "POST", `/local/participant/${id}/authentication`, { json: { transaction_id, outcome: mismatch } });

  it("comes from idverify, where the flow gives a date; the page never learns the date", async () => {
    const instance = await startWith({
      auth_to_view: { ...idverify, allowed_document_types: ["passport"], allowed_document_countries: ["SWE"] },
    });
    const alice = await sitDown(to, instance, "alice");
    const page = await pageOf(alice, instance);
    expect(page).toMatchObject({
      authentication: {
        answers: ["success", "failure", "canceled", "timed_out", mismatch],
        identity: { method: "document", documents: ["passport"], countries: ["SWE"], capture: "mobile_and_desktop" },
      },
    });
    expect(JSON.stringify(page)).not.toContain("1980");
    expect(await pick(alice, instance, await begin(alice, instance, "view"), mismatch)).toBe("failure");
    const attempted = must(to.host.instances.history(instance.id)).items.findLast(
      ({ event }) => event.type === "authentication_attempted",
    );
    expect(attempted?.event).toMatchObject({ result: "failure", reason: mismatch });
  });

  it.each([
    ["se_eid", { provider: "se_eid" }],
    ["idverify without a date", { provider: "idverify" }],
  ])("%s cannot answer it", async (_, auth_to_view) => {
    const instance = await startWith({ auth_to_view });
    const alice = await sitDown(to, instance, "alice");
    const transaction = await begin(alice, instance, "view");
    expect((await refused(alice, instance, transaction)).error).toBe("request_parameters_invalid");
    expect(await check(alice, transaction)).toBe("pending");
    const outcomes = [{ outcome: "failure", reason: mismatch }];
    const script = `/local/participants/${instance.id}/alice/authenticate`;
    await to.author.ask(400, "POST", script, { json: { outcomes } });
  });

  it("a script waits with it for an attempt that can answer it", async () => {
    const instance = await startWith({ auth_to_view: { provider: "se_eid" }, auth_to_sign: idverify });
    const alice = await sitDown(to, instance, "alice");
    const outcomes = [{ outcome: "failure", reason: mismatch }];
    await to.author.ask(204, "POST", `/local/participants/${instance.id}/alice/authenticate`, { json: { outcomes } });
    const viewing = await begin(alice, instance, "view");
    expect(await check(alice, viewing)).toBe("pending");
    expect(await pick(alice, instance, viewing, "success")).toBe("success");
    expect(await check(alice, await begin(alice, instance, "sign"))).toBe("failure");
  });
});

it.each(["decided", "still pending"])(
  "U1: a view authentication that is %s counts for the session that began it and no other",
  async (state) => {
    const instance = await startWith({ auth_to_view: { provider: "se_eid" } });
    const [first, second] = [await sitDown(to, instance, "alice"), await sitDown(to, instance, "alice")];
    const transaction_id = await begin(first, instance, "view");
    if (state === "decided") expect(await pick(first, instance, transaction_id, "success")).toBe("success");
    await second.ask(404, "POST", "/flow/eid/check", { json: { transaction_id } });
    const outcome = { json: { transaction_id, outcome: "success" } };
    await second.ask(404, "POST", `/local/participant/${instance.id}/authentication`, outcome);
    await second.ask(401, "GET", `/flow/instances/${instance.id}/view`);
    if (state !== "decided") expect(await pick(first, instance, transaction_id, "success")).toBe("success");
    expect(await check(first, transaction_id)).toBe("success");
    await first.ask(200, "GET", `/flow/instances/${instance.id}/view`);
    expect(await pick(second, instance, await begin(second, instance, "view"), "success")).toBe("success");
    await second.ask(200, "GET", `/flow/instances/${instance.id}/view`);
  },
);

it("a transaction of another participant is not found", async () => {
  const instance = await startWith({ auth_to_view: { provider: "se_eid" } });
  const alice = await sitDown(to, instance, "alice");
  const bob = await sitDown(to, instance, "bob");
  const transaction_id = await begin(alice, instance, "view");
  expect((await bob.ask(404, "POST", "/flow/eid/check", { json: { transaction_id } })).error).toBe(
    "resource_not_found",
  );
});

it("the instance in the body of eid/start must be the session's own", async () => {
  const [first, second] = [await startWith({}), await startWith({ auth_to_view: { provider: "se_eid" } })];
  const alice = await sitDown(to, first, "alice");
  await alice.ask(404, "POST", "/flow/eid/start", { json: { instance_id: second.id, kind: "view" } });
});

it("U1: with sessions of two instances in one browser, eid/start goes by its instance and eid/check by its transaction", async () => {
  const instances = [await startWith({}), await startWith({ auth_to_view: { provider: "se_eid" } })] as const;
  const browser = new Client(to.baseUrl);
  for (const instance of instances) {
    const alice = await sitDown(to, instance, "alice");
    for (const [name, cookie] of alice.cookies) browser.cookies.set(name, cookie);
  }
  const idOf = ({ participants }: WireInstance) => participants.find(({ name }) => name === "alice")?.id;
  const csrf = (instance: WireInstance) => ({
    headers: { "x-csrf-token": browser.cookies.get(`csrf_token_${idOf(instance)}`) ?? "" },
  });
  const [first, second] = instances;
  const start = { json: { instance_id: second.id, kind: "view" } };
  await browser.ask(403, "POST", "/flow/eid/start", start);
  await browser.ask(403, "POST", "/flow/eid/start", { ...start, ...csrf(first) });
  const begun = await browser.ask(200, "POST", "/flow/eid/start", { ...start, ...csrf(second) });
  const json = { transaction_id: begun.as(wire.eidStartResponse).transaction_id };
  await browser.ask(403, "POST", "/flow/eid/check", { json, ...csrf(first) });
  const checked = await browser.ask(200, "POST", "/flow/eid/check", { json, ...csrf(second) });
  expect(checked.as(wire.eidCheckResponse).status).toBe("pending");
  await browser.ask(404, "POST", "/flow/eid/check", { json: { transaction_id: "none" }, ...csrf(second) });
});

it("nothing of it was an error of the service", () => {
  expect(to.log.filter(({ level }) => level === "error")).toEqual([]);
});
