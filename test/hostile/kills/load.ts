import { readFileSync } from "node:fs";
import path from "node:path";
import { type Dispatcher, Pool } from "undici";
import { z } from "zod";
import type { Credentials } from "../../../src-main/host/types.ts";
import * as wire from "../../../src-shared/service/index.ts";
import { document, instance, type WireInstance } from "../../../src-shared/service/index.ts";
import { EXAMPLES } from "../../harness/workspace.ts";
import { oauth } from "../../service/harness.ts";
import { HANG } from "../counts.ts";
import type { Random } from "../random.ts";
import type { Books, FlowBook } from "./books.ts";

/** How many clients are at it at once. */
const AT_ONCE = 6;
const APPROVERS = ["ann", "ben", "cas"];
const SIGNER = "sue";
const made = z.object({ id: z.string() });
const PDF = readFileSync(path.join(EXAMPLES, "nda/Mutual Non-Disclosure Agreement.pdf"));

const flowProcess = {
  "dsl-version": "0.3.0",
  stages: [
    {
      approval: {
        actions: [
          { callback: { "callback-name": "begun" } },
          { notify: { users: APPROVERS, methods: { email: { message: "please" } } } },
        ],
        expect: { "approved-by": { users: APPROVERS, documents: ["contract"] } },
      },
    },
    {
      signing: {
        actions: [{ callback: { "callback-name": "approved" } }],
        expect: { "signed-by": { users: [SIGNER], documents: ["contract"] } },
      },
    },
  ],
  "automatic-reminders": [{ date: { type: "relative", days_delay: 1, repeat: "periodically" } }],
};

export interface LoadOptions {
  readonly baseUrl: string;
  readonly credentials: Credentials;
  readonly clockId: string;
  readonly callbackUrl: string;
  readonly books: Books;
  readonly random: Random;
  /** Uploads and seals, which keep a worker busy for longer than all else. */
  readonly documents: boolean;
  /** Called with the number of requests sent so far. */
  readonly onRequest: (count: number) => void;
  /** Called with the number of acknowledgements so far. */
  readonly onAcknowledged: (count: number) => void;
  /** Something that no answer may be. */
  readonly onViolation: (what: string) => void;
}

export interface Load {
  readonly requests: number;
  /** Resolves once no client is at it any more. */
  readonly ended: Promise<unknown>;
  /** Ends what is under way; resolves once nothing is sent any more. */
  stop(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly json: unknown;
  readonly cookies: readonly string[];
}

/** The other end is gone: what happened to the request is unknown. */
class Gone extends Error {}

/** Random operations of authors and participants over HTTP, until the service is gone. Every 2xx is noted in the books. */
export function startLoad(options: LoadOptions): Load {
  const clients = new Clients(options);
  const ended = Promise.all(Array.from({ length: AT_ONCE }, () => clients.play()));
  return {
    ended,
    get requests() {
      return clients.requests;
    },
    async stop() {
      await clients.end();
      await ended;
    },
  };
}

class Clients {
  requests = 0;
  #ended = false;
  #acknowledged = 0;
  readonly #options: LoadOptions;
  readonly #pool: Pool;
  readonly #author: Readonly<Record<string, string>>;
  readonly #busy = new Set<string>();
  #drafts = 0;

  constructor(options: LoadOptions) {
    this.#options = options;
    this.#pool = new Pool(options.baseUrl, { connections: AT_ONCE, headersTimeout: HANG, bodyTimeout: HANG });
    this.#author = { authorization: oauth(options.credentials) };
  }

  async end(): Promise<void> {
    this.#ended = true;
    await this.#pool.destroy();
  }

  async play(): Promise<void> {
    try {
      while (!this.#ended) await this.#next();
    } catch (error) {
      if (!(error instanceof Gone)) this.#options.onViolation(`The driver itself failed: ${String(error)}`);
    }
  }

  #next(): Promise<void> {
    const { random, books, documents } = this.#options;
    const roll = random.between(1, 100);
    if (roll <= 5) return this.#moveClock();
    if (roll <= 12) return this.#writeDraft();
    if (roll <= 14) return this.#setRetention();
    if (documents && roll <= 20) return this.#upload();
    const flow = books.runningFlow(random, this.#busy);
    if (flow === null || roll <= 35) return this.#start();
    return this.#alone(flow, () => (roll <= 85 ? this.#act(flow) : this.#operate(flow)));
  }

  /** One request at a time about each flow: what a cut-off one did is the only thing unknown of it. */
  async #alone(flow: FlowBook, work: () => Promise<void>): Promise<void> {
    this.#busy.add(flow.id);
    await work();
    this.#busy.delete(flow.id);
  }

