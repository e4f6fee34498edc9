import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { OpenAPIV3_1 } from "openapi-types";
import { type Dispatcher, Pool } from "undici";
import { z } from "zod";
import { type CheckAnswer, documentedAnswers } from "../../service/documented.ts";
import { type Counts, HANG } from "../counts.ts";
import { Random } from "../random.ts";
import { AppFuzz } from "./app.ts";
import { leakOf } from "./judge.ts";
import { type Documented, SENDERS, type Template, templates } from "./requests.ts";
import { startTarget, type Target } from "./targets.ts";
import { makeThings, otherAuthor, type Things } from "./things.ts";

export const KEPT = path.resolve(import.meta.dirname, "../regressions");
/** Things are used up (cancelled, trashed, deleted): new ones after so many requests. */
const FRESH_AFTER = 1_000;
const AT_ONCE = 8;
/** Of so many inputs, one is a frame of the bridge or a request to the app's port. */
const APP_EVERY = 4;
/** Bytes that the app may hold after garbage collection, after any requests. A quiet one holds about 60 MiB. */
const MEMORY = 300 * 1024 * 1024;

/** A request as it was kept: by whom, and what exactly. */
export const keptTemplate = z.object({
  method: z.string(),
  target: z.string(),
  sender: z.enum(SENDERS),
  headers: z.record(z.string(), z.string()),
  body: z.string().nullable(),
});

export interface FuzzRun {
  readonly counts: Counts;
  readonly seed: number;
  /** Inputs for this one process and its workspace. */
  readonly inputs: number;
  readonly enough: () => boolean;
  readonly onViolation: (message: string) => void;
}

/** What was sent to one process, and what came of it. */
export interface Fuzzed {
  /** Answers by their status's first digit. */
  readonly answers: ReadonlyMap<number, number>;
  /** Bytes held at the end, after garbage collection. */
  readonly held: number;
}

/** Random requests to both ports of one app, then its memory, its end and its workspace. */
export async function fuzzOneApp(run: FuzzRun): Promise<Fuzzed> {
  const target = await startTarget();
  const pool = new Pool(target.baseUrl, { connections: AT_ONCE, headersTimeout: HANG, bodyTimeout: HANG });
  const fuzz = new Fuzz(run, target, pool);
  try {
    await fuzz.prepare();
    await fuzz.sendAll();
    return { answers: fuzz.answers, held: await fuzz.end() };
  } catch (error) {
    fuzz.violation(`The run of seed ${run.seed} broke off: ${String(error)}\n${target.faults.join("\n")}`);
    return { answers: fuzz.answers, held: 0 };
  } finally {
    await pool.destroy();
    await target.close();
  }
}

/** Sends one kept request to a fresh app. @returns what was wrong with the answer */
export async function replay(counts: Counts, names: readonly string[]): Promise<readonly string[]> {
  const violations: string[] = [];
  const run = {
    counts,
    seed: 0,
    inputs: 0,
    enough: () => false,
    onViolation: (what: string) => void violations.push(what),
  };
  const target = await startTarget();
  const pool = new Pool(target.baseUrl, { connections: 1, headersTimeout: HANG, bodyTimeout: HANG });
  const fuzz = new Fuzz(run, target, pool);
  await fuzz.prepare();
  for (const name of names) {
    const template = keptTemplate.parse(JSON.parse(readFileSync(path.join(KEPT, name), "utf8")));
    const problem = await fuzz.problemOf(template);
    if (problem !== null) violations.push(`${name}: ${problem}`);
  }
  await fuzz.end();
  await pool.destroy();
  return violations;
}

export const keptRequests = (): readonly string[] => readdirSync(KEPT).filter((name) => name.startsWith("service-"));

