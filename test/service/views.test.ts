import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as wire from "../../src-shared/service/index.ts";
import {
  Client,
  EMAIL,
  ndaParameters,
  ndaProcess,
  openService,
  PASSWORD,
  sitDown,
  startNda,
  type TestService,
  there,
  value,
} from "./harness.ts";

/** What the interface's bodies show, and what they leave out. */

let to: TestService;
beforeAll(async () => {
  to = await openService();
});
afterAll(() => to.close());

describe("interface 2.8: require_auto_start_token is ignored and in no response", () => {
  const asked = { provider: "se_eid", require_auto_start_token: false };
  const parameters = async () => {
    const given = ndaParameters(await to.upload("nda"));
    const alice = { ...given.users.alice, auth_to_view: asked, auth_to_view_archived: asked, auth_to_sign: asked };
    return { ...given, users: { ...given.users, alice } };
  };

  it("V204: a draft's text keeps it with its hint, and no view of the draft shows it", async () => {
    const process_parameters = await parameters();
    const made = await to.author.ask(201, "POST", "/flow/drafts", {
      json: { title: "NDA", process: ndaProcess, process_parameters },
    });
    const { id } = made.as(wire.draft);
    const patched = await to.author.ask(200, "PATCH", `/flow/drafts/${id}`, { json: { process_parameters } });
    const read = await to.author.ask(200, "GET", `/flow/drafts/${id}`);
    for (const answer of [made, patched, read]) {
      expect(answer.text).not.toContain("require_auto_start_token");
      expect(answer.text).toContain('"auth_to_view_archived":{"provider":"se_eid"}');
    }
    const kept = value(to.host.drafts.get(id));
    expect(kept.text.split("require_auto_start_token")).toHaveLength(4);
    expect(kept.diagnostics.filter(({ rule }) => rule === "V204")).toHaveLength(3);
    const started = await to.author.ask(201, "POST", `/flow/drafts/${id}/start`, { json: {} });
    expect(started.text).not.toContain("require_auto_start_token");
    expect(value(to.host.drafts.get(id)).text).toBe(kept.text);
  });

  it("an instance, its history, its view and its callbacks do not show it", async () => {
    const process_parameters = await parameters();
    const json = { process: ndaProcess, process_parameters };
    const started = await to.author.ask(201, "POST", "/flow/instances", { json });
    const { id } = started.as(wire.instance);
    const read = await to.author.ask(200, "GET", `/flow/instances/${id}`);
    const history = await to.author.ask(200, "GET", `/local/instances/${id}/history`);
    for (const { text } of [started, read, history]) expect(text).not.toContain("require_auto_start_token");
  });
});

describe("the OpenAPI document says what is sent and answered", () => {
  const operation = async (method: string, path: string) => {
    const { json } = await to.nobody.ask(200, "GET", "/flow/documentation/openapi.json");
    const { paths } = json as { paths: Record<string, Record<string, Operation>> };
    return there(paths[path]?.[method]);
  };
  interface Operation {
    readonly requestBody?: { readonly required?: boolean };
    readonly parameters?: readonly { readonly name: string; readonly schema: object }[];
  }

  it.each([
    ["post", "/flow/drafts", true],
    ["patch", "/flow/drafts/{id}", true],
    ["put", "/flow/folders/{id}/data_retention", true],
    ["post", "/flow/instances", true],
    ["post", "/flow/instances/{id}/prolong", true],
    ["post", "/local/clock", true],
    ["post", "/api/v2/login", true],
    ["post", "/api/v2/documents/new", true],
    ["post", "/flow/drafts/{id}/start", false],
    ["post", "/flow/instances/{id}/cancel", false],
    ["post", "/flow/instances/{id}/reject", false],
    ["post", "/flow/instances/{id}/documents/{document}/sign", false],
    ["post", "/local/callbacks/{id}/replay", false],
    ["post", "/api/v2/logout", false],
  ])("%s %s: its body must be there: %s", async (method, path, required) => {
    expect((await operation(method, path)).requestBody?.required).toBe(required);
  });

  it.each(["/flow/instances/{id}", "/local/instances"])("trashed of GET %s is a boolean", async (path) => {
    const trashed = (await operation("get", path)).parameters?.find(({ name }) => name === "trashed");
    expect(trashed?.schema).toEqual({ type: "boolean" });
  });

  it("trashed takes true and false, and nothing else", async () => {
    const { id } = await startNda(to);
    for (const path of [`/flow/instances/${id}`, "/local/instances"]) {
      for (const word of ["true", "false"]) await to.author.ask(200, "GET", `${path}?trashed=${word}`);
      for (const word of ["1", "0", "yes", "on", "TRUE", "y", "disabled", ""]) {
        const { json } = await to.author.ask(400, "GET", `${path}?trashed=${word}`);
        expect(json).toMatchObject({ message: expect.stringContaining("true") });
      }
    }
  });

  it("a draft's fields have the types of an instance's", async () => {
    const { json } = await to.nobody.ask(200, "GET", "/flow/documentation/openapi.json");
    const { properties } = (json as { components: { schemas: { Draft: { properties: object } } } }).components.schemas
      .Draft;
    const record = { type: "object", propertyNames: { type: "string" }, additionalProperties: {} };
    expect(properties).toMatchObject({
      ...{ process: { anyOf: [record, { type: "null" }] }, process_parameters: { anyOf: [record, { type: "null" }] } },
      process_settings: { anyOf: [record, { type: "null" }] },
      duration: { type: ["integer", "null"] },
      flow_kind: { type: "string", enum: ["standard", "micro_api"] },
      callback: { anyOf: [{ type: "object", required: ["url", "version", "auth"] }, { type: "null" }] },
    });
  });
});