  // ---- requests ----------------------------------------------------------------------------------------------------

  async #ask(method: Dispatcher.HttpMethod, target: string, body?: unknown, headers = this.#author): Promise<Answer> {
    this.requests += 1;
    this.#options.onRequest(this.requests);
    const bodied = body === undefined ? {} : { "content-type": "application/json" };
    const sent = typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    try {
      const answer = await this.#pool.request({
        ...{ method, path: target, headers: { ...bodied, ...headers } },
        ...(sent === undefined ? {} : { body: sent }),
      });
      const text = await answer.body.text();
      const given = answer.headers["set-cookie"] ?? [];
      const { statusCode: status } = answer;
      if (status >= 500) this.#options.onViolation(`${method} ${target} answered ${status} ${text.slice(0, 500)}`);
      const isJson = String(answer.headers["content-type"]).startsWith("application/json");
      return { status, json: isJson ? JSON.parse(text) : null, cookies: [given].flat() };
    } catch (error) {
      throw new Gone(`${method} ${target} has no answer`, { cause: error });
    }
  }

  #acknowledge(): void {
    this.#acknowledged += 1;
    this.#options.books.acknowledged += 1;
    this.#options.onAcknowledged(this.#acknowledged);
  }

  // ---- of the author -----------------------------------------------------------------------------------------------

  async #start(): Promise<void> {
    const { books, callbackUrl } = this.#options;
    const contract = books.freeDocuments.pop();
    if (contract === undefined) return this.#upload();
    const users = Object.fromEntries(
      [...APPROVERS, SIGNER].map((name) => [name, { id_type: "email", id: `${name}@example.test` }]),
    );
    const answer = await this.#ask("POST", "/flow/instances/start", {
      title: "Killed",
      process: flowProcess,
      process_parameters: { documents: { contract }, users, messages: { please: "Please approve." } },
      callback: { url: callbackUrl, version: 1 },
    });
    if (answer.status !== 201) return this.#unexpected("a start", answer);
    books.flow(made.parse(answer.json).id, [contract]);
    this.#acknowledge();
  }

  async #upload(): Promise<void> {
    const boundary = "hostile";
    const body = Buffer.concat([
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="c.pdf"\r\nContent-Type: application/pdf\r\n\r\n`,
      ),
      PDF,
      // Bytes of its own, so that each upload writes a file of its own.
      Buffer.from(`\n% ${this.#options.random.next()}\r\n--${boundary}--\r\n`),
    ]);
    const headers = { ...this.#author, "content-type": `multipart/form-data; boundary=${boundary}` };
    const answer = await this.#ask("POST", "/api/v2/documents/new", body, headers);
    if (answer.status !== 201) return this.#unexpected("an upload", answer);
    const { id, sha256 } = document.parse(answer.json);
    this.#options.books.document(id, sha256);
    this.#acknowledge();
  }

  async #operate(flow: FlowBook): Promise<void> {
    const { random } = this.#options;
    const target = `/flow/instances/${flow.id}`;
    const way = random.pick(["prolong", "remind", "cancel", "trash", "fork"] as const);
    if (way === "trash") return this.#trash(flow);
    this.#options.books.touch(flow);
    if (way === "cancel") {
      const answer = await this.#ask("POST", `${target}/cancel`);
      flow.running = false;
      if (answer.status !== 204) return;
      flow.canceled = true;
      return this.#acknowledge();
    }
    if (way === "fork") {
      const answer = await this.#ask("POST", `/local/instances/${flow.id}/fork`, { after: 1 });
      if (answer.status !== 201) return;
      this.#options.books.flow(made.parse(answer.json).id);
      return this.#acknowledge();
    }
    const answer =
      way === "prolong"
        ? await this.#ask("POST", `${target}/prolong`, { days: random.between(1, 30) })
        : await this.#ask("POST", `${target}/remind`, { participants: ["1", "2", "3"] });
    if (answer.status < 300) this.#acknowledge();
  }

  /** Into the trash, and then back, away for good, or left to retention. */
  async #trash(flow: FlowBook): Promise<void> {
    const target = `/flow/instances/${flow.id}`;
    this.#options.books.touch(flow);
    flow.running = false;
    flow.trashed = null;
    // From here on a move of its clock may take it away.
    flow.gone = null;
    const trashed = await this.#ask("POST", `${target}/trash`);
    if (trashed.status !== 204) return;
    flow.trashed = true;
    this.#acknowledge();
    const way = this.#options.random.pick(["restore", "delete", "leave"] as const);
    if (way === "leave") return;
    if (way === "restore") {
      flow.trashed = null;
      const restored = await this.#ask("POST", `${target}/restore`);
      if (restored.status !== 204) return;
      flow.trashed = false;
      flow.gone = false;
      return this.#acknowledge();
    }
    const deleted = await this.#ask("DELETE", target);
    if (deleted.status !== 204) return;
    flow.gone = true;
    this.#acknowledge();
  }

  async #moveClock(): Promise<void> {
    const { books, clockId, random } = this.#options;
    const advance = random.pick(["PT1H", "PT6H", "P1D", "P2D"]);
    const answer = await this.#ask("POST", "/local/clock", { clock: clockId, advance });
    if (answer.status !== 200) return this.#unexpected("a move of the clock", answer);
    books.moved(clockId, Date.parse(wire.local.clockMoved.parse(answer.json).now));
    this.#acknowledge();
  }

  async #writeDraft(): Promise<void> {
    const { books, random } = this.#options;
    this.#drafts += 1;
    const title = `Draft ${random.next()}`;
    const open = [...books.drafts.values()].filter(({ id, gone }) => gone === false && !this.#busy.has(id));
    if (open.length < 3) {
      const answer = await this.#ask("POST", "/flow/drafts", { title });
      if (answer.status !== 201) return this.#unexpected("a new draft", answer);
      books.draft(made.parse(answer.json).id, title);
      return this.#acknowledge();
    }
    const book = random.pick(open);
    this.#busy.add(book.id);
    books.touchDraft(book);
    const away = random.chance(0.2);
    if (away) book.gone = null;
    else book.title = null;
    const answer = away
      ? await this.#ask("DELETE", `/flow/drafts/${book.id}`)
      : await this.#ask("PATCH", `/flow/drafts/${book.id}`, { title });
    this.#busy.delete(book.id);
    if (answer.status !== (away ? 204 : 200)) return this.#unexpected("a write of a draft", answer);
    if (away) book.gone = true;
    else book.title = title;
    this.#acknowledge();
  }

  async #setRetention(): Promise<void> {
    const { books, random } = this.#options;
    if (this.#busy.has("retention")) return;
    this.#busy.add("retention");
    books.deleteTrashed = null;
    const days = random.between(1, 3);
    const answer = await this.#ask("PUT", "/flow/folders/home/data_retention", { delete_trashed: days });
    this.#busy.delete("retention");
    if (answer.status !== 200) return this.#unexpected("the retention", answer);
    books.deleteTrashed = days;
    this.#acknowledge();
  }

  // ---- of participants -----------------------------------------------------------------------------------------------

  async #act(flow: FlowBook): Promise<void> {
    const { books, random, documents } = this.#options;
    const got = await this.#ask("GET", `/flow/instances/${flow.id}`);
    if (got.status !== 200) {
      flow.running = false;
      if (got.status !== 404 || flow.gone === false) this.#unexpected(`the flow ${flow.id}`, got);
      return;
    }
    const found = instance.parse(got.json);
    const may = found.state.available_actions.filter(({ type }) => documents || type !== "sign");
    flow.running = found.status === "in_progress" && may.length > 0;
    if (!flow.running) return;
    const action = random.pick(may);
    const participant = await this.#sitDown(found, action.user);
    if (participant === null) return;
    books.touch(flow);
    const [contract = ""] = found.documents;
    const verb = random.chance(0.95) ? (action.type === "sign" ? "sign" : "approve") : "reject";
    const answer = await this.#ask(
      "POST",
      `/flow/instances/${flow.id}/documents/${contract}/${verb}`,
      verb === "reject" ? { message: "No." } : undefined,
      participant,
    );
    // Meanwhile the clock may have ended it.
    if (answer.status === 409) return;
    if (answer.status !== 204) return this.#unexpected(`“${verb}” of ${action.user} in ${flow.id}`, answer);
    if (verb !== "reject") flow.acts.add(`${action.user} ${action.document}`);
    this.#acknowledge();
  }

  async #sitDown(found: WireInstance, name: string): Promise<Readonly<Record<string, string>> | null> {
    const link = new URL(found.access_links[name] ?? "", this.#options.baseUrl).pathname;
    const { status, cookies } = await this.#ask("GET", link, undefined, {});
    if (status !== 302) return null;
    const pairs = cookies.map((line) => line.split(";", 1)[0] ?? "");
    const csrf = pairs.find((pair) => pair.startsWith("csrf_token_"))?.split("=")[1] ?? "";
    const id = found.participants.find((one) => one.name === name)?.id ?? "";
    return { cookie: pairs.join("; "), "x-csrf-token": csrf, "x-participant": id };
  }

  #unexpected(what: string, { status, json }: Answer): void {
    this.#options.onViolation(`${what} was answered with ${status} ${JSON.stringify(json).slice(0, 300)}`);
  }
}
