import { request } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureRenderer } from "../../scripts/build-renderer.ts";
import * as wire from "../../src-shared/service/index.ts";
import { linkInFrame, participantOfHost } from "../../src-shared/service/index.ts";
import { ndaParameters, oauth, openService, sitDown, startNda, type TestService, there, value } from "./harness.ts";

let to: TestService;
beforeAll(async () => {
  await ensureRenderer();
  to = await openService();
}, 120_000);
afterAll(() => to.close());

const hostOf = (id: string) => `p-${id}.countersign.localhost`;

/** One request by a name of the machine, as a browser sends it there: Node would look the name up. */
async function ask(host: string, path: string, headers: Record<string, string> = {}, method: "GET" | "POST" = "GET") {
  const answer = await request(`${to.baseUrl}${path}`, {
    method,
    headers: { host: `${host}:${to.service.port}`, ...headers },
  });
  return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
}

/** Opens somebody's link in a frame. @returns what their page sends from then on */
async function inFrame(instance: Awaited<ReturnType<typeof startNda>>, name: string) {
  const { id } = there(instance.participants.find((participant) => participant.name === name));
  const { pathname: link } = new URL(there(instance.access_links[name]));
  const opened = await ask(hostOf(id), link, { "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" });
  expect(opened.status).toBe(302);
  const cookie = String(opened.headers["set-cookie"]);
  const [, half = ""] = /#session=([\w-]+)$/.exec(String(opened.headers.location)) ?? [];
  const held = { cookie: cookie.split(";", 1)[0] ?? "", "x-csrf-token": half, "x-participant": id };
  return { id, link, cookie, held, state: `/local/participant/${instance.id}` };
}

