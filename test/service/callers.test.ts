import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { WireInstance } from "../../src-shared/service/index.ts";
import * as wire from "../../src-shared/service/index.ts";
import type { TestService } from "./harness.ts";
import { Client, EMAIL, oauth, openService, PASSWORD, sitDown, startNda } from "./harness.ts";

type Caller =
  | "none"
  | "wrong"
  | "author"
  | "login"
  | "login without csrf"
  | "other author"
  | "participant"
  | "participant without csrf"
  | "participant elsewhere";

/** What a request that passes the gate gets is the route's own business: here any status but these. */
const OPEN = "open";
type Expected = number | typeof OPEN;

interface Case {
  readonly method: string;
  readonly path: string;
  readonly expected: Readonly<Record<Caller, Expected>>;
}

const author = (write: boolean, foreign: Expected): Case["expected"] => ({
  none: 401,
  wrong: 401,
  author: OPEN,
  login: OPEN,
  "login without csrf": write ? 403 : OPEN,
  "other author": foreign,
  participant: 403,
  "participant without csrf": 403,
  "participant elsewhere": 403,
});
const participant = (write: boolean): Case["expected"] => ({
  none: 401,
  wrong: 401,
  author: 403,
  login: 403,
  "login without csrf": 403,
  "other author": 403,
  participant: OPEN,
  "participant without csrf": write ? 403 : OPEN,
  "participant elsewhere": 404,
});
/** The author may reject an instance, too [interface 1.6]. */
const either: Case["expected"] = {
  ...participant(true),
  author: OPEN,
  login: OPEN,
  "other author": 404,
};
const anyone: Case["expected"] = {
  none: OPEN,
  wrong: OPEN,
  author: OPEN,
  login: OPEN,
  "login without csrf": OPEN,
  "other author": OPEN,
  participant: OPEN,
  "participant without csrf": OPEN,
  "participant elsewhere": OPEN,
};
/** The instance stands in the body or nowhere: who has any participant's session gets as far as the body. */
const anyParticipant: Case["expected"] = { ...participant(true), "participant elsewhere": OPEN };

/** A session's write needs its token, and only then ends the session. */
const logout: Case["expected"] = { ...anyone, "login without csrf": 403 };

