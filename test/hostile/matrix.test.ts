import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { OpenAPIV3_1 } from "openapi-types";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CallerKind } from "../../src-main/service/route-config.ts";
import type { WireInstance } from "../../src-shared/service/index.ts";
import * as wire from "../../src-shared/service/index.ts";
import { temporaryFolder } from "../harness/temporary.ts";
import type { TestService } from "../service/harness.ts";
import { Client, EMAIL, oauth, openService, PASSWORD, sitDown, startNda, there, value } from "../service/harness.ts";
import { Random } from "./random.ts";
import type { Documented } from "./requests/requests.ts";
import { sampleOf } from "./requests/values.ts";

/**
 * Every route that the router knows, beside every kind of caller: what each may is derived from whom the route says that
 * it is for. A new route is in it without a word here, unless it has an identifier of a new kind.
 */

const CALLERS = [
  ...["none", "wrong", "expired login", "expired participant", "other author", "participant elsewhere"],
  ...["participant of a deleted instance", "participant who names another", "login without csrf"],
  ...["participant without csrf", "participant", "login", "author", "author and participant"],
] as const;
type Caller = (typeof CALLERS)[number];
/** What a request that passes the gate gets is the route's own business: here any status but 401, 403 and a fault. */
const OPEN = "open";
type Expected = 401 | 403 | 404 | typeof OPEN;

interface Route {
  readonly method: string;
  /** In the router's spelling. */
  readonly url: string;
  readonly kind: CallerKind;
}

/** Where somebody else's things are not what decides. */
const EXCEPTIONS: Readonly<Record<string, Partial<Record<Caller, Expected>>>> = {
  // A session's write needs its token, and only then ends the session.
  "POST /api/v2/logout": { "login without csrf": 403 },
  // The ledger is the workspace's own: its first author's.
  "GET /local/outbound": { "other author": 403 },
  // A fault for every instance, as here, is the first author's to set.
  "POST /local/callbacks/faults": { "other author": 403 },
};

const ofNobody: Partial<Record<Caller, Expected>> = {
  ...{ none: 401, wrong: 401, "expired login": 401, "expired participant": 401 },
  "participant of a deleted instance": 401,
};
const participants = CALLERS.filter((caller) => caller.startsWith("participant"));

function expectedOf(route: Route, caller: Caller): Expected {
  const exception = EXCEPTIONS[`${route.method} ${route.url}`]?.[caller];
  if (exception !== undefined) return exception;
  if (route.kind === "anyone") return OPEN;
  return ofNobody[caller] ?? (route.kind === "author" ? forAuthors(route, caller) : forParticipants(route, caller));
}

function forAuthors(route: Route, caller: Caller): Expected {
  if (participants.includes(caller)) return 403;
  return byAuthor(route, caller);
}

function byAuthor({ method, url }: Route, caller: Caller): Expected {
  if (caller === "login without csrf" && method !== "GET") return 403;
  return caller === "other author" && url.includes(":") ? 404 : OPEN;
}

function forParticipants(route: Route, caller: Caller): Expected {
  const { method, url, kind } = route;
  if (caller === "participant who names another") return 401;
  if (caller === "participant without csrf") return method === "GET" ? OPEN : 403;
  if (caller === "participant elsewhere") return url.includes(":") ? 404 : OPEN;
  if (caller === "participant" || caller === "author and participant") return OPEN;
  return kind === "participant" ? 403 : byAuthor(route, caller);
}

/** Bodies with what must be in them, and nothing odd. */
class Plain extends Random {
  override chance(): boolean {
    return false;
  }
}

