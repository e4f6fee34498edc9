import { type Dispatcher, Pool } from "undici";
import { WebSocket } from "ws";
import { z } from "zod";
import { bridgeError, procedures } from "../../../src-shared/bridge/index.ts";
import { HANG } from "../counts.ts";
import type { Random } from "../random.ts";
import { leakOf } from "./judge.ts";
import type { Target } from "./targets.ts";
import { junk, junkText, mutated, type Schema, sampleOf } from "./values.ts";

const NAMES = Object.keys(procedures) as (keyof typeof procedures)[];
/** Never called: it would let the app's callbacks leave the machine. */
const NEVER = new Set<string>(["callbacks.setAllowedHosts"]);
/** Each costs tens of milliseconds, makes the author's credentials void, or moves days of callbacks that nobody takes. */
const DEAR = new Set<string>(["service.newPassword", "service.credentials.create", "clocks.play", "clocks.advance"]);
const SCHEMAS = new Map(NAMES.map((name) => [name, schemaOf(name)]));
/** So many addresses of files are remembered. */
const KEPT_FILES = 50;
const PATHS = [
  "/",
  "/open",
  "/bridge/session",
  "/index.html",
  "/assets/none.js",
  "/instances/«instance»",
  "/bridge",
  "/bridge/files",
  "/%",
  "/..%2f..",
];
const FILES = [
  "documents/«document».pdf",
  "mail/«mail»/0.pdf",
  "histories/«instance».csv",
  "histories/«instance».jsonl",
];

function schemaOf(name: keyof typeof procedures): Schema {
  return z.toJSONSchema(procedures[name].input, { io: "input", unrepresentable: "any" }) as Schema;
}

const answerFrame = z.object({ id: z.number(), result: z.unknown() });
const resultFrame = z.union([
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: bridgeError }),
]);

/** Frames of the bridge, and requests to the app's own port. */
export class AppFuzz {
  readonly #target: Target;
  readonly #pool: Pool;
  readonly #session: Promise<Session>;
  /** Addresses of files from answers. */
  readonly #files: string[] = [];
  #socket: Promise<Socket> | null = null;

  constructor(target: Target) {
    this.#target = target;
    this.#session = openSession(target.appUrl);
    this.#pool = new Pool(new URL(target.appUrl).origin, { connections: 2, headersTimeout: HANG, bodyTimeout: HANG });
  }

  /** One input. @returns what is wrong with the answer; null where nothing is */
  ask(random: Random, fill: (text: string) => string): Promise<string | null> {
    return random.chance(0.85) ? this.#frame(random, fill) : this.#request(random, fill);
  }