/** `{…}` stand for the identifiers of the set-up below. Every route of the service is here: the last test counts. */
const ROUTES: readonly (readonly [string, string, Case["expected"]])[] = [
  ["GET", "/flow/version", anyone],
  ["GET", "/flow/documentation", anyone],
  ["GET", "/flow/documentation/openapi.json", anyone],
  ["POST", "/api/v2/documents/new", author(true, OPEN)],
  ["GET", "/api/v2/documents/{document}", author(false, 404)],
  ["GET", "/api/v2/documents/{document}/files/main.pdf", author(false, 404)],
  ["GET", "/flow/drafts", author(false, OPEN)],
  ["POST", "/flow/drafts", author(true, OPEN)],
  ["GET", "/flow/drafts/{draft}", author(false, 404)],
  ["PATCH", "/flow/drafts/{draft}", author(true, 404)],
  ["POST", "/flow/drafts/{draft}/start", author(true, 404)],
  ["DELETE", "/flow/drafts/{draft}", author(true, 404)],
  ["POST", "/flow/instances", author(true, OPEN)],
  ["POST", "/flow/instances/start", author(true, OPEN)],
  ["GET", "/flow/instances/{instance}", author(false, 404)],
  ["POST", "/flow/instances/{instance}/prolong", author(true, 404)],
  ["POST", "/flow/instances/{instance}/remind", author(true, 404)],
  ["POST", "/flow/instances/{instance}/trash", author(true, 404)],
  ["POST", "/flow/instances/{instance}/restore", author(true, 404)],
  ["DELETE", "/flow/instances/{instance}", author(true, 404)],
  ["POST", "/flow/instances/{other instance}/cancel", author(true, 404)],
  ["GET", "/flow/folders/home/data_retention", author(false, OPEN)],
  ["PUT", "/flow/folders/{folder}/data_retention", author(true, 404)],
  ["DELETE", "/flow/folders/{folder}/data_retention", author(true, 404)],
  ["GET", "/flow/instances/{instance}/view", participant(false)],
  ["POST", "/flow/instances/{instance}/documents/{document}/approve", participant(true)],
  ["POST", "/flow/instances/{instance}/documents/{document}/sign", participant(true)],
  ["POST", "/flow/instances/{instance}/documents/{document}/reject", participant(true)],
  ["POST", "/flow/instances/{instance}/reject", either],
  ["POST", "/flow/eid/start", anyParticipant],
  ["POST", "/flow/eid/check", anyParticipant],
  ["GET", "/local/participant/{instance}", participant(false)],
  ["GET", "/local/participant/{instance}/documents/{document}.pdf", participant(false)],
  ["POST", "/local/participant/{instance}/authentication", participant(true)],
  ["POST", "/local/participant/{instance}/authentication/new_code", participant(true)],
  ["GET", "/local/clock", author(false, OPEN)],
  ["POST", "/local/clock", author(true, OPEN)],
  ["GET", "/local/due", author(false, OPEN)],
  ["GET", "/local/accounts", author(false, OPEN)],
  ["POST", "/local/accounts", author(true, OPEN)],
  ["GET", "/local/folders", author(false, OPEN)],
  ["POST", "/local/folders", author(true, OPEN)],
  ["GET", "/local/outbound", author(false, 403)],
  ["GET", "/local/mailbox", author(false, OPEN)],
  ["GET", "/local/mailbox/{mail}", author(false, 404)],
  ["GET", "/local/mailbox/{mail}.eml", author(false, 404)],
  ["GET", "/local/mailbox/rules", author(false, OPEN)],
  ["POST", "/local/mailbox/rules", author(true, OPEN)],
  ["GET", "/local/callbacks", author(false, OPEN)],
  ["GET", "/local/callbacks/{event}", author(false, 404)],
  ["POST", "/local/callbacks/{event}/replay", author(true, 404)],
  ["GET", "/local/callbacks/faults", author(false, OPEN)],
  // One for every instance, as in BODIES, is the first author's.
  ["POST", "/local/callbacks/faults", author(true, 403)],
  ["GET", "/local/instances", author(false, OPEN)],
  ["GET", "/local/instances/{instance}/history", author(false, 404)],
  ["POST", "/local/instances/{instance}/fork", author(true, 404)],
  ["POST", "/local/participants/{instance}/alice/authenticate", author(true, 404)],
  ["POST", "/local/participants/{instance}/alice/unlock", author(true, 404)],
  ["GET", "/participant/{instance}/{participant}", anyone],
  ["GET", "/assets/none.js", anyone],
  ["POST", "/api/v2/getpersonaltoken", anyone],
  ["POST", "/api/v2/login", anyone],
  ["POST", "/api/v2/logout", logout],
  // Last: it gives every caller a participant's session, which would speak for them above.
  ["GET", "/flow/overview/{instance}/{participant}/{secret}", anyone],
];
/** Bodies that are right, for routes that other authors get a 404 from only once their body has been read. */
const BODIES: Readonly<Record<string, unknown>> = {
  prolong: { days: 5 },
  remind: { participants: ["1"] },
  fork: { after: 1 },
  faults: { faults: [{ effect: { kind: "no_answer" }, times: 1 }] },
  authenticate: { outcomes: [{ outcome: "success" }] },
};

