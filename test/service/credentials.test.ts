import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createHandlers, loadExamples, serveProcedure } from "../../src-main/bridge/index.ts";
import type { Credentials } from "../../src-main/host/types.ts";
import type { TestService } from "./harness.ts";
import { Client, EMAIL, oauth, openService, PASSWORD } from "./harness.ts";

/** Credentials as the app's settings list, make and revoke them, and as the service then takes them. */

let to: TestService;
let ask: (name: string, input?: object) => Promise<unknown>;
beforeAll(async () => {
  to = await openService();
  const examples = loadExamples(path.resolve(import.meta.dirname, "../../resources/examples"));
  const fileUrl = (path: string) => path;
  const handlers = createHandlers(to.host, examples, { version: "0", serviceUrl: to.baseUrl, now: Date.now, fileUrl });
  const noFaults = (_id: string, where: string, cause: unknown) => {
    throw new Error(where, { cause });
  };
  ask = (name, input = {}) => serveProcedure(handlers, noFaults, name, input);
});
afterAll(() => to.close());

const opens = async (credentials: Credentials): Promise<number> =>
  (await new Client(to.baseUrl, { authorization: oauth(credentials) }).send("GET", "/flow/drafts")).status;

it("interface 5.3: credentials must be deleted before new ones appear, and what was revoked opens nothing", async () => {
  const first = to.credentials;
  expect(await ask("service.credentials.list")).toEqual({ ok: true, value: { items: [first] } });
  expect(await ask("service.credentials.create")).toMatchObject({ ok: false, error: { code: "conflict_error" } });
  expect(await opens(first)).toBe(200);

  expect(await ask("service.credentials.revoke", { apitoken: first.apitoken })).toEqual({ ok: true, value: {} });
  expect(await opens(first)).toBe(401);
  expect(await ask("service.credentials.list")).toEqual({ ok: true, value: { items: [] } });

  const made = (await ask("service.credentials.create")) as { ok: true; value: Credentials };
  expect(made.ok).toBe(true);
  expect(Object.values(made.value).filter((value) => Object.values(first).includes(value))).toEqual([]);
  expect(await opens(made.value)).toBe(200);
  expect(await opens(first)).toBe(401);
  const form = { email: EMAIL, password: PASSWORD };
  expect((await to.nobody.ask(200, "POST", "/api/v2/getpersonaltoken", { form })).json).toEqual(made.value);
});

it("revoking a set that is no longer the current one leaves the current one alone", async () => {
  const held = (await ask("service.credentials.list")) as { value: { items: [Credentials] } };
  const stale = await ask("service.credentials.revoke", { apitoken: to.credentials.apitoken });
  expect(stale).toMatchObject({ ok: false, error: { code: "resource_not_found" } });
  expect(await opens(held.value.items[0])).toBe(200);
});
