import { rm, writeFile } from "node:fs/promises";
import http from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as wire from "../../src-shared/service/index.ts";
import {
  bareRequest,
  ndaParameters,
  ndaProcess,
  oauth,
  openService,
  sitDown,
  smallPdf,
  startNda,
  type TestService,
  value,
} from "./harness.ts";

/** Refusals that routes document as their own, and that no other test meets. */

let to: TestService;
beforeAll(async () => {
  to = await openService();
});
afterAll(() => to.close());

it.each(["/flow/instances", "/flow/instances/start"])(
  "G1: POST %s with a document that is in use is 409",
  async (path) => {
    const { documents } = await startNda(to);
    const json = { process: ndaProcess, process_parameters: ndaParameters(documents[0] ?? "") };
    expect((await to.author.ask(409, "POST", path, { json })).error).toBe("document_state_error");
  },
);

it("S008: more stages, participants or documents than a flow may have are 400 wherever a flow is written", async () => {
  const stages = Array.from({ length: 1_001 }, (_, at) => ({ [`s${at}`]: { actions: [], expect: {} } }));
  const process = { ...ndaProcess, stages };
  const named = (value: unknown) => Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`n${at}`, value]));
  const crowd = { users: named({ id_type: "full_name", id: "x" }), documents: named("1"), messages: {} };
  const { id } = (await to.author.ask(201, "POST", "/flow/drafts", { json: {} })).as(wire.draft);
  for (const [method, path, json, count] of [
    ["POST", "/flow/drafts", { process }, 1],
    ["PATCH", `/flow/drafts/${id}`, { process, process_parameters: crowd }, 3],
    ["POST", `/flow/drafts/${id}/start`, { process_parameters: crowd }, 2],
    ["POST", "/flow/instances", { process, process_parameters: crowd }, 3],
  ] as const) {
    const refused = (await to.author.ask(400, method, path, { json })).as(wire.errorBody);
    expect(refused.type).toBe("request_parameters_invalid");
    expect(refused.details?.diagnostics).toMatchObject(Array(count).fill({ rule: "S008" }));
  }
  // Counted, not made: a body of other kinds of many values is refused before it is read.
  const values = { process: { stages: Array(40_000).fill(1) } };
  expect((await to.author.ask(413, "POST", "/flow/drafts", { json: values })).error).toBe("payload_too_large");
});

it("G1: a document of an ended run that never sealed it starts again, as a copy; the ended run keeps its own", async () => {
  const ended = await startNda(to);
  const json = { process: ndaProcess, process_parameters: ndaParameters(ended.documents[0] ?? "") };
  await to.author.ask(204, "POST", `/flow/instances/${ended.id}/cancel`, { json: {} });
  const again = (await to.author.ask(201, "POST", "/flow/instances", { json })).as(wire.instance);
  expect(again.documents).toHaveLength(1);
  expect(again.documents).not.toEqual(ended.documents);
  expect(again.process_parameters).toMatchObject({ documents: { nda: again.documents[0] } });
  const path = `/api/v2/documents/${again.documents[0]}`;
  const [copy, original] = [path, `/api/v2/documents/${ended.documents[0]}`].map(async (one) =>
    (await to.author.ask(200, "GET", one)).as(wire.document),
  );
  expect((await copy)?.sha256).toBe((await original)?.sha256);
  const kept = (await to.author.ask(200, "GET", `/flow/instances/${ended.id}`)).as(wire.instance);
  expect(kept).toMatchObject({ status: "canceled", documents: ended.documents });
});

it("interface 5.6: a callback's user name with a colon or control characters is refused wherever it is written", async () => {
  for (const username of ["a:b", "a\nb"]) {
    const callback = { url: "http://127.0.0.1:9/", auth: { type: "basic", username, password: "p" } };
    const refused = (await to.author.ask(400, "POST", "/flow/drafts", { json: { callback } })).as(wire.errorBody);
    expect(refused.details).toMatchObject({ problems: [{ pointer: "/callback/auth/username" }] });
    const draft = value(await to.host.drafts.createFromText({ text: `callback: ${JSON.stringify(callback)}\n` }));
    expect(draft.diagnostics).toContainEqual(
      expect.objectContaining({ rule: "P006", pointer: "/callback/auth/username" }),
    );
  }
});