describe("who may: every route and every kind of caller", () => {
  let to: TestService;
  let documented: Documented;
  const names: Record<string, string> = {};
  const clients = new Map<Caller, Client>();
  const routes: Route[] = [];
  const pages = temporaryFolder("pages");

  const listen = (message: unknown) => {
    (message as { readonly fastify: FastifyInstance }).fastify.addHook("onRoute", ({ method, url, config }) => {
      // HEAD is GET without its body.
      for (const one of [method].flat())
        if (one !== "HEAD") routes.push({ method: one, url, kind: config?.caller ?? "anyone" });
    });
  };

  /** What an identifier of a route stands for. */
  function nameOf(url: string, parameter: string): string {
    if (["document", "participant", "secret", "instance"].includes(parameter)) return there(names[parameter]);
    if (parameter === "doc") return there(names.document);
    if (parameter === "name") return "alice";
    if (parameter === "*") return "none.js";
    const kind = /\/(drafts|documents|folders|mailbox|callbacks|instances|participants?)\//.exec(url)?.[1];
    const known = kind === undefined ? undefined : names[KINDS[kind] ?? ""];
    if (known === undefined) throw new Error(`Tell nameOf what :${parameter} of ${url} stands for.`);
    return known;
  }

  const fill = (url: string): string =>
    url.replaceAll(/:([a-z_]+)|\*/gi, (_all, parameter: string | undefined) => nameOf(url, parameter ?? "*"));

  /** A body that is valid by the documentation. */
  function bodyOf({ method, url }: Route) {
    if (method === "GET" || url.startsWith("/api/v2/")) return {};
    const operation = documented.paths[url.replaceAll(/:([a-z_]+)/gi, "{$1}")]?.[method.toLowerCase()];
    const schema = Object.values(operation?.requestBody?.content ?? {})[0]?.schema;
    if (schema === undefined) return { json: {} };
    const sample = JSON.stringify(sampleOf(schema, new Plain(1), documented.components.schemas));
    return { json: JSON.parse(sample.replaceAll(/«(\w+)»/g, (_all, name: string) => names[name] ?? "1")) };
  }

  beforeAll(async () => {
    subscribe("fastify.initialization", listen);
    writeFileSync(join(pages.path, "participant.html"), "<!doctype html><title>Page</title>");
    to = await openService({ rendererDir: pages.path });
    unsubscribe("fastify.initialization", listen);
    const { json } = await to.nobody.ask(200, "GET", "/flow/documentation/openapi.json");
    documented = json as OpenAPIV3_1.Document as unknown as Documented;
    await nameThings(to, names, clients);
  });
  afterAll(async () => {
    await to.close();
    pages.remove();
  });

  // Refusals first: they must leave everything as it is, so that the requests that pass find it in place.
  it.each(CALLERS)("%s: is refused what is for others, in the words of interface 2.5", async (caller) => {
    let refused = 0;
    for (const route of routes) {
      const status = expectedOf(route, caller);
      if (status === OPEN) continue;
      refused += 1;
      const answer = await there(clients.get(caller)).ask(status, route.method, fill(route.url), bodyOf(route));
      expect(answer.headers.get("content-type")).toBe("application/json");
      const types = { 401: "invalid_authorisation", 403: "insufficient_privileges", 404: "resource_not_found" };
      expect(answer.json).toMatchObject({ code: status, type: types[status], message: expect.any(String) });
    }
    if (!["author", "login", "author and participant"].includes(caller)) expect(refused).toBeGreaterThan(10);
  });

  it.each(CALLERS)("%s: is let in where it may", async (caller) => {
    for (const route of routes.toSorted((a, b) => Number(endsIt(a)) - Number(endsIt(b)))) {
      if (expectedOf(route, caller) !== OPEN) continue;
      const answer = await there(clients.get(caller)).send(route.method, fill(route.url), bodyOf(route));
      const reported = `${route.method} ${route.url}: ${answer.text.slice(0, 500)}`;
      expect([401, 403], reported).not.toContain(answer.status);
      expect(answer.status, reported).toBeLessThan(500);
    }
  });

  it("is open to anyone at these doors only; a new one is a decision", () => {
    const open = routes.filter(({ kind }) => kind === "anyone").map(({ method, url }) => `${method} ${url}`);
    expect(open.sort()).toEqual([
      "GET /assets/*",
      "GET /flow/documentation",
      "GET /flow/documentation/openapi.json",
      "GET /flow/overview/:instance/:participant/:secret",
      "GET /flow/version",
      "GET /participant/:instance/:participant",
      "POST /api/v2/getpersonaltoken",
      "POST /api/v2/login",
      "POST /api/v2/logout",
      // Its last part is a secret, as in an access link.
      "POST /local/account-callbacks/:secret",
    ]);
  });

  it("at a participant's own host, no route knows any of these callers, and only their page's answer", async () => {
    const doors: string[] = [];
    for (const route of routes) {
      for (const caller of CALLERS) {
        const status = await there(clients.get(caller)).statusAt(
          `p-${names.participant}.countersign.localhost`,
          route.method,
          fill(route.url),
        );
        if (status !== 401 && status !== 403) doors.push(`${route.method} ${route.url}`);
      }
    }
    expect([...new Set(doors)].sort()).toEqual([
      "GET /assets/*",
      "GET /flow/overview/:instance/:participant/:secret",
      "GET /participant/:instance/:participant",
    ]);
  });

  it("sees the routes of the service", () => {
    expect(routes.length).toBeGreaterThan(60);
    expect(new Set(routes.map(({ kind }) => kind)).size).toBe(4);
  });

  it.each([
    ["cancelled", ["cancel"]],
    ["trashed", ["cancel", "trash"]],
  ])("G11, G13: a participant of a flow that is %s acts on nothing any more", async (_what, ends) => {
    const instance = await startNda(to);
    const alice = await sitDown(to, instance, "alice");
    for (const end of ends) await to.author.ask(204, "POST", `/flow/instances/${instance.id}/${end}`, { json: {} });
    const seen = JSON.stringify(value(to.host.instances.history(instance.id)).items);
    names.instance = instance.id;
    names.document = there(instance.documents[0]);
    for (const route of routes) {
      if (!route.kind.startsWith("participant") || route.method === "GET") continue;
      const answer = await alice.send(route.method, fill(route.url), bodyOf(route));
      expect(answer.status, `${route.method} ${route.url}: ${answer.text}`).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
    }
    expect(JSON.stringify(value(to.host.instances.history(instance.id)).items)).toBe(seen);
  });

  it("nothing of it was an error of the service", () => {
    expect(to.log.filter(({ level }) => level === "error")).toEqual([]);
  });
});