describe("service.md, Who may: every route and every kind of caller", () => {
  let to: TestService;
  let instance: WireInstance;
  const clients = {} as Record<Caller, Client>;
  const names: Record<string, string> = {};

  /** As the router knows them, whatever the documentation shows. */
  const registered = new Set<string>();
  const listen = (message: unknown) => {
    (message as { readonly fastify: FastifyInstance }).fastify.addHook("onRoute", ({ method, url }) => {
      for (const one of [method].flat()) registered.add(`${one} ${url}`);
    });
  };

  beforeAll(async () => {
    subscribe("fastify.initialization", listen);
    to = await openService();
    unsubscribe("fastify.initialization", listen);
    instance = await startNda(to);
    const elsewhere = await startNda(to);
    await to.host.idle();
    const draft = (await to.author.ask(201, "POST", "/flow/drafts", { json: { title: "Draft" } })).as(wire.draft);
    const mailbox = (await to.author.ask(200, "GET", `/local/mailbox?flow_instance_id=${instance.id}`)).as(
      wire.local.mailbox,
    );
    const callbacks = (await to.author.ask(200, "GET", `/local/callbacks?flow_instance_id=${instance.id}`)).as(
      wire.local.callbacks,
    );
    Object.assign(names, {
      instance: instance.id,
      "other instance": elsewhere.id,
      document: instance.documents[0],
      draft: draft.id,
      folder: instance.folder_id,
      mail: mailbox.items[0]?.id,
      event: callbacks.items[0]?.event_id,
      participant: instance.participants[0]?.id,
      secret: instance.access_links.alice?.split("/").at(-1),
    });
    const login = async () => {
      const client = new Client(to.baseUrl);
      await client.ask(200, "POST", "/api/v2/login", { form: { email: EMAIL, password: PASSWORD } });
      return client;
    };
    const withoutCsrf = (client: Client) => {
      for (const name of client.cookies.keys()) if (name.startsWith("csrf_token")) client.cookies.delete(name);
      return client;
    };
    clients.none = to.nobody;
    clients.wrong = new Client(to.baseUrl, { authorization: oauth({ ...to.credentials, apisecret: "wrong" }) });
    clients.author = to.author;
    clients.login = await login();
    clients["login without csrf"] = withoutCsrf(await login());
    clients["other author"] = await to.otherAuthor();
    clients.participant = await sitDown(to, instance, "alice");
    clients["participant without csrf"] = withoutCsrf(await sitDown(to, instance, "bob"));
    clients["participant elsewhere"] = await sitDown(to, elsewhere, "alice");
  });
  afterAll(() => to.close());

  const fill = (path: string) => path.replaceAll(/\{([^}]+)\}/g, (_all, name: string) => names[name] ?? "missing");
  const bodyOf = (method: string, path: string) => {
    const body = BODIES[path.split("/").at(-1) ?? ""];
    return method === "GET" || path.startsWith("/api/v2/") ? {} : { json: body ?? {} };
  };

  // Refusals first: they must leave everything as it is, so that the requests that pass find it in place.
  const callers: readonly Caller[] = [
    "none",
    "wrong",
    "other author",
    "participant elsewhere",
    "login without csrf",
    "participant without csrf",
    "participant",
    "login",
    "author",
  ];
  describe.each(callers)("%s", (caller) => {
    const rows = ROUTES.filter(([, , expected]) => expected[caller] !== OPEN);
    it.each(rows)("%s %s is refused", async (method, path, expected) => {
      const answer = await clients[caller].ask(Number(expected[caller]), method, fill(path), bodyOf(method, path));
      expect(answer.headers.get("content-type")).toBe("application/json");
      const types = { 401: "invalid_authorisation", 403: "insufficient_privileges", 404: "resource_not_found" };
      const status = expected[caller] as 401 | 403 | 404;
      expect(answer.json).toMatchObject({ code: status, type: types[status], message: expect.any(String) });
    });
  });

  describe.each(callers)("%s", (caller) => {
    const rows = ROUTES.filter(([, , expected]) => expected[caller] === OPEN);
    it.each(rows)("%s %s is let in", async (method, path) => {
      const answer = await clients[caller].send(method, fill(path), bodyOf(method, path));
      expect([401, 403], answer.text.slice(0, 500)).not.toContain(answer.status);
      expect(answer.status).toBeLessThan(500);
    });
  });

  it("the table has every route of the router, and no other", () => {
    const shape = (path: string) => path.replaceAll(/\{[^}]+\}|:[a-z]+|\balice\b|\bhome\b|\bnone\.js$|\*/gi, "*");
    const tested = ROUTES.map(([method, path]) => `${method} ${shape(path)}`);
    // HEAD is GET without its body.
    const known = [...registered].filter((route) => !route.startsWith("HEAD ")).map(shape);
    expect(known.length).toBeGreaterThan(50);
    expect([...new Set(tested)].sort()).toEqual([...new Set(known)].sort());
  });

  it("two participants in one browser: each is picked by X-Participant, and nobody without it", async () => {
    const fresh = await startNda(to);
    const alice = await sitDown(to, fresh, "alice");
    const bob = await sitDown(to, fresh, "bob");
    const both = new Client(to.baseUrl);
    for (const [name, cookie] of [...alice.cookies, ...bob.cookies]) both.cookies.set(name, cookie);
    const path = `/local/participant/${fresh.id}`;
    const ambiguous = await both.ask(400, "GET", path);
    expect(ambiguous.error).toBe("request_parameters_missing");
    const [first, second] = fresh.participants;
    const as = async (id = "") =>
      (await both.ask(200, "GET", path, { headers: { "x-participant": id } })).as(wire.participantPage).participant;
    expect(await as(first?.id)).toEqual({ id: first?.id, name: "alice" });
    expect(await as(second?.id)).toEqual({ id: second?.id, name: "bob" });
    await both.ask(401, "GET", path, { headers: { "x-participant": "999999" } });
    const alone = new Client(to.baseUrl);
    for (const [name, cookie] of bob.cookies) alone.cookies.set(name, cookie);
    expect((await alone.ask(200, "GET", path)).as(wire.participantPage).participant.name).toBe("bob");
  });

  it("service.md, Who may: a session speaks before an author's credentials on a participant's route", async () => {
    const fresh = await startNda(to);
    const alice = await sitDown(to, fresh, "alice");
    const foreign = await sitDown(to, await startNda(to), "alice");
    const authorization = oauth(to.credentials);
    for (const headers of [{ authorization }, { authorization: "OAuth of nobody" }]) {
      const seen = await alice.ask(200, "GET", `/local/participant/${fresh.id}`, { headers });
      expect(seen.as(wire.participantPage).participant.name).toBe("alice");
    }
    const path = `/flow/instances/${fresh.id}/reject`;
    const headers = { authorization, "x-csrf-token": "wrong" };
    await alice.ask(403, "POST", path, { json: {}, headers });
    await alice.ask(204, "POST", path, { json: {}, headers: { authorization } });
    const history = (await to.author.ask(200, "GET", `/local/instances/${fresh.id}/history`)).as(wire.local.history);
    expect(history.items.findLast(({ type }) => type === "instance_rejected")?.by).toBe("participant:alice");
    // A session of another instance is nobody here, so that the author speaks.
    expect((await foreign.ask(409, "POST", path, { json: {}, headers: { authorization } })).error).toBe(
      "instance_state_error",
    );
  });

  it("one participant's CSRF token does not write for another", async () => {
    const fresh = await startNda(to);
    const alice = await sitDown(to, fresh, "alice");
    const bob = await sitDown(to, fresh, "bob");
    const csrf = [...alice.cookies].find(([name]) => name.startsWith("csrf_token_"))?.[1] ?? "";
    await bob.ask(403, "POST", `/flow/instances/${fresh.id}/reject`, { json: {}, headers: { "x-csrf-token": csrf } });
  });

  it("a wrong secret, a wrong participant and a wrong instance open nothing and set no cookie", async () => {
    const { secret, participant } = names;
    const tries = [
      `/flow/overview/${instance.id}/${participant}/${"0".repeat(secret?.length ?? 1)}`,
      `/flow/overview/${instance.id}/${instance.participants[1]?.id}/${secret}`,
      `/flow/overview/${names["other instance"]}/${participant}/${secret}`,
    ];
    for (const path of tries) {
      const answer = await to.nobody.ask(404, "GET", path);
      expect(answer.headers.getSetCookie()).toEqual([]);
      expect(answer.text).not.toContain(secret);
    }
  });

  it("a session outlives the reopening of its link; a browser keeps its forty newest participants", async () => {
    const fresh = await startNda(to);
    const alice = await sitDown(to, fresh, "alice");
    const before = new Map(alice.cookies);
    await alice.ask(302, "GET", fresh.access_links.alice ?? "");
    expect(alice.cookies).toEqual(before);
    const browser = new Client(to.baseUrl);
    for (let count = 0; count < 21; count++) {
      const next = await startNda(to);
      await browser.ask(302, "GET", next.access_links.alice ?? "");
      await browser.ask(302, "GET", next.access_links.bob ?? "");
    }
    expect([...browser.cookies.keys()].filter((name) => name.startsWith("cs_p_"))).toHaveLength(40);
  });

  it("nothing of it was an error of the service", () => {
    expect(to.log.filter(({ level }) => level === "error")).toEqual([]);
  });
});