describe("a POST without content", () => {
  it.each(["application/x-www-form-urlencoded", "text/plain", "application/json; charset=utf-16", "nonsense", "*/*"])(
    "takes the content type %s",
    async (type) => {
      const { id } = await startNda(to);
      for (const name of ["cancel", "trash", "restore"]) {
        await to.author.ask(204, "POST", `/flow/instances/${id}/${name}`, { headers: { "content-type": type } });
      }
      await to.nobody.ask(200, "POST", "/api/v2/logout", { headers: { "content-type": type } });
    },
  );

  it("with content it is read as what it says that it is", async () => {
    const { id } = await startNda(to);
    const sent = { body: "{}", headers: { "content-type": "text/plain" } };
    await to.author.ask(415, "POST", `/flow/instances/${id}/cancel`, sent);
    await to.nobody.ask(415, "POST", "/api/v2/logout", sent);
  });

  it("logout takes {}", async () => {
    const client = new Client(to.baseUrl);
    await client.ask(200, "POST", "/api/v2/login", { form: { email: EMAIL, password: PASSWORD } });
    const answer = await client.ask(200, "POST", "/api/v2/logout", { json: {} });
    expect(answer.json).toEqual({});
    await client.ask(401, "GET", "/flow/drafts");
    await client.ask(400, "POST", "/api/v2/logout", { json: { everywhere: true } });
  });
});