describe("each participant's frame on the wall has a host of its own", () => {
  it("only such names are hosts of frames", () => {
    expect(participantOfHost(new URL(linkInFrame("http://127.0.0.1:4000/flow/overview/1/7/s", "7")).hostname)).toBe(
      "7",
    );
    const others = ["p-.", "p-0.", "p-7x.", "x-7.", "p-7.p-8.", "p-7-8.", "p-٧.", ""].map(
      (name) => `${name}countersign.localhost`,
    );
    for (const name of [
      ...others,
      "p-7.localhost",
      "p-7.countersign.localhost.evil.test",
      "p-7.countersign.localhost.",
    ])
      expect(participantOfHost(name), name).toBeNull();
  });

  it("no other name below localhost is answered", async () => {
    const names = [
      "p-7.localhost",
      "evil.countersign.localhost",
      "p-7.countersign.localhost.evil.test",
      "countersign.localhost",
    ];
    for (const name of names) expect((await ask(name, "/participant/1/7")).status, name).toBe(403);
    expect((await ask(hostOf("7"), "/participant/1/7", { host: `${hostOf("7")}:1` })).status).toBe(403);
  });

  it("it has one participant's page, its files and its answers; not another's, not the author's", async () => {
    const instance = await startNda(to);
    const { id, state, held } = await inFrame(instance, "alice");
    const page = await ask(hostOf(id), `/participant/${instance.id}/${id}`);
    expect(page.status).toBe(200);
    expect((await ask(hostOf(id), "/assets/none.js")).status).toBe(404);
    expect((await ask(hostOf(id), state, held)).status).toBe(200);
    const bob = there(instance.participants.find(({ name }) => name === "bob")).id;
    const bobs = new URL(there(instance.access_links.bob)).pathname;
    const forbidden = [
      `/participant/${instance.id}/${bob}`,
      bobs,
      "/",
      "/index.html",
      "/flow/documentation",
      "/nothing",
    ];
    for (const path of forbidden) expect((await ask(hostOf(id), path, held)).status, path).toBe(403);
    const author = { authorization: oauth(to.credentials) };
    for (const path of [`/flow/instances/${instance.id}`, "/flow/drafts", "/local/clock"])
      expect((await ask(hostOf(id), path, author)).status, path).toBe(403);
    expect((await ask(hostOf(id), `/flow/instances/${instance.id}/reject`, author, "POST")).status).toBe(401);
  });

  it("its session holds there alone, and no other holds there", async () => {
    const instance = await startNda(to);
    const [alice, bob] = [await inFrame(instance, "alice"), await inFrame(instance, "bob")];
    for (const host of ["127.0.0.1", "localhost", hostOf(bob.id)])
      expect((await ask(host, alice.state, alice.held)).status, host).toBe(401);
    // Under a name that would fit there: a cookie's name is the sender's word alone.
    const renamed = { ...alice.held, cookie: alice.held.cookie.replace(alice.id, bob.id), "x-participant": bob.id };
    expect((await ask(hostOf(bob.id), bob.state, renamed)).status).toBe(401);
    const inTab = await ask("127.0.0.1", alice.link, { "sec-fetch-mode": "navigate" });
    const [, half = ""] = /#session=([\w-]+)$/.exec(String(inTab.headers.location)) ?? [];
    const cookies = [inTab.headers["set-cookie"] ?? []].flat();
    const tab = { ...alice.held, cookie: there(cookies[0]).split(";", 1)[0] ?? "", "x-csrf-token": half };
    expect((await ask("127.0.0.1", alice.state, tab)).status).toBe(200);
    expect((await ask(hostOf(alice.id), alice.state, tab)).status).toBe(401);
  });

  it("its cookie is the frame's: it goes along below the page that frames it, and scripts do not read it", async () => {
    const { cookie, held, state, id } = await inFrame(await startNda(to), "alice");
    for (const attribute of ["HttpOnly", "Secure", "SameSite=None", "Partitioned"]) expect(cookie).toContain(attribute);
    expect(cookie).not.toContain("Domain");
    const { cookie: alone } = held;
    expect((await ask(hostOf(id), state, { cookie: alone })).status).toBe(401);
  });

  it("U1: a frame shares the app's authentications, a tab of the same browser does not, and a link opens none outside a frame", async () => {
    const parameters = ndaParameters(await to.upload("nda"));
    const alice = { ...parameters.users.alice, auth_to_view: { provider: "se_eid" } };
    const instance = await startNda(to, {
      process_parameters: { ...parameters, users: { ...parameters.users, alice } },
    });
    const { id, link, state, held } = await inFrame(instance, "alice");
    const pageNow = async () =>
      (JSON.parse((await ask(hostOf(id), state, held)).text) as { readonly page: string }).page;
    expect(await pageNow()).toBe("authenticate");
    value(await to.host.plays.act(instance.id, "alice authenticates"));
    expect(await pageNow()).toBe("overview");
    const tab = await sitDown(to, instance, "alice");
    expect((await tab.ask(200, "GET", state)).json).toMatchObject({ page: "authenticate" });
    for (const dest of [{ "sec-fetch-dest": "document" }, {}]) {
      const opened = await ask(hostOf(id), link, { "sec-fetch-mode": "navigate", ...(dest as Record<string, string>) });
      expect(opened.headers.location).toBe(`${to.baseUrl}${link}`);
      expect(opened.headers["set-cookie"]).toBeUndefined();
    }
  });

  it("it is sent what its page shows, once for each change, and nothing of other runs; the end of its session ends it", async () => {
    const [instance, other] = [await startNda(to), await startNda(to)];
    const { id, state, held } = await inFrame(instance, "alice");
    const live = () =>
      request(`${to.baseUrl}${state}/live`, { headers: { ...held, host: `${hostOf(id)}:${to.service.port}` } });
    const told = async (answer: Awaited<ReturnType<typeof live>>) => {
      const texts = answer.body.setEncoding("utf8")[Symbol.asyncIterator]();
      return async () => {
        let text = "";
        while (!text.endsWith("\n\n")) {
          const { done, value: more } = await texts.next();
          if (done === true) return null;
          text += more;
        }
        const sent = wire.participantPage.parse(
          JSON.parse(there(text.trim().split("\n\n").at(-1)).replace(/^data: /, "")),
        );
        if (sent.page !== "overview") return sent.page;
        return sent.participants.map(({ name, done }) => `${name} ${done}`);
      };
    };
    const answer = await live();
    expect(answer.headers).toMatchObject({ "content-type": "text/event-stream", "x-content-type-options": "nosniff" });
    const next = await told(answer);
    expect(await next()).toEqual(["alice 0", "bob 0"]);
    value(await to.host.plays.act(other.id, "bob signs nda"));
    value(await to.host.plays.act(instance.id, "bob signs nda"));
    expect(await next()).toEqual(["alice 0", "bob 1"]);
    // A second one ends the first: a frame has one.
    const second = await live();
    const following = await told(second);
    expect(await next()).toBeNull();
    expect(await following()).toEqual(["alice 0", "bob 1"]);
    for (const act of ["cancel", "trash"])
      await to.author.ask(204, "POST", `/flow/instances/${instance.id}/${act}`, { json: {} });
    await to.author.ask(204, "DELETE", `/flow/instances/${instance.id}`);
    while ((await following()) !== null);
    // In a tab nobody is told.
    const alice = await sitDown(to, other, "alice");
    await alice.ask(404, "GET", `/local/participant/${other.id}/live`);
  });
});