/** Come last: who opens an access link speaks as a participant from then on, and who logs out as nobody. */
const endsIt = ({ url }: Route): boolean => url.includes("/overview/") || url.endsWith("/logout");

const KINDS: Readonly<Record<string, string>> = {
  ...{ drafts: "draft", documents: "document", folders: "folder", mailbox: "mail", callbacks: "event" },
  ...{ instances: "instance", participant: "instance", participants: "instance" },
};

/** Fills in what identifiers stand for, and sits everybody down. */
async function nameThings(to: TestService, names: Record<string, string>, clients: Map<Caller, Client>): Promise<void> {
  const instance = await startNda(to);
  const elsewhere = await startNda(to);
  await to.host.idle();
  const draft = (await to.author.ask(201, "POST", "/flow/drafts", { json: { title: "Draft" } })).as(wire.draft);
  const [mail] = to.host.mailbox.list({ instanceId: instance.id }).items;
  const [event] = to.host.callbacks.list({ instanceId: instance.id }).items;
  Object.assign(names, {
    ...{ instance: instance.id, document: instance.documents[0], draft: draft.id, folder: instance.folder_id },
    ...{ mail: there(mail).id, event: there(event).eventId, participant: there(instance.participants[0]).id },
    ...{ secret: there(instance.access_links.alice).split("/").at(-1), clock: to.clockId },
  });
  const account = value(to.host.accounts.get(to.host.accounts.defaultId));
  const login = async () => {
    const client = new Client(to.baseUrl);
    await client.ask(200, "POST", "/api/v2/login", { form: { email: EMAIL, password: PASSWORD } });
    return client;
  };
  const withoutCsrf = (client: Client) => {
    for (const name of client.cookies.keys()) if (name.startsWith("csrf_token")) client.cookies.delete(name);
    return client;
  };
  clients.set("none", to.nobody);
  clients.set("wrong", new Client(to.baseUrl, { authorization: oauth({ ...to.credentials, apisecret: "wrong" }) }));
  clients.set("author", to.author);
  clients.set("login", await login());
  clients.set("login without csrf", withoutCsrf(await login()));
  clients.set("other author", await to.otherAuthor());
  clients.set("participant", await sitDown(to, instance, "alice"));
  clients.set("participant without csrf", withoutCsrf(await sitDown(to, instance, "bob")));
  clients.set("participant elsewhere", await sitDown(to, elsewhere, "alice"));
  clients.set("participant of a deleted instance", await ofDeletedInstance(to));
  clients.set("expired login", await expired(to, "cs_author", "csrf_token", { accountId: account.id }));
  const of = { instanceId: instance.id, participant: "alice" };
  clients.set(
    "expired participant",
    await expired(to, `cs_p_${names.participant}`, `csrf_token_${names.participant}`, of),
  );
  clients.set("participant who names another", await namingAnother(to, instance));
  const both = new Client(to.baseUrl, {
    authorization: oauth(to.credentials),
    "x-participant": there(names.participant),
  });
  for (const [name, cookie] of (await sitDown(to, instance, "alice")).cookies) both.cookies.set(name, cookie);
  clients.set("author and participant", both);
}

async function ofDeletedInstance(to: TestService): Promise<Client> {
  const instance = await startNda(to);
  const client = await sitDown(to, instance, "alice");
  for (const act of ["cancel", "trash"])
    await to.author.ask(204, "POST", `/flow/instances/${instance.id}/${act}`, { json: {} });
  await to.author.ask(204, "DELETE", `/flow/instances/${instance.id}`);
  return client;
}

/** A browser whose session has run out. */
async function expired(
  to: TestService,
  cookie: string,
  csrf: string,
  whose: { readonly accountId: string } | { readonly instanceId: string; readonly participant: string },
): Promise<Client> {
  const opened = await to.host.accounts.createSession({ ...whose, wallExpires: Date.now() - 1 });
  const client = new Client(to.baseUrl);
  client.cookies.set(cookie, opened.token);
  client.cookies.set(csrf, opened.session.csrf);
  return client;
}

/** Alice's cookies beside bob's name. */
async function namingAnother(to: TestService, instance: WireInstance): Promise<Client> {
  const bob = there(instance.participants.find(({ name }) => name === "bob")).id;
  const client = new Client(to.baseUrl, { "x-participant": bob });
  for (const [name, cookie] of (await sitDown(to, instance, "alice")).cookies) client.cookies.set(name, cookie);
  return client;
}