describe("an untitled flow is null in every view, and has no empty quotes anywhere", () => {
  it.each([{}, { title: null }, { title: "" }, { title: "  " }])("%j", async (extra) => {
    const draft = (await to.author.ask(201, "POST", "/flow/drafts", { json: { ...extra } })).as(wire.draft);
    expect(draft.title).toBeNull();
    const listed = (await to.author.ask(200, "GET", "/flow/drafts")).as(wire.listOf(wire.draftSummary));
    expect(listed.items.find(({ id }) => id === draft.id)?.title).toBeNull();

    const given = ndaParameters(await to.upload("nda"));
    const auth_to_view = { provider: "sms_otp" };
    const users = { ...given.users, alice: { ...given.users.alice, phone_number: "+46701234567", auth_to_view } };
    const started = await startNda(to, { title: null, ...extra, process_parameters: { ...given, users } });
    expect(started.title).toBeNull();
    const read = (await to.author.ask(200, "GET", `/flow/instances/${started.id}`)).as(wire.instance);
    expect(read.title).toBeNull();
    const summaries = (await to.author.ask(200, "GET", "/local/instances")).as(wire.local.instances);
    expect(summaries.items.find(({ id }) => id === started.id)?.title).toBeNull();

    const bob = await sitDown(to, started, "bob");
    expect((await bob.ask(200, "GET", `/flow/instances/${started.id}/view`)).as(wire.view).title).toBeNull();
    const page = (await bob.ask(200, "GET", `/local/participant/${started.id}`)).as(wire.participantPage);
    expect(page).toMatchObject({ page: "overview", title: null });
    const alice = await sitDown(to, started, "alice");
    const gate = (await alice.ask(200, "GET", `/local/participant/${started.id}`)).as(wire.participantPage);
    expect(gate).toMatchObject({ page: "authenticate", title: null });

    await alice.ask(200, "POST", "/flow/eid/start", { json: { instance_id: started.id, kind: "view" } });
    await to.author.ask(202, "POST", `/flow/instances/${started.id}/remind`, {
      json: { participants: started.participants.map(({ id }) => id) },
    });
    await to.host.idle();
    const mails = (await to.author.ask(200, "GET", `/local/mailbox?flow_instance_id=${started.id}`)).as(
      wire.local.mailbox,
    );
    expect(mails.items.map(({ kind }) => kind).sort()).toEqual([
      ...["code", "invitation", "invitation", "reminder", "reminder"],
    ]);
    for (const { id } of mails.items) {
      const { text, html, subject, kind } = (await to.author.ask(200, "GET", `/local/mailbox/${id}`)).as(
        wire.local.mail,
      );
      expect(`${text}${html}`).not.toMatch(/""|“”|<title>\s*<|<h1[^>]*>\s*</);
      if (kind !== "code") expect(there(subject).trim()).toMatch(/\w$/);
    }
    const history = (await to.author.ask(200, "GET", `/local/instances/${started.id}/history`)).as(wire.local.history);
    expect(history.items[0]?.text).toBe("The run was started");
  });
});

describe("a draft with a list of more than 130,000 items", () => {
  it.each([
    [
      "YAML",
      `[${"a,".repeat(131_072)}]`,
      (users: string) => `process: { dsl-version: "0.3.0", stages: [], x: ${users} }\n`,
    ],
    ["JSON", `[${'"a",'.repeat(131_071)}"a"]`, (users: string) => `{"process":{"stages":[],"x":${users}}}`],
  ])("is read and changed, and its text is kept: %s", { timeout: 60_000 }, async (_format, users, textOf) => {
    const { id } = value(await to.host.drafts.createFromText({ text: textOf(users) }));
    const read = await to.author.ask(200, "GET", `/flow/drafts/${id}`);
    const stages = (answer: { readonly json: unknown }) => JSON.stringify((answer.json as wire.WireDraft).process);
    const patched = await to.author.ask(200, "PATCH", `/flow/drafts/${id}`, { json: { title: "New" } });
    expect(stages(patched) === stages(read)).toBe(true);
    expect(value(to.host.drafts.get(id)).text.includes(users.slice(1, -1))).toBe(true);
    await to.author.ask(400, "POST", `/flow/drafts/${id}/start`, { json: {} });
  });
});

describe("a cursor that no list gave", () => {
  it("is 400 at every list, without a stack, and no entry of the log", async () => {
    const { id } = await startNda(to);
    const { json } = await to.nobody.ask(200, "GET", "/flow/documentation/openapi.json");
    const { paths } = json as { paths: Record<string, { get?: { parameters?: { name: string }[] } }> };
    const lists = Object.entries(paths).filter(([, { get }]) => get?.parameters?.some(({ name }) => name === "cursor"));
    expect(lists.map(([path]) => path)).toEqual([
      ...["/flow/drafts", "/local/mailbox", "/local/instances", "/local/instances/{id}/history"],
      ...["/local/callbacks", "/local/outbound"],
    ]);
    const foreign = Buffer.from("other:1:2").toString("base64url");
    for (const [path] of lists) {
      for (const cursor of ["", "x", foreign, "%00", "9".repeat(40), "-1", "1e400", "NaN"]) {
        // Of a history it is a number, and an empty one counts as none.
        if (path.endsWith("/history") && cursor === "") continue;
        const refused = await to.author.ask(400, "GET", `${path.replace("{id}", id)}?cursor=${cursor}`);
        expect(refused.error).toBe("request_parameters_invalid");
        expect(refused.text).not.toMatch(/\bat \S+ \(|\.ts:\d/);
      }
    }
  });

  it("nothing of it was an error of the service", () => {
    expect(to.log.filter(({ level }) => level === "error")).toEqual([]);
  });
});