describe("interface 1.6: the author rejects an instance", () => {
  const bodiesOf = async (id: string) => {
    const sent = (await to.author.ask(200, "GET", `/local/callbacks?flow_instance_id=${id}`)).as(wire.local.callbacks);
    return sent.items.map(({ body }) => body);
  };

  it("G6: it fails, its documents are canceled, its reminders end, and the callback names no user", async () => {
    const reminders = [{ date: { type: "relative", days_delay: 3, repeat: "periodically" } }];
    const started = await startNda(to, {
      process: { ...ndaProcess, "allow-rejections": false, "automatic-reminders": reminders },
      callback: { url: "http://127.0.0.1:9/" },
    });
    const path = `/flow/instances/${started.id}`;
    await (await to.otherAuthor()).ask(404, "POST", `${path}/reject`, { json: { message: "No" } });
    await to.author.ask(204, "POST", `${path}/reject`, { json: { message: "Wrong price" } });
    const after = (await to.author.ask(200, "GET", path)).as(wire.instance);
    expect(after).toMatchObject({ status: "failed", state: { available_actions: [] }, admin_actions: [] });
    const alice = await sitDown(to, started, "alice");
    const view = (await alice.ask(200, "GET", `${path}/view`)).as(wire.view);
    expect(view.documents).toEqual([{ document_id: started.documents[0], document_state: "canceled" }]);
    expect(view.previous_events).toEqual([]);
    const page = (await alice.ask(200, "GET", `/local/participant/${started.id}`)).as(wire.participantPage);
    expect(page).toMatchObject({ rejection: { by: null, document: null, message: "Wrong price" } });
    const due = (await to.author.ask(200, "GET", "/local/due")).as(wire.local.dueList);
    const kinds = due.items.filter(({ flow_instance_id: id }) => id === started.id).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "reminder" || kind === "time_out")).toEqual([]);
    const rejections = (await bodiesOf(started.id)).filter(({ type }) => type === "flow_rejected");
    expect(rejections).toEqual([
      {
        ...{ version: 1, type: "flow_rejected", flow_instance_id: started.id, message: "Wrong price" },
        ...{ event_id: expect.any(String), sequence: expect.any(Number), event_created: expect.any(String) },
      },
    ]);
    wire.callbackEvent.parse(rejections[0]);
    const reported = (await to.author.ask(200, "GET", `/local/instances/${started.id}/history`)).as(wire.local.history);
    expect(reported.items.find(({ type }) => type === "instance_rejected")).toMatchObject({
      ...{ by: "author", who: "the author", text: "The author declined the run: “Wrong price”", why: "Wrong price" },
    });
  });

  it.each(["cancel", "reject"])("G10: after a %s it is 409 and changes nothing", async (first) => {
    const { id } = await startNda(to);
    await to.author.ask(204, "POST", `/flow/instances/${id}/${first}`, { json: {} });
    const refused = await to.author.ask(409, "POST", `/flow/instances/${id}/reject`, { json: {} });
    expect(refused.error).toBe("instance_state_error");
  });
});

it("a HEAD of an access link opens no session; the GET does", async () => {
  const instance = await startNda(to);
  const link = instance.access_links.alice ?? "";
  const head = await to.nobody.ask(302, "HEAD", link);
  expect(head.headers.getSetCookie()).toEqual([]);
  const get = await fetch(link, { redirect: "manual" });
  expect(get.headers.getSetCookie()).toHaveLength(2);
});

it.each(["/flow/instances/", "/flow/templates/", "/flow/schemaref/", "/flow/instances/?limit=1"])(
  "interface 4.3: %s answers as what was removed",
  async (path) => {
    // Past the check of documented answers, which reads a slash at the end as an empty id.
    const answer = await fetch(new URL(path, to.baseUrl));
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({
      type: "endpoint_not_found",
      details: { removed_in: expect.any(String) },
    });
  },
);

it("an address that no router can read passes the same guards and is answered like any other", async () => {
  const bad = await fetch(`${to.baseUrl}/flow/drafts/%ff`);
  const usual = await fetch(`${to.baseUrl}/flow/nothing`);
  expect(bad.status).toBe(400);
  for (const header of ["content-type", "content-security-policy", "x-content-type-options", "cache-control"]) {
    expect(bad.headers.get(header)).toBe(usual.headers.get(header));
  }
  const headers = { host: "evil.example" };
  expect((await bareRequest(to.baseUrl, { path: "/flow/drafts/%ff", headers })).status).toBe(403);
});

it("law 5: a draft whose text cannot be read takes no fields, by PATCH or for a start, and loses nothing", async () => {
  const { id } = (await to.author.ask(201, "POST", "/flow/drafts", { json: { title: "Lease" } })).as(wire.draft);
  value(await to.host.drafts.saveText(id, "title: [Lease"));
  const json = { title: "Other" };
  for (const [method, path] of [
    ["PATCH", `/flow/drafts/${id}`],
    ["POST", `/flow/drafts/${id}/start`],
  ] as const) {
    expect((await to.author.ask(409, method, path, { json })).error).toBe("conflict_error");
  }
  expect(value(to.host.drafts.get(id)).text).toBe("title: [Lease");
});