class Fuzz {
  readonly answers = new Map<number, number>();
  readonly #run: FuzzRun;
  readonly #target: Target;
  readonly #pool: Pool;
  readonly #random: Random;
  #generate: (random: Random) => Template = () => {
    throw new Error("prepare() first.");
  };
  #check: CheckAnswer = () => null;
  #things: Things | null = null;
  #fresh: () => Promise<void> = async () => undefined;
  #faults = 0;
  #over = false;
  readonly #app: AppFuzz;

  constructor(run: FuzzRun, target: Target, pool: Pool) {
    this.#run = run;
    this.#target = target;
    this.#pool = pool;
    this.#random = new Random(run.seed);
    this.#app = new AppFuzz(target);
  }

  async prepare(): Promise<void> {
    const answer = await this.#pool.request({ method: "GET", path: "/flow/documentation/openapi.json" });
    const json = await answer.body.json();
    this.#check = checkerOf(json as OpenAPIV3_1.Document);
    this.#generate = templates(json as Documented);
    const other = await otherAuthor(this.#pool, this.#target);
    let round = 0;
    this.#fresh = async () => {
      round += 1;
      this.#things = await makeThings(this.#pool, this.#target, other, round);
    };
    await this.#fresh();
  }

  /** So many at once, each after the other on its connection. */
  async sendAll(): Promise<void> {
    let sent = 0;
    while (sent < this.#run.inputs && !this.#run.enough() && this.#target.faults.length === 0) {
      const until = Math.min(sent + FRESH_AFTER, this.#run.inputs);
      const sender = async () => {
        // One that breaks off breaks all off.
        for (; sent < until && !this.#over; ) {
          sent += 1;
          await (sent % APP_EVERY === 0 ? this.#askApp() : this.#askService());
        }
      };
      const senders = Array.from({ length: AT_ONCE }, () =>
        sender().finally(() => {
          this.#over = sent < until;
        }),
      );
      const failed = (await Promise.allSettled(senders)).find(({ status }) => status === "rejected");
      if (failed?.status === "rejected") throw failed.reason;
      this.#sendFaults();
      if (sent < this.#run.inputs) await this.#fresh();
    }
  }

  async #askService(): Promise<void> {
    const template = this.#generate(this.#random);
    const problem = await this.problemOf(template);
    if (problem !== null)
      this.violation(`${problem}\n${template.method} ${template.target}, kept as ${keep(template)}`);
  }

  async #askApp(): Promise<void> {
    this.#count();
    const problem = await this.#app.ask(this.#random, this.#fill);
    if (problem !== null) this.violation(`${problem} (seed ${this.#run.seed})`);
  }

  #count(): void {
    this.#run.counts.requests += 1;
    this.#run.counts.inputs += 1;
  }

  readonly #fill = (text: string): string =>
    text.replaceAll(/«(\w+)»/g, (_all, name: string) => this.#things?.names[name] ?? "");

  /** What is wrong with the answer; null where nothing is. */
  async problemOf(template: Template): Promise<string | null> {
    if (this.#things === null) throw new Error("prepare() first.");
    this.#count();
    const { method, sender } = template;
    const target = this.#fill(template.target);
    const own = Object.entries({ ...this.#things.headers[sender], ...template.headers });
    const headers = Object.fromEntries(own.map(([name, value]) => [name, this.#fill(value)]));
    const body = template.body === null ? null : this.#fill(template.body).toWellFormed();
    try {
      // A path is sent as it is, dots and all: fetch and URL would tidy it up.
      const answer = await this.#ask({ path: target, method: method as Dispatcher.HttpMethod, headers, body });
      const text = await answer.body.text();
      const kind = Math.floor(answer.statusCode / 100);
      this.answers.set(kind, (this.answers.get(kind) ?? 0) + 1);
      if (answer.statusCode >= 500) return `${answer.statusCode} ${text.slice(0, 500)}`;
      const asked = `${target}\n${JSON.stringify(headers)}\n${body ?? ""}`;
      const leak = leakOf(text, asked, sender, this.#things.secrets, this.#target.dir);
      if (leak !== null) return `${leak}: ${text.slice(0, 500)}`;
      const given = answer.headers["content-type"];
      const contentType = typeof given === "string" ? given : null;
      const came = { has: (name: string) => name.toLowerCase() in answer.headers };
      return this.#check(method, target, { status: answer.statusCode, contentType, headers: came, text });
    } catch (error) {
      return `no answer: ${String(error)}`;
    }
  }

  /**
   * A connection that this very process has left idle or half-written for seconds, on a machine that is busy elsewhere, is
   * cut, as it should be. A second try decides: it fails where the request is to blame.
   */
  async #ask(request: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData> {
    const first = await this.#pool.request(request).catch(() => null);
    if (first !== null && first.statusCode !== 408) return first;
    await first?.body.dump();
    return this.#pool.request(request);
  }

  #sendFaults(): void {
    for (const fault of this.#target.faults.slice(this.#faults)) this.violation(`${fault} (seed ${this.#run.seed})`);
    this.#faults = this.#target.faults.length;
  }

  /** @returns the bytes that it holds */
  async end(): Promise<number> {
    this.#app.close();
    const held = await this.#target.memory();
    if (held > MEMORY) this.violation(`It holds ${held} bytes after garbage collection (seed ${this.#run.seed}).`);
    for (const problem of await this.#target.close())
      this.violation(`Its workspace is broken: ${problem} (seed ${this.#run.seed})`);
    this.#sendFaults();
    return held;
  }

  violation(message: string): void {
    this.#run.counts.violations += 1;
    this.#run.onViolation(message);
  }
}

let checker: { readonly of: string; readonly check: CheckAnswer } | null = null;

/** One for all apps of a run: to compile its schemas takes seconds. */
function checkerOf(document: OpenAPIV3_1.Document): CheckAnswer {
  const of = JSON.stringify([document.paths, document.components]);
  if (checker?.of !== of) checker = { of, check: documentedAnswers(document) };
  return checker.check;
}

function keep(template: Template): string {
  mkdirSync(KEPT, { recursive: true });
  const text = `${JSON.stringify(template, null, 2)}\n`;
  const file = path.join(KEPT, `service-${createHash("sha256").update(text).digest("hex").slice(0, 12)}.json`);
  writeFileSync(file, text);
  return file;
}
