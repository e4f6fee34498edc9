import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as wire from "../../src-shared/service/index.ts";
import { Client, openService, startNda, type TestService } from "./harness.ts";

/** What an integrator reads of a request that was not quite right, and of one that changed nothing. */

let to: TestService;
beforeAll(async () => {
  to = await openService();
});
afterAll(() => to.close());

const refusal = async (status: number, method: string, path: string, json?: unknown) =>
  (await to.author.ask(status, method, path, json === undefined ? {} : { json })).as(wire.errorBody);

describe("fields", () => {
  it.each([
    [{ duration: 366 }, "/duration: must be at most 365"],
    [{ duration: 1.5 }, "/duration: must be a whole number"],
    [{ title: 1 }, "/title: must be a string"],
    [{ title: "x".repeat(501) }, "/title: must have at most 500 characters"],
    [{ process: [] }, "/process: must be an object"],
    [{ flow_kind: "x" }, '/flow_kind: must be one of "standard", "micro_api"'],
    [{ callback: { url: "ftp://127.0.0.1" } }, "/callback/url: must be a whole http or https address"],
  ])("%j: %s", async (json, reported) => {
    const { message, type } = await refusal(400, "POST", "/flow/drafts", json);
    expect([type, message]).toEqual(["request_parameters_invalid", `The body is not as it should be: ${reported}.`]);
  });

  it("whatever kind of field is not there is missing", async () => {
    const rule = { rules: [{ address: "a@example.test", effect: {} }] };
    const { type, message } = await refusal(400, "POST", "/local/mailbox/rules", rule);
    expect([type, message]).toEqual(["request_parameters_missing", "The body lacks /rules/0/effect/kind."]);
  });

  it("a PATCH and a PUT without a body are more likely a mistake than a wish", async () => {
    const { id } = (await to.author.ask(201, "POST", "/flow/drafts", { json: {} })).as(wire.draft);
    await refusal(400, "PATCH", `/flow/drafts/${id}`);
    await refusal(400, "PUT", "/flow/folders/home/data_retention");
  });

  it("415 names the content type that is taken", async () => {
    const headers = { "content-type": "text/plain" };
    const draft = await to.author.ask(415, "POST", "/flow/drafts", { body: "{}", headers });
    expect(draft.as(wire.errorBody).message).toContain("application/json");
    const login = await to.nobody.ask(415, "POST", "/api/v2/login", { json: {} });
    expect(login.as(wire.errorBody).message).toContain("application/x-www-form-urlencoded");
  });
});

describe("addresses", () => {
  it.each(["/flow/drafts?titel=x", "/local/instances?trashd=true", "/flow/folders/home/data_retention?x=1"])(
    "%s: a name that the query does not have is 400",
    async (path) => {
      const { message } = await refusal(400, "GET", path);
      expect(message).toMatch(/^The query is not as it should be: \/: unknown: (titel|trashd|x)\.$/);
    },
  );

  it("mail programs may add names of their own to an access link", async () => {
    const { access_links } = await startNda(to);
    await new Client(to.baseUrl).ask(302, "GET", `${access_links.alice}?utm_source=mail`);
  });

  it.each(["/flow/drafts/", "/local/mailbox/", "/flow/folders//data_retention", "/flow/instances//view"])(
    "%s has nothing where an identifier belongs, for every caller",
    async (path) => {
      for (const caller of [to.author, to.nobody]) {
        const answer = await caller.ask(404, "GET", path);
        expect(answer.error).toBe("endpoint_not_found");
        expect(answer.as(wire.errorBody).message).toContain("nothing where an identifier belongs");
      }
    },
  );

  it("a way out of the folder of files is told plainly", async () => {
    const { message, type } = await refusal(400, "GET", "/assets/..%2f");
    expect([type, message]).toEqual(["request_parameters_invalid", "The address is not valid."]);
  });

  it("every 401 names the scheme that would open the route (RFC 9110, 15.5.2)", async () => {
    const answer = await to.nobody.ask(401, "GET", "/flow/folders/home/data_retention");
    expect(answer.headers.get("www-authenticate")).toBe("OAuth");
  });
});

describe("drafts and titles", () => {
  it("If-None-Match: 304 until the draft changes, and a PATCH that changes nothing makes no revision", async () => {
    const { id } = (await to.author.ask(201, "POST", "/flow/drafts", { json: { title: "T" } })).as(wire.draft);
    const path = `/flow/drafts/${id}`;
    const read = (tag: string) => to.author.send("GET", path, { headers: { "if-none-match": tag } });
    const tag = (await to.author.ask(200, "GET", path)).headers.get("etag") ?? "";
    for (const json of [{}, { title: "T" }]) {
      expect((await to.author.ask(200, "PATCH", path, { json })).headers.get("etag")).toBe(tag);
    }
    for (const given of [tag, `W/${tag}`, `"0", ${tag}`, "*"]) {
      const answer = await read(given);
      expect([answer.status, answer.text, answer.headers.get("etag")]).toEqual([304, "", tag]);
    }
    await to.author.ask(200, "PATCH", path, { json: { title: "Other" } });
    expect((await read(tag)).status).toBe(200);
  });

  it("what has no title has null wherever it is read", async () => {
    const draft = (await to.author.ask(201, "POST", "/flow/drafts", { json: {} })).as(wire.draft);
    const drafts = (await to.author.ask(200, "GET", "/flow/drafts")).as(wire.listOf(wire.draftSummary));
    expect(drafts.items.find(({ id }) => id === draft.id)?.title).toBeNull();
    const { id, title } = await startNda(to, { title: null });
    const runs = (await to.author.ask(200, "GET", "/local/instances?limit=1")).as(wire.local.instances);
    expect([title, runs.items[0]]).toMatchObject([null, { id, title: null }]);
  });
});

it("nothing of it was an error of the service", () => {
  expect(to.log.filter(({ level }) => level === "error")).toEqual([]);
});
