import { request } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as wire from "../../src-shared/service/index.ts";
import { must } from "../harness/workspace.ts";
import type { TestService } from "./harness.ts";
import { Client, openService, startNda, there } from "./harness.ts";

let to: TestService;
beforeAll(async () => {
  to = await openService();
});
afterAll(() => to.close());

describe("where there is no page, a person reads that their link is dead, and a program gets JSON", () => {
  const cut = ["", "nowhere", "flow/overview/", "flow/overview/1/", "flow/overview/1/2", "flow/overview//2/3"];
  it.each([...cut, "flow/overview/1/2/3/4"])("/%s", async (path) => {
    const ask = async (headers: Record<string, string>) => {
      const answer = await request(`${to.service.baseUrl}/${path}`, { headers });
      return {
        status: answer.statusCode,
        type: String(answer.headers["content-type"]),
        text: await answer.body.text(),
      };
    };
    const html = "text/html; charset=utf-8";
    const page = await ask({ "sec-fetch-mode": "navigate", accept: "text/html" });
    // Without built pages it says that, as a page too.
    expect(page).toMatchObject({ type: html, text: expect.stringContaining("<!doctype html>") });
    const json = await ask({ accept: "*/*" });
    expect(json).toMatchObject({ status: 404, type: "application/json" });
    expect(JSON.parse(json.text)).toMatchObject({ type: "endpoint_not_found" });
  });
});

describe("a participant's session that a browser opens lives in its page", () => {
  /** Opens the link as a browser does; Node's own `fetch` would not say so. */
  async function navigate(client: Client, link: string): Promise<string> {
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const { statusCode, headers, body } = await request(link, {
      headers: { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document", cookie },
    });
    await body.dump();
    expect(statusCode).toBe(302);
    for (const line of [headers["set-cookie"] ?? []].flat()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") client.cookies.delete(name);
      else client.cookies.set(name, value);
    }
    return String(headers.location);
  }

  async function visited() {
    const instance = await startNda(to);
    const { id } = there(instance.participants.find(({ name }) => name === "alice"));
    const link = there(instance.access_links.alice);
    const browser = new Client(to.baseUrl, { "x-participant": id });
    const location = await navigate(browser, link);
    const [, half = ""] = /^\/participant\/[^#]+#session=([\w-]{43})$/.exec(location) ?? [];
    return { instance, id, link, browser, half };
  }

  it("G11: once the run is deleted, its page is told that it is gone, and not that a session is missing", async () => {
    const { instance, id, browser, half } = await visited();
    const page = `/local/participant/${instance.id}`;
    const asked = { headers: { "x-csrf-token": half } };
    await browser.ask(200, "GET", page, asked);
    must(await to.host.instances.cancel(instance.id));
    must(await to.host.instances.trash(instance.id));
    must(await to.host.instances.remove(instance.id));
    const deleted = { type: "invalid_authorisation", details: { instance: "deleted" } };
    expect((await browser.ask(401, "GET", page, asked)).json).toMatchObject(deleted);
    const sign = `/flow/instances/${instance.id}/documents/${instance.documents[0]}/sign`;
    expect((await browser.ask(401, "POST", sign, asked)).json).toMatchObject(deleted);
    // Nobody's page of a run that never was says what it did.
    const never = new Client(to.baseUrl, { "x-participant": id });
    const other = await never.ask(401, "GET", "/local/participant/0190e4b2-0000-7000-8000-000000000000");
    expect(other.json).toMatchObject({ type: "invalid_authorisation", details: null });
  });

  it("its cookie alone is 401; with the page's half it reads and writes, with another session's it does not", async () => {
    const { instance, id, browser, half } = await visited();
    expect([...browser.cookies.keys()]).toEqual([`cs_p_${id}`]);
    const view = `/flow/instances/${instance.id}/view`;
    const sign = `/flow/instances/${instance.id}/documents/${instance.documents[0]}/sign`;
    expect((await browser.ask(401, "GET", view)).error).toBe("invalid_authorisation");
    await browser.ask(401, "POST", sign);
    const other = { "x-csrf-token": (await visited()).half };
    await browser.ask(401, "GET", view, { headers: other });
    await browser.ask(401, "POST", sign, { headers: other });
    const whole = { headers: { "x-csrf-token": half } };
    await browser.ask(200, "GET", view, whole);
    await browser.ask(204, "POST", sign, whole);
  });

  it("a document's address opens that document alone, and only beside the cookie", async () => {
    const { instance, browser, half } = await visited();
    const page = (
      await browser.ask(200, "GET", `/local/participant/${instance.id}`, { headers: { "x-csrf-token": half } })
    ).as(wire.overviewPage);
    const [document] = page.documents;
    const url = there(document).url;
    expect(url).toMatch(/&ticket=[\w-]{43}$/);
    await browser.ask(200, "GET", url);
    await browser.ask(200, "GET", `${url}&download=1`);
    await new Client(to.baseUrl).ask(401, "GET", url);
    const elsewhere = await visited();
    await elsewhere.browser.ask(401, "GET", `${there(document).url.replace(instance.id, elsewhere.instance.id)}`);
    await browser.ask(401, "GET", url.replace(/ticket=.*/, `ticket=${"A".repeat(43)}`));
  });

  it("the link opened again hands the same half over; a program beside it gets a session of its own", async () => {
    const { instance, id, link, browser, half } = await visited();
    const held = browser.cookies.get(`cs_p_${id}`);
    expect(await navigate(browser, link)).toBe(`/participant/${instance.id}/${id}#session=${half}`);
    expect(browser.cookies.get(`cs_p_${id}`)).toBe(held);
    const program = await browser.ask(302, "GET", link);
    expect(program.headers.get("location")).toBe(`/participant/${instance.id}/${id}`);
    expect(browser.cookies.get(`cs_p_${id}`)).not.toBe(held);
    expect(browser.cookies.has(`csrf_token_${id}`)).toBe(true);
    // Without its mark the token is another one.
    const stripped = new Client(to.baseUrl, { cookie: `cs_p_${id}=${held?.replace("page.", "")}` });
    await stripped.ask(401, "GET", `/flow/instances/${instance.id}/view`);
  });
});
