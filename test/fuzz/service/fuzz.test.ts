import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { OpenAPIV3_1 } from "openapi-types";
import { type Dispatcher, Pool } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as wire from "../../../src-shared/service/index.ts";
import type { CheckAnswer } from "../../service/documented.ts";
import { documentedAnswers } from "../../service/documented.ts";
import { oauth, openService, sitDown, startNda, type TestService } from "../../service/harness.ts";
import { Random } from "./random.ts";
import { type Documented, type Sender, type Template, templates } from "./requests.ts";

/**
 * Requests made from the service's own OpenAPI document: whatever comes, no fault, no hang, and no answer that the
 * document does not allow. A request that fails is kept in test/fuzz/regressions and sent again by every later run.
 */

const SEEDS = [1, 2, 3, 5, 8, 13, 21, 34] as const;
const PER_SEED = 2_600;
/** Things are used up (cancelled, trashed, deleted): new ones after so many requests. */
const FRESH_AFTER = 400;
const AT_ONCE = 4;
/** Wall milliseconds without an answer that count as a hang. */
const HANG = 20_000;
const KEPT = path.resolve(import.meta.dirname, "../regressions");

let to: TestService;
let pool: Pool;
let check: CheckAnswer;
let generate: (random: Random) => Template;
let names: Readonly<Record<string, string>> = {};
/** Answers by their status's first digit: what is only ever refused tries nothing behind the door. */
const answers = new Map<number, number>();
let headersOf: Readonly<Record<Sender, Readonly<Record<string, string>>>>;
beforeAll(async () => {
  to = await openService();
  pool = new Pool(to.baseUrl, { connections: AT_ONCE, headersTimeout: HANG, bodyTimeout: HANG });
  const { json } = await to.nobody.ask(200, "GET", "/flow/documentation/openapi.json");
  check = documentedAnswers(json as OpenAPIV3_1.Document);
  generate = templates(json as Documented);
  await makeThings();
});
afterAll(async () => {
  await pool.close();
  await to.close();
});

/** An instance, a draft and the rest of what the placeholders stand for. */
async function makeThings(): Promise<void> {
  const instance = await startNda(to, { callback: { url: "http://127.0.0.1:9/" } });
  const draft = (await to.author.ask(201, "POST", "/flow/drafts", { json: { title: "Draft" } })).as(wire.draft);
  await to.host.idle();
  const mail = firstOf(to.host.mailbox.list({ instanceId: instance.id }).items);
  const event = firstOf(to.host.callbacks.list({ instanceId: instance.id }).items);
  const alice = await sitDown(to, instance, "alice");
  names = {
    instance: instance.id,
    draft: draft.id,
    document: firstOf(instance.documents),
    folder: instance.folder_id,
    mail: mail.id,
    event: event.eventId,
    participant: firstOf(instance.participants).id,
    clock: to.clockId,
  };
  const csrf = [...alice.cookies].find(([name]) => name.startsWith("csrf_token_"))?.[1] ?? "";
  const cookie = [...alice.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  headersOf = {
    author: { authorization: oauth(to.credentials) },
    participant: { cookie, "x-csrf-token": csrf },
    nobody: {},
  };
}

/** A set-up without it would turn the rest into requests for nothing. */
function firstOf<T>(items: readonly T[]): T {
  const [first] = items;
  if (first === undefined) throw new Error("The set-up lacks what a placeholder stands for.");
  return first;
}

const fill = (text: string): string => text.replaceAll(/«(\w+)»/g, (_all, name: string) => names[name] ?? "");

/** What is wrong with the answer; null where nothing is. */
async function problemOf(template: Template): Promise<string | null> {
  const { method, body } = template;
  const target = fill(template.target);
  const own = Object.entries({ ...headersOf[template.sender], ...template.headers });
  const headers = Object.fromEntries(own.map(([name, value]) => [name, fill(value)]));
  try {
    // A path is sent as it is, dots and all: fetch and URL would tidy it up.
    const answer = await pool.request({
      path: target,
      method: method as Dispatcher.HttpMethod,
      headers,
      body: body === null ? null : fill(body).toWellFormed(),
    });
    const text = await answer.body.text();
    const kind = Math.floor(answer.statusCode / 100);
    answers.set(kind, (answers.get(kind) ?? 0) + 1);
    if (answer.statusCode >= 500) return `${answer.statusCode} ${text.slice(0, 500)}`;
    const given = answer.headers["content-type"];
    const contentType = typeof given === "string" ? given : null;
    const came = { has: (name: string) => name.toLowerCase() in answer.headers };
    return check(method, target, { status: answer.statusCode, contentType, headers: came, text });
  } catch (error) {
    return `no answer: ${String(error)}`;
  }
}

async function keep(template: Template): Promise<string> {
  mkdirSync(KEPT, { recursive: true });
  const text = `${JSON.stringify(template, null, 2)}\n`;
  const file = path.join(KEPT, `service-${createHash("sha256").update(text).digest("hex").slice(0, 12)}.json`);
  writeFileSync(file, text);
  return file;
}

test.each(readdirSync(KEPT).filter((name) => name.startsWith("service-")))("kept: %s", async (name) => {
  expect(await problemOf(JSON.parse(readFileSync(path.join(KEPT, name), "utf8")))).toBeNull();
});

describe("requests made from the OpenAPI document", () => {
  test.each(SEEDS)("seed %i", { timeout: 180_000 }, async (seed) => {
    const random = new Random(seed);
    for (let sent = 0; sent < PER_SEED; sent += AT_ONCE) {
      if (sent % FRESH_AFTER === 0) await makeThings();
      const batch = Array.from({ length: AT_ONCE }, () => generate(random));
      const problems = await Promise.all(batch.map(problemOf));
      for (const [index, problem] of problems.entries()) {
        const template = batch[index];
        if (problem === null || template === undefined) continue;
        const file = await keep(template);
        expect.soft(problem, `${template.method} ${template.target} (kept as ${file})`).toBeNull();
      }
    }
  });
});

test("a good part of the requests is taken, so that what lies behind the refusals is tried too", () => {
  const sent = [...answers.values()].reduce((sum, count) => sum + count, 0);
  expect((answers.get(2) ?? 0) / sent).toBeGreaterThan(0.2);
});

test("afterwards the service answers as ever, and its log has no fault", async () => {
  await startNda(to);
  expect(to.log.filter(({ level }) => level === "error")).toEqual([]);
});