it("U2: a transaction that is over takes no code, no outcome and no new SMS", async () => {
  const process_parameters = ndaParameters(await to.upload("nda"));
  const alice = {
    ...process_parameters.users.alice,
    phone_number: "+46701234567",
    auth_to_view: { provider: "se_eid" },
    auth_to_sign: { provider: "se_eid" },
  };
  const users = { ...process_parameters.users, alice };
  const body = { process: ndaProcess, process_parameters: { ...process_parameters, users } };
  const instance = (await to.author.ask(201, "POST", "/flow/instances", { json: body })).as(wire.instance);
  const client = await sitDown(to, instance, "alice");
  const begun = await client.ask(200, "POST", "/flow/eid/start", { json: { instance_id: instance.id, kind: "view" } });
  const { transaction_id } = begun.as(wire.eidStartResponse);
  const page = `/local/participant/${instance.id}`;
  const outcome = { json: { transaction_id, outcome: "success" } };
  await client.ask(200, "POST", `${page}/authentication`, outcome);

  for (const [path, sent] of [
    [`${page}/authentication`, outcome],
    [`${page}/authentication/new_code`, { json: { transaction_id } }],
  ] as const) {
    expect((await client.ask(409, "POST", path, sent)).error).toBe("instance_state_error");
  }
  const code = { json: { transaction_id, code: "123456" } };
  expect((await client.ask(409, "POST", "/flow/eid/check", code)).error).toBe("instance_state_error");
  // A view authentication covers no act [U1].
  const approve = `/flow/instances/${instance.id}/documents/${instance.documents[0]}/sign`;
  expect((await client.ask(401, "POST", approve)).error).toBe("authentication_required");
});

it("two files, or a part that is not there for anything, are 400 and named, and nothing is stored", async () => {
  const before = to.host.documents.list({}).items.length;
  const pdf = new Blob([await smallPdf("x")], { type: "application/pdf" });
  for (const [name, value, reported] of [
    ["file", pdf, "more than one file"],
    ["titel", "Lease", "unknown: titel"],
    ["flow_id", "1", "unknown: flow_id"],
  ] as const) {
    const body = new FormData();
    body.append("file", pdf);
    body.append(name, value);
    const { json } = await to.author.ask(400, "POST", "/api/v2/documents/new", { body });
    expect(json).toMatchObject({ type: "request_parameters_invalid", message: expect.stringContaining(reported) });
  }
  const other = new FormData();
  other.append("document", pdf);
  const { json } = await to.author.ask(400, "POST", "/api/v2/documents/new", { body: other });
  expect(json).toMatchObject({ message: expect.stringContaining("unknown: document") });
  expect(to.host.documents.list({}).items).toHaveLength(before);
});

it("a title with control characters or turned directions is 400, and a file's name loses them", async () => {
  const post = async (title: string, name: string) => {
    const body = new FormData();
    body.set("file", new Blob([await smallPdf("x")]), name);
    body.set("title", title);
    return to.author.send("POST", "/api/v2/documents/new", { body });
  };
  for (const title of ["a\u0085b", "a\u2028b", "gnp.\u202eexe", "a\u0007"])
    expect((await post(title, "a.pdf")).json).toMatchObject({ code: 400, type: "request_parameters_invalid" });
  const taken = (await post("Fine", "gnp.\u202efdp")).as(wire.document);
  expect(value(to.host.documents.get(taken.id)).fileName).toBe("gnp.fdp");
});

it("a JSON body over the limit is read to its end, so that a client that sends it whole hears of the 413", async () => {
  const headers = { authorization: oauth(to.credentials), "content-type": "application/json" };
  const body = Buffer.from(JSON.stringify({ title: "x".repeat(30 * 1024 * 1024) }));
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (sent: Uint8Array) =>
    bareRequest(to.baseUrl, { agent, method: "POST", path: "/flow/drafts", headers, body: sent });
  expect((await ask(body)).status).toBe(413);
  expect((await ask(Buffer.from("{}"))).status).toBe(201);
  agent.destroy();
});

it("law 9: a PDF whose file is gone or changed is never sent: 500 with a sentence that names no path", async () => {
  const body = new FormData();
  body.set("file", new Blob([await smallPdf("lost")]), "lost.pdf");
  const { id } = (await to.author.ask(201, "POST", "/api/v2/documents/new", { body })).as(wire.document);
  const { path: file } = value(await to.host.documents.blobPath(id));
  const ask = () => to.author.ask(500, "GET", `/api/v2/documents/${id}/files/main.pdf`);
  await writeFile(file, "other bytes");
  const changed = (await ask()).as(wire.errorBody);
  expect(changed).toMatchObject({ details: { store: "file_changed" }, message: expect.not.stringContaining("/") });
  await rm(file);
  const missing = (await ask()).as(wire.errorBody);
  expect(missing).toMatchObject({ details: { store: "file_missing" }, message: expect.not.stringContaining("/") });
});