  async #frame(random: Random, fill: (text: string) => string): Promise<string | null> {
    this.#socket ??= this.#session.then(openSocket);
    const socket = await this.#socket;
    const call = nameOf(random);
    const schema = SCHEMAS.get(call as keyof typeof procedures) ?? {};
    const good = sampleOf(schema, random, {});
    const input = random.chance(0.6) ? good : mutated(good, random);
    // What is no frame closes the socket; the next one opens another.
    const broken = random.chance(0.01);
    const sent = filled(random.chance(0.02) ? { ...Object(junk(random)), id: 1 } : { call, input }, fill);
    const answer = await socket.ask(broken ? "{" : sent);
    if (answer === "hung") return `The bridge never answered ${JSON.stringify(sent).slice(0, 2_000)}`;
    if (answer === "closed") {
      this.#socket = null;
      return null;
    }
    for (const [file] of answer.matchAll(/\/bridge\/files\/[^"?]+\?ticket=[\w-]+/g))
      if (this.#files.push(file) > KEPT_FILES) this.#files.shift();
    const reported = `${JSON.stringify(sent).slice(0, 2_000)} → ${answer.slice(0, 500)}`;
    const result = resultFrame.safeParse(answerFrame.parse(JSON.parse(answer)).result);
    if (!result.success) return `The bridge answered what its contract does not know: ${reported}`;
    if (!result.data.ok && result.data.error.code === "server_error") return `A fault of the bridge: ${reported}`;
    const leak = leakOf(answer, JSON.stringify(sent), "author", [], "/node_modules/");
    return leak === null || call === "workspace.info" ? null : `${leak}: ${reported}`;
  }

  async #request(random: Random, fill: (text: string) => string): Promise<string | null> {
    const [method, target, body] = appRequest(random, this.#files);
    const headers = random.chance(0.7) ? (await this.#session).headers : {};
    const type = random.pick(["application/pdf", "application/zip", "application/json", "text/plain"]);
    const path = fill(target).replaceAll(/[^\x21-\x7e]/g, (character) => encodeURIComponent(character.toWellFormed()));
    try {
      const answer = await this.#pool.request({
        ...{ method, path, headers: { ...headers, ...(body === null ? {} : { "content-type": type }) }, body },
      });
      const text = await answer.body.text();
      if (answer.statusCode >= 500)
        return `The app's port: ${method} ${path} answered ${answer.statusCode} ${text.slice(0, 500)}`;
      const leak = leakOf(text, path, "nobody", [], this.#target.dir);
      return leak === null ? null : `The app's port: ${method} ${path}: ${leak}`;
    } catch (error) {
      return `The app's port: ${method} ${path} has no answer: ${String(error)}`;
    }
  }

  close(): void {
    void this.#socket?.then((socket) => socket.close());
    void this.#pool.destroy();
  }
}

function nameOf(random: Random): string {
  if (random.chance(0.02)) return junkText(random);
  const name = random.pick(NAMES);
  return NEVER.has(name) || (DEAR.has(name) && random.chance(0.95)) ? "workspace.info" : name;
}

const filled = (value: unknown, fill: (text: string) => string): object => JSON.parse(fill(JSON.stringify(value)));

function appRequest(random: Random, files: readonly string[]): readonly [Dispatcher.HttpMethod, string, string | null] {
  const way = random.between(0, 5);
  if (way <= 1) {
    const method = random.pick(["GET", "GET", "GET", "HEAD", "POST", "DELETE"] as const);
    return [method, random.chance(0.7) ? random.pick(PATHS) : `/${junkText(random).slice(0, 2_000)}`, null];
  }
  if (way === 2 && files.length > 0) return ["GET", random.pick(files), null];
  if (way <= 3) return ["GET", `/bridge/files/${random.chance(0.6) ? random.pick(FILES) : junkText(random)}`, null];
  const address = random.pick([
    "/bridge/session",
    "/bridge/documents?name=x.pdf",
    "/bridge/archives?name=x.zip",
    "/bridge/documents",
  ]);
  return ["POST", address, random.pick(["", "%PDF-1.7", "PK\u0003\u0004", junkText(random)]).toWellFormed()];
}

// ---- the session -----------------------------------------------------------------------------------------------------

interface Session {
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly protocols: readonly string[];
}

/** As the page of the link does it. */
async function openSession(link: string): Promise<Session> {
  const { origin, hash } = new URL(link);
  const body = new URLSearchParams(hash.slice(1)).get("code") ?? "";
  const answer = await fetch(new URL("/bridge/session", origin), { method: "POST", headers: { origin }, body });
  const session = await answer.text();
  if (!answer.ok) throw new Error(`The app's link opened no session: ${answer.status} ${session}`);
  const headers = { origin, "x-countersign-session": session };
  return { origin, headers, protocols: ["countersign", `session.${session}`] };
}

interface Socket {
  /** @returns the answer as it came */
  ask(frame: object | string): Promise<string | "closed" | "hung">;
  close(): void;
}

async function openSocket({ origin, protocols }: Session): Promise<Socket> {
  const socket = new WebSocket(`${origin.replace("http", "ws")}/bridge`, [...protocols], { origin });
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  const waiting = new Map<number, (answer: string) => void>();
  let last = 0;
  socket.on("message", (data) => {
    const text = String(data);
    const id = /^\{"id":(\d+)/.exec(text)?.[1];
    if (id !== undefined) waiting.get(Number(id))?.(text);
  });
  const closed = new Promise<"closed">((resolve) => socket.once("close", () => resolve("closed")));
  return {
    async ask(frame) {
      last += 1;
      const id = last;
      const answered = new Promise<string>((resolve) => waiting.set(id, resolve));
      let timer: NodeJS.Timeout | undefined;
      const hung = new Promise<"hung">((resolve) => {
        timer = setTimeout(() => resolve("hung"), HANG);
      });
      socket.send(typeof frame === "string" ? frame : JSON.stringify({ ...frame, id }));
      const answer = await Promise.race([answered, closed, hung]);
      clearTimeout(timer);
      waiting.delete(id);
      return answer;
    },
    close: () => socket.close(),
  };
}
