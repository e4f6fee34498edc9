import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as wire from "../../src-shared/service/index.ts";
import type { TestService } from "./harness.ts";
import {
  Client,
  EMAIL,
  ndaParameters,
  ndaProcess,
  openService,
  PASSWORD,
  sitDown,
  smallPdf,
  startNda,
  value,
} from "./harness.ts";

let to: TestService;
beforeAll(async () => {
  to = await openService();
});
afterAll(() => to.close());

describe("credentials and login (interface 4.2 and 5)", () => {
  const form = { email: EMAIL, password: PASSWORD };

  it("a wrong password and an unknown address are one and the same 401", async () => {
    const wrong = await to.nobody.ask(401, "POST", "/api/v2/getpersonaltoken", { form: { ...form, password: "x" } });
    const unknown = await to.nobody.ask(401, "POST", "/api/v2/getpersonaltoken", {
      form: { ...form, email: "x@y.test" },
    });
    expect(wrong.json).toEqual(unknown.json);
    expect(wrong.json).toMatchObject({ code: 401, type: "invalid_authorisation", details: null });
  });

  it("a form without its fields is 400, JSON instead of a form is 415", async () => {
    const extra = await to.nobody.ask(400, "POST", "/api/v2/getpersonaltoken", { form: { ...form, passwrd: "x" } });
    expect(extra.text).toContain("unknown: passwrd");
    const missing = await to.nobody.ask(400, "POST", "/api/v2/getpersonaltoken", { form: { email: EMAIL } });
    expect(missing.json).toMatchObject({
      type: "request_parameters_missing",
      details: { problems: [{ pointer: "/password", message: "This is missing." }] },
    });
    await to.nobody.ask(415, "POST", "/api/v2/getpersonaltoken", { json: form });
  });

  it("an account with two-factor authentication gets neither credentials nor a session", async () => {
    const email = "two-factor@example.test";
    const made = await to.author.ask(201, "POST", "/local/accounts", {
      json: { email, password: PASSWORD, two_factor: true },
    });
    expect(made.json).toMatchObject({ email, two_factor: true, record_end_user_info: false });
    for (const path of ["/api/v2/getpersonaltoken", "/api/v2/login"]) {
      const answer = await to.nobody.ask(403, "POST", path, { form: { email, password: PASSWORD } });
      expect(answer.error).toBe("insufficient_privileges");
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });

  it("a login sets an HttpOnly, SameSite=Lax session and a readable CSRF token; logout ends it", async () => {
    const client = new Client(to.baseUrl);
    const answer = await client.ask(200, "POST", "/api/v2/login", { form });
    const [session = "", csrf = ""] = answer.headers.getSetCookie();
    expect(session).toMatch(/^cs_author=[^;]+; .*HttpOnly.*SameSite=Lax/);
    expect(csrf).toMatch(/^csrf_token=[^;]+; /);
    expect(csrf).not.toMatch(/HttpOnly/);
    await client.ask(201, "POST", "/flow/drafts", { json: {} });
    const held = new Map(client.cookies);
    await client.ask(200, "POST", "/api/v2/logout");
    expect(client.cookies.size).toBe(0);
    for (const [name, token] of held) client.cookies.set(name, token);
    await client.ask(401, "GET", "/flow/drafts");
  });

  it("a new password ends the sessions of its account, and no other's", async () => {
    const email = "renewed@example.test";
    const { id } = value(await to.host.accounts.create({ email, name: "Renewed", password: PASSWORD }));
    const [own, other] = [new Client(to.baseUrl), new Client(to.baseUrl)];
    await own.ask(200, "POST", "/api/v2/login", { form: { email, password: PASSWORD } });
    await other.ask(200, "POST", "/api/v2/login", { form });
    await own.ask(200, "GET", "/flow/drafts");
    value(await to.host.accounts.setPassword(id, "another correct horse"));
    await own.ask(401, "GET", "/flow/drafts");
    await other.ask(200, "GET", "/flow/drafts");
  });
});

describe("documents", () => {
  it("every upload is a new document, equal bytes or not", async () => {
    const [first, second] = [await to.upload("same"), await to.upload("same")];
    expect(first).not.toBe(second);
    const document = (await to.author.ask(200, "GET", `/api/v2/documents/${first}`)).as(wire.document);
    expect(document).toMatchObject({
      id: first,
      title: "same",
      pages: 1,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const pdf = await to.author.ask(200, "GET", `/api/v2/documents/${first}/files/main.pdf`);
    expect(Number(pdf.headers.get("content-length"))).toBe(document.size);
    expect(pdf.headers.get("content-disposition")).toMatch(/^inline; filename="same/);
  });

  it("what is no PDF, no file or no form is refused and nothing is stored", async () => {
    const post = (fields: Record<string, Blob | string>) => {
      const body = new FormData();
      for (const [name, field] of Object.entries(fields)) body.set(name, field);
      return to.author.send("POST", "/api/v2/documents/new", { body });
    };
    const before = to.host.documents.list({}).items.length;
    const text = await post({ file: new Blob(["I am no PDF"], { type: "application/pdf" }) });
    expect([400, 415]).toContain(text.status);
    expect((await post({ title: "no file" })).json).toMatchObject({ code: 400, type: "request_parameters_missing" });
    const long = await post({ file: new Blob([await smallPdf("x")]), title: "x".repeat(501) });
    expect(long.json).toMatchObject({ code: 400, type: "request_parameters_invalid" });
    await to.author.ask(415, "POST", "/api/v2/documents/new", { json: {} });
    expect(to.host.documents.list({}).items).toHaveLength(before);
  });

  it("over 50 MiB is 413", async () => {
    const body = new FormData();
    body.set("file", new Blob([new Uint8Array(50 * 1024 * 1024 + 1)]), "big.pdf");
    const answer = await to.author.ask(413, "POST", "/api/v2/documents/new", { body });
    expect(answer.error).toBe("payload_too_large");
  });
});

describe("drafts (interface 2.2)", () => {
  it("a new draft needs an object: null and no body at all are 400 and make none", async () => {
    const author = await to.otherAuthor();
    const json = { headers: { "content-type": "application/json" } };
    await author.ask(400, "POST", "/flow/drafts", { ...json, body: "null" });
    await author.ask(400, "POST", "/flow/drafts", { ...json, body: "" });
    await author.ask(400, "POST", "/flow/drafts");
    expect((await author.ask(200, "GET", "/flow/drafts")).as(wire.listOf(wire.draftSummary)).items).toEqual([]);
    await author.ask(201, "POST", "/flow/drafts", { json: {} });
  });

  it("every field is there, unset is null, the folder is home", async () => {
    const made = (await to.author.ask(201, "POST", "/flow/drafts", { json: { title: "Lease" } })).as(wire.draft);
    expect(made).toEqual({
      id: expect.stringMatching(/^[0-9]+$/),
      title: "Lease",
      process: null,
      process_parameters: null,
      process_settings: null,
      duration: null,
      callback: null,
      folder_id: expect.stringMatching(/^[0-9]+$/),
      flow_kind: "standard",
      author_id: to.host.accounts.defaultId,
      created: expect.stringMatching(/Z$/),
      modified: expect.stringMatching(/Z$/),
    });
    const { items } = (await to.author.ask(200, "GET", "/flow/drafts")).as(wire.listOf(wire.draftSummary));
    expect(items).toContainEqual(expect.objectContaining({ id: made.id, title: "Lease" }));
  });

  it("a process with errors is kept as it is, and stops the start with its diagnostics", async () => {
    const process = {
      "dsl-version": "0.3.0",
      stages: [{ one: { actions: [], expect: { "signed-by": { users: ["x"] } } } }],
    };
    const { id } = (await to.author.ask(201, "POST", "/flow/drafts", { json: { title: "Broken", process } })).as(
      wire.draft,
    );
    expect((await to.author.ask(200, "GET", `/flow/drafts/${id}`)).as(wire.draft).process).toEqual(process);
    const refused = await to.author.ask(400, "POST", `/flow/drafts/${id}/start`);
    expect(refused.error).toBe("request_parameters_invalid");
    const found = expect.arrayContaining([expect.objectContaining({ rule: "S005" })]);
    expect(refused.json).toMatchObject({ details: { diagnostics: found } });
  });

  it("a PATCH changes what it gives and leaves the rest; ETag and If-Match: a stale write is 412 and loses nothing", async () => {
    const made = await to.author.ask(201, "POST", "/flow/drafts", { json: { title: "One", process: ndaProcess } });
    const path = `/flow/drafts/${made.as(wire.draft).id}`;
    const etag = made.headers.get("etag") ?? "";
    const changed = await to.author.ask(200, "PATCH", path, { json: { title: "Two" }, headers: { "if-match": etag } });
    expect(changed.json).toMatchObject({ title: "Two", process: ndaProcess });
    expect(changed.headers.get("etag")).not.toBe(etag);
    const stale = await to.author.ask(412, "PATCH", path, { json: { title: "Three" }, headers: { "if-match": etag } });
    expect(stale.json).toMatchObject({ type: "precondition_failed", details: { etag: changed.headers.get("etag") } });
    await to.author.ask(412, "DELETE", path, { headers: { "if-match": `${etag}, "x"` } });
    expect((await to.author.ask(200, "GET", path)).as(wire.draft).title).toBe("Two");
    const current = { "if-match": `"x", ${changed.headers.get("etag")}` };
    await to.author.ask(204, "DELETE", path, { headers: current });
    expect((await to.author.ask(404, "GET", path)).error).toBe("resource_not_found");
  });

  it.each([
    ["a title that is a number", { title: 1 }, "/title"],
    ["a duration of 0", { duration: 0 }, "/duration"],
    ["a duration of 366", { duration: 366 }, "/duration"],
    ["a broken day", { duration: 1.5 }, "/duration"],
    ["an unknown flow kind", { flow_kind: "fast" }, "/flow_kind"],
    ["a callback without url", { callback: {} }, "/callback/url"],
    ["a callback that is no url", { callback: { url: "localhost" } }, "/callback/url"],
    ["a callback by ftp", { callback: { url: "ftp://127.0.0.1/" } }, "/callback/url"],
    ["a folder of nobody", { folder_id: "999999" }, "/folder_id"],
    ["a title with a line end", { title: "x\r\nBcc: y" }, "/title"],
  ])("%s is refused on every write, with its pointer", async (_name, json, pointer) => {
    const { id } = (await to.author.ask(201, "POST", "/flow/drafts", { json: {} })).as(wire.draft);
    for (const [method, path] of [
      ["POST", "/flow/drafts"],
      ["PATCH", `/flow/drafts/${id}`],
    ] as const) {
      const refused = await to.author.ask(400, method, path, { json });
      expect(refused.as(wire.errorBody).details?.problems).toContainEqual(expect.objectContaining({ pointer }));
    }
  });

  const stages = (count: number) => Array.from({ length: count }, (_, at) => ({ [`s${at}`]: { actions: [] } }));
  const users = Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`p${at}`, {}]));
  it.each<[string, object]>([
    ["1001 stages", { process: { stages: stages(1001) } }],
    ["2000 participants", { process_parameters: { users } }],
    ["a text that is over 1 MiB as YAML", { process: { m: "a\n".repeat(250_000) } }],
  ])("S008: %s is refused on every write, and nothing is saved", async (_name, json) => {
    const made = await to.author.ask(201, "POST", "/flow/drafts", { json: { title: "Kept" } });
    const path = `/flow/drafts/${made.as(wire.draft).id}`;
    const list = (await to.author.ask(200, "GET", "/flow/drafts")).json;
    for (const [method, target] of [
      ["POST", "/flow/drafts"],
      ["PATCH", path],
    ] as const) {
      const refused = (await to.author.ask(400, method, target, { json })).as(wire.errorBody);
      expect(refused.type).toBe("request_parameters_invalid");
      expect(refused.details).toMatchObject({ diagnostics: [{ rule: "S008" }] });
    }
    expect((await to.author.ask(200, "GET", "/flow/drafts")).json).toEqual(list);
    expect((await to.author.ask(200, "GET", path)).json).toEqual(made.json);
    await to.author.ask(200, "PATCH", path, { json: { title: "Changed" } });
  });

  it("V203: what was removed is named with its version, what is unknown is refused", async () => {
    const refused = await to.author.ask(400, "POST", "/flow/drafts", {
      json: { template_id: "1", colour: "red", constructor: {} },
    });
    const { message } = refused.as(wire.errorBody);
    expect(message).toContain("template_id was removed in version 0.16.0");
    expect(message).toContain("unknown: colour");
    expect(message).toContain("unknown: constructor");
  });

  it("a callback's password is never read back; a write without one keeps it, or is 400 where url or user changed", async () => {
    const url = "http://127.0.0.1:9/hook";
    const auth = { type: "basic", username: "u", password: "hush-hush" };
    const made = await to.author.ask(201, "POST", "/flow/drafts", { json: { callback: { url, auth } } });
    expect(made.as(wire.draft).callback).toMatchObject({ url, version: 1, auth: { type: "basic", username: "u" } });
    expect(made.text).not.toContain("hush-hush");
    const path = `/flow/drafts/${made.as(wire.draft).id}`;
    const keep = { callback: { url: "http://127.0.0.1:9/other", auth: { type: "basic", username: "u" } } };
    await to.author.ask(200, "PATCH", path, { json: keep });
    const elsewhere = { callback: { url: "http://127.0.0.1:10/", auth: { type: "basic", username: "u" } } };
    await to.author.ask(400, "PATCH", path, { json: elsewhere });
    const { text } = value(to.host.drafts.get(made.as(wire.draft).id));
    expect(text).not.toContain("hush-hush");
  });

  it("P006: a password in the callback's address is 400 that points to auth and does not repeat it", async () => {
    const { id } = (await to.author.ask(201, "POST", "/flow/drafts", { json: {} })).as(wire.draft);
    const process_parameters = ndaParameters(await to.upload("nda"));
    const callback = { url: "http://user:hush-hush@127.0.0.1:9/hook" };
    for (const [method, path, more] of [
      ["POST", "/flow/drafts", {}],
      ["PATCH", `/flow/drafts/${id}`, {}],
      ["POST", `/flow/drafts/${id}/start`, { process_parameters }],
      ["POST", "/flow/instances", { title: "NDA", process: ndaProcess, process_parameters }],
    ] as const) {
      const refused = await to.author.ask(400, method, path, { json: { ...more, callback } });
      expect(refused.as(wire.errorBody).message).toContain("`auth`");
      expect(refused.text).not.toContain("hush-hush");
    }
  });

  it("a start takes title, parameters and callback for itself; the draft keeps its own", async () => {
    const process_parameters = ndaParameters(await to.upload("nda"));
    const { id } = (
      await to.author.ask(201, "POST", "/flow/drafts", { json: { title: "Own", process: ndaProcess } })
    ).as(wire.draft);
    const started = await to.author.ask(201, "POST", `/flow/drafts/${id}/start`, {
      json: { title: "This", process_parameters },
    });
    expect(started.as(wire.instance).title).toBe("This");
    expect((await to.author.ask(200, "GET", `/flow/drafts/${id}`)).json).toMatchObject({
      title: "Own",
      process_parameters: null,
    });
    const busy = await to.author.ask(409, "POST", `/flow/drafts/${id}/start`, { json: { process_parameters } });
    expect(busy.error).toBe("document_state_error");
  });
});

describe("instances (interface 2.1)", () => {
  it("every field is always present", async () => {
    const instance = await startNda(to, { duration: 7, process_settings: { automatic_document_redirects: "never" } });
    expect(Object.keys(instance).sort()).toEqual(
      [
        "access_links admin_actions author_id callback documents folder_id id last_event participants process",
        "process_parameters process_settings started state status timeout title trashed",
      ]
        .join(" ")
        .split(" "),
    );
    expect(instance.timeout).toMatch(/^2026-03-09T/);
    expect(instance.process).toMatchObject({ "dsl-version": "0.3.0" });
    expect(instance.process_settings).toMatchObject({ automatic_document_redirects: "never" });
    expect(Object.keys(instance.access_links)).toEqual(["alice", "bob"]);
  });

  it("both paths start one; without a process it is request_parameters_missing", async () => {
    const process_parameters = ndaParameters(await to.upload("nda"));
    await to.author.ask(201, "POST", "/flow/instances/start", { json: { process: ndaProcess, process_parameters } });
    const { json } = await to.author.ask(400, "POST", "/flow/instances/start", { json: { title: "x" } });
    expect(json).toMatchObject({
      type: "request_parameters_missing",
      details: { problems: [{ pointer: "/process" }] },
    });
  });

  it("G7, G10, G11: cancel, trash, restore, delete, each in its place only", async () => {
    const { id } = await startNda(to);
    const path = `/flow/instances/${id}`;
    const refused = async (operation: string, method = "POST") => {
      const { error } = await to.author.ask(409, method, `${path}${operation}`);
      expect(error).toBe("instance_state_error");
    };
    await refused("/trash");
    await refused("", "DELETE");
    await to.author.ask(204, "POST", `${path}/cancel`);
    await refused("/cancel");
    await to.author.ask(204, "POST", `${path}/trash`);
    await to.author.ask(404, "GET", path);
    expect((await to.author.ask(200, "GET", `${path}?trashed=true`)).json).toMatchObject({
      trashed: true,
      status: "canceled",
    });
    await refused("/prolong".replace("prolong", "trash"));
    await to.author.ask(204, "POST", `${path}/restore`);
    await refused("/restore");
    await to.author.ask(204, "POST", `${path}/trash`);
    await to.author.ask(204, "DELETE", path);
    await to.author.ask(404, "GET", `${path}?trashed=true`);
  });

  it("G11: a trashed instance is no longer available to its participants, and its link dies with it", async () => {
    const instance = await startNda(to);
    const alice = await sitDown(to, instance, "alice");
    await to.author.ask(204, "POST", `/flow/instances/${instance.id}/cancel`);
    await to.author.ask(204, "POST", `/flow/instances/${instance.id}/trash`);
    await alice.ask(404, "GET", `/flow/instances/${instance.id}/view`);
    const page = (await alice.ask(200, "GET", `/local/participant/${instance.id}`)).as(wire.participantPage);
    expect(page).toMatchObject({ page: "unavailable", reason: "trashed" });
    expect(page).not.toHaveProperty("title");
    await to.author.ask(204, "DELETE", `/flow/instances/${instance.id}`);
    await to.nobody.ask(404, "GET", instance.access_links.alice ?? "");
    await alice.ask(401, "GET", `/local/participant/${instance.id}`);
  });

  it("G9: prolong answers the new time-out; 0 and 366 days are 400", async () => {
    const { id, timeout } = await startNda(to, { duration: 10 });
    const moved = await to.author.ask(200, "POST", `/flow/instances/${id}/prolong`, { json: { days: 5 } });
    expect(Date.parse(moved.as(wire.prolonged).timeout) - Date.parse(timeout)).toBeGreaterThan(4 * 86_400_000);
    for (const days of [0, 366, "5"])
      await to.author.ask(400, "POST", `/flow/instances/${id}/prolong`, { json: { days } });
    await to.author.ask(400, "POST", `/flow/instances/${id}/prolong`);
  });

  it("G14: remind by participant id; somebody without pending acts is 409, nobody and an unknown one are 400", async () => {
    const { id, participants } = await startNda(to);
    const ids = participants.map((participant) => participant.id);
    await to.author.ask(202, "POST", `/flow/instances/${id}/remind`, { json: { participants: ids } });
    await to.host.idle();
    const { items } = (await to.author.ask(200, "GET", `/local/mailbox?flow_instance_id=${id}`)).as(wire.local.mailbox);
    expect(items.filter(({ kind }: { kind: string }) => kind === "reminder")).toHaveLength(2);
    await to.author.ask(400, "POST", `/flow/instances/${id}/remind`, { json: { participants: [] } });
    const unknown = await to.author.ask(400, "POST", `/flow/instances/${id}/remind`, { json: { participants: ["9"] } });
    expect(unknown.error).toBe("request_parameters_invalid");
    await to.author.ask(204, "POST", `/flow/instances/${id}/cancel`);
    const late = await to.author.ask(409, "POST", `/flow/instances/${id}/remind`, { json: { participants: ids } });
    expect(late.error).toBe("instance_state_error");
  });

  it("G6: a rejection with a message fails the instance; rejecting again is an error [interface 3]", async () => {
    const instance = await startNda(to);
    const bob = await sitDown(to, instance, "bob");
    const path = `/flow/instances/${instance.id}`;
    await bob.ask(204, "POST", `${path}/reject`, { json: { message: "Not these terms" } });
    expect((await to.author.ask(200, "GET", path)).as(wire.instance).status).toBe("failed");
    expect((await bob.ask(409, "POST", `${path}/reject`)).error).toBe("instance_state_error");
    const page = (await bob.ask(200, "GET", `/local/participant/${instance.id}`)).as(wire.overviewPage);
    expect(page.rejection).toEqual({ by: "bob", document: null, message: "Not these terms" });
    expect(page.documents[0]?.state).toBe("canceled");
  });

  it("a document of another author is not found at a start", async () => {
    const other = await to.otherAuthor();
    const foreign = await to.upload("theirs", other);
    const body = { process: ndaProcess, process_parameters: ndaParameters(foreign) };
    const answer = await to.author.send("POST", "/flow/instances", { json: body });
    expect([400, 404]).toContain(answer.status);
  });
});

describe("data retention (interface 2.3 and 4.1)", () => {
  const path = "/flow/folders/home/data_retention";
  const unset = { delete_trashed: null, trash_completed: null, trash_failed: null, trash_timed_out: null };

  it("exactly four fields; PUT takes any subset and answers the whole; DELETE unsets all", async () => {
    const author = await to.otherAuthor();
    expect((await author.ask(200, "GET", path)).json).toEqual(unset);
    const put = await author.ask(200, "PUT", path, { json: { trash_completed: 90 } });
    expect(put.json).toEqual({ ...unset, trash_completed: 90 });
    expect(put.headers.get("content-type")).toBe("application/json;charset=utf-8");
    expect(
      (await author.ask(200, "PUT", path, { json: { delete_trashed: null } })).as(wire.dataRetention).delete_trashed,
    ).toBeNull();
    await author.ask(204, "DELETE", path);
    expect((await author.ask(200, "GET", path)).json).toEqual(unset);
  });

  it("0, 3651, halves, strings and unknown fields are 400; a folder of nobody is 404", async () => {
    for (const days of [0, 3651, 1.5, "30"]) await to.author.ask(400, "PUT", path, { json: { trash_failed: days } });
    await to.author.ask(400, "PUT", path, { json: { trash_canceled: 1 } });
    await to.author.ask(404, "GET", "/flow/folders/999999/data_retention");
  });

  it("a folder by its id, made for the test", async () => {
    const folder = (await to.author.ask(201, "POST", "/local/folders", { json: { name: "Leases" } })).as(
      wire.local.folder,
    );
    const own = `/flow/folders/${folder.id}/data_retention`;
    expect(
      (await to.author.ask(200, "PUT", own, { json: { trash_failed: 1 } })).as(wire.dataRetention).trash_failed,
    ).toBe(1);
    expect((await to.author.ask(200, "GET", path)).as(wire.dataRetention).trash_failed).toBeNull();
    const { items } = (await to.author.ask(200, "GET", "/local/folders")).as(wire.local.folders);
    expect(items).toContainEqual({ id: folder.id, name: "Leases", home: false });
  });
});

describe("removed endpoints (interface 4.3)", () => {
  it.each([
    ["GET", "/flow/instances", "0.36.0"],
    ["GET", "/flow/templates", "0.16.0"],
    ["POST", "/flow/templates/12/start", "0.16.0"],
    ["GET", "/flow/schemaref", "0.22.0"],
  ])("%s %s is endpoint_not_found with the version that removed it", async (method, path, version) => {
    const removed = await to.author.ask(404, method, path);
    expect(removed.json).toMatchObject({ code: 404, type: "endpoint_not_found", details: { removed_in: version } });
    expect(removed.as(wire.errorBody).message).toContain(version);
  });

  it("what never was is endpoint_not_found, a wrong method is 405 with Allow", async () => {
    expect((await to.author.ask(404, "GET", "/flow/nothing")).error).toBe("endpoint_not_found");
    const wrong = await to.author.ask(405, "PUT", "/flow/drafts");
    expect(wrong.error).toBe("method_not_allowed");
    expect(wrong.headers.get("allow")).toContain("POST");
  });
});

it("nothing of it was an error of the service", () => {
  expect(to.log.filter(({ level }) => level === "error")).toEqual([]);
});

describe("drafts that were written in the app (law 5)", () => {
  const written = async (text: string) => value(await to.host.drafts.createFromText({ text })).id;

  it("fields of the wrong type are shown as unset, and never break the answer", async () => {
    const text = "title: 5\nduration: .inf\nflow_kind: 3\nfolder_id: attic\nprocess: 7\nprocess_settings: x\n";
    const id = await written(`${text}callback: { url: 1, auth: { username: u, password: hush-hush } }\n`);
    const answer = await to.author.ask(200, "GET", `/flow/drafts/${id}`);
    expect(answer.as(wire.draft)).toMatchObject({
      ...{ id, title: null, duration: null, process: null, process_settings: null, callback: null },
      flow_kind: "standard",
    });
    const halfway = await written(
      "callback: { url: http://127.0.0.1:9/, auth: { username: u, password: hush-hush } }\n",
    );
    const shown = (await to.author.ask(200, "GET", `/flow/drafts/${halfway}`)).as(wire.draft);
    expect(shown.callback).toEqual({ url: "http://127.0.0.1:9/", version: 1, auth: { type: "basic", username: "u" } });
    await to.author.ask(200, "GET", "/flow/drafts?limit=500");
    await to.author.ask(400, "POST", `/flow/drafts/${id}/start`);
  });

  it("while the text does not parse, the last version that did is shown, and a start is refused", async () => {
    const id = await written("title: Good\nprocess: {}\n");
    value(await to.host.drafts.saveText(id, "title: [Bad\n"));
    expect((await to.author.ask(200, "GET", `/flow/drafts/${id}`)).json).toMatchObject({ title: "Good", process: {} });
    const { error } = await to.author.ask(400, "POST", `/flow/drafts/${id}/start`);
    expect(error).toMatch(/^request_parameters_/);
  });
});
