import type { Pool } from "undici";
import type { z } from "zod";
import type { Credentials } from "../../../src-main/host/types.ts";
import * as wire from "../../../src-shared/service/index.ts";
import { ndaParameters, ndaProcess, oauth, smallPdf } from "../../service/harness.ts";
import type { Secret } from "./judge.ts";
import type { Sender } from "./requests.ts";
import { PASSWORD, type Target } from "./targets.ts";

type Headers = Readonly<Record<string, string>>;

/** Values for templates: they are used up (cancelled, trashed, deleted), and replaced. */
export interface Things {
  /** By placeholder. */
  readonly names: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<Sender, Headers>>;
  readonly secrets: readonly Secret[];
}

/** The second author, made once: a password costs tens of milliseconds. */
export async function otherAuthor(pool: Pool, target: Target): Promise<Credentials> {
  const email = "other@example.test";
  const asker = new Asker(pool, { authorization: oauth(target.credentials) });
  await asker.json(201, "POST", "/local/accounts", { email, password: PASSWORD });
  const form = new URLSearchParams({ email, password: PASSWORD }).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const { text } = await asker.send(200, "POST", "/api/v2/getpersonaltoken", headers, form);
  return wire.personalCredentials.parse(JSON.parse(text));
}

export async function makeThings(pool: Pool, target: Target, other: Credentials, round: number): Promise<Things> {
  const mine = new Asker(pool, { authorization: oauth(target.credentials) });
  const theirs = new Asker(pool, { authorization: oauth(other) });
  // Whatever rules and faults were set meanwhile: things are made as in a workspace without.
  await mine.json(200, "POST", "/local/mailbox/rules", { rules: [] });
  await mine.json(200, "POST", "/local/callbacks/faults", { faults: [] });
  const callbackPassword = `callback-password-${round}`;
  const auth = { type: "basic", username: "hook", password: callbackPassword };
  const own = await start(mine, { callback: { url: "http://127.0.0.1:9/", auth } });
  const foreignTitle = `only for the other author ${round}`;
  const foreign = await start(theirs, { title: foreignTitle });
  const draft = wire.draft.parse(await mine.json(201, "POST", "/flow/drafts", { title: "Draft" }));
  await theirs.json(201, "POST", "/flow/drafts", { title: foreignTitle });
  const mails = await mine.list(`/local/mailbox?flow_instance_id=${own.id}`, wire.local.mailbox);
  const events = await mine.list(`/local/callbacks?flow_instance_id=${own.id}`, wire.local.callbacks);
  const [alice, bob, elsewhere] = await Promise.all([seat(pool, own, 0), seat(pool, own, 1), seat(pool, foreign, 0)]);
  const headers: Things["headers"] = {
    author: mine.headers,
    "other author": theirs.headers,
    wrong: { authorization: oauth({ ...target.credentials, apisecret: "wrong" }) },
    nobody: {},
    participant: alice.headers,
    "other participant": bob.headers,
    "participant elsewhere": elsewhere.headers,
  };
  return {
    headers,
    names: {
      ...{ instance: own.id, draft: draft.id, document: own.documents[0] ?? "", folder: own.folder_id },
      ...{ mail: mails[0]?.id ?? "", event: events[0]?.event_id ?? "", participant: own.participants[0]?.id ?? "" },
      clock: target.clockId,
    },
    secrets: [
      { text: foreignTitle, of: ["other author", "participant elsewhere"] },
      { text: callbackPassword, of: [] },
      { text: target.credentials.apisecret, of: [] },
      { text: target.credentials.accesssecret, of: [] },
      { text: other.apisecret, of: [] },
      { text: other.accesssecret, of: [] },
      { text: alice.link, of: ["author"] },
      { text: bob.link, of: ["author"] },
      { text: elsewhere.link, of: ["other author"] },
      { text: alice.token, of: [] },
      { text: bob.token, of: [] },
    ],
  };
}

async function start(asker: Asker, extra: object): Promise<wire.WireInstance> {
  const body = new FormData();
  body.set("file", new Blob([await smallPdf("nda")], { type: "application/pdf" }), "nda.pdf");
  const encoded = new Response(body);
  const type = encoded.headers.get("content-type") ?? "";
  const bytes = Buffer.from(await encoded.arrayBuffer());
  const { text } = await asker.send(201, "POST", "/api/v2/documents/new", { "content-type": type }, bytes);
  const process_parameters = ndaParameters(wire.document.parse(JSON.parse(text)).id);
  const started = { title: "NDA", process: ndaProcess, process_parameters, ...extra };
  return wire.instance.parse(await asker.json(201, "POST", "/flow/instances", started));
}

/** A participant's browser after its link was opened. */
async function seat(pool: Pool, instance: wire.WireInstance, index: number) {
  const { name = "", id = "" } = instance.participants[index] ?? {};
  const link = new URL(instance.access_links[name] ?? "").pathname;
  const { cookies } = await new Asker(pool, {}).send(302, "GET", link);
  const pairs = cookies.map((line) => line.split(";", 1)[0] ?? "");
  const startingWith = (start: string) => pairs.find((pair) => pair.startsWith(start))?.split("=")[1] ?? "";
  return {
    headers: { cookie: pairs.join("; "), "x-csrf-token": startingWith("csrf_token_"), "x-participant": id },
    link: link.split("/").at(-1) ?? "",
    token: startingWith("cs_p_"),
  };
}

/** Makes requests that must succeed: a set-up without its things would turn the rest into requests for nothing. */
class Asker {
  readonly headers: Headers;
  readonly #pool: Pool;
  constructor(pool: Pool, headers: Headers) {
    this.#pool = pool;
    this.headers = headers;
  }

  async send(status: number, method: "GET" | "POST", path: string, headers: Headers = {}, body?: string | Buffer) {
    const answer = await this.#pool.request({
      ...{ method, path, headers: { ...this.headers, ...headers } },
      ...(body === undefined ? {} : { body }),
    });
    const text = await answer.body.text();
    if (answer.statusCode !== status)
      throw new Error(`The set-up's ${method} ${path} was answered with ${answer.statusCode} ${text.slice(0, 500)}`);
    return { text, cookies: [answer.headers["set-cookie"] ?? []].flat() };
  }

  async json(status: number, method: "POST", path: string, body: unknown): Promise<unknown> {
    const { text } = await this.send(
      status,
      method,
      path,
      { "content-type": "application/json" },
      JSON.stringify(body),
    );
    return JSON.parse(text);
  }

  async list<T>(path: string, schema: z.ZodType<{ readonly items: readonly T[] }>): Promise<readonly T[]> {
    return schema.parse(JSON.parse((await this.send(200, "GET", path)).text)).items;
  }
}
