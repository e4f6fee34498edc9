import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { Pool } from "undici";
import { z } from "zod";
import type { DialectFile } from "../../src-shared/dialect/index.ts";
import { type OAuthClaim, oauthHeader } from "../../src-shared/service/index.ts";
import { ROOT } from "./folder.ts";
import { waitsInWords } from "./measure.ts";

/** Requests at once, as a sync has them [Y13]. */
const AT_ONCE = 4;

const readyLine = z.looseObject({
  base_url: z.string(),
  ...{ apitoken: z.string(), apisecret: z.string(), accesstoken: z.string(), accesssecret: z.string() },
});

export interface Remote {
  readonly url: string;
  readonly credentials: OAuthClaim;
  /** Once it has ended. */
  stop(): Promise<void>;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  await exit;
}

/** Another `countersign serve`, in a process of its own. */
export async function startRemote(workspace: string, port = "0"): Promise<Remote> {
  const args = [path.join(ROOT, "bin/countersign.mjs"), "serve", "--workspace", workspace, "--port", port];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] });
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  const { base_url: url, apitoken, apisecret, accesstoken, accesssecret } = readyLine.parse(JSON.parse(String(line)));
  const credentials = { apitoken, apisecret, accesstoken, accesssecret };
  return { url, credentials, stop: () => ended(child) };
}

/** The same service as one that has only what the interface names, behind a proxy in a process of its own. */
export async function startSparse({ url, credentials }: Remote): Promise<Remote> {
  const child = fork(path.join(import.meta.dirname, "sync-sparse.ts"), [url]);
  const [at] = await once(child, "message");
  return { url: String(at), credentials, stop: () => ended(child) };
}

export interface BareAnswer {
  readonly status: number;
  readonly json: unknown;
}

/** Bare undici: the least program that asks the same. */
export function bareClient(
  { url, credentials }: Pick<Remote, "url" | "credentials">,
  scheme = { scheme: "OAuth", quoted: true, encoded: false },
) {
  const pool = new Pool(url, { connections: AT_ONCE });
  const authorization = oauthHeader(credentials, scheme);
  // As ours sends them: the service reads them, too.
  const known = {
    accept: "application/json",
    "accept-encoding": "identity",
    "user-agent": "countersign",
    authorization,
  };
  return {
    async ask(method: "GET" | "POST" | "PUT", target: string, given?: unknown): Promise<BareAnswer> {
      const type = given === undefined ? {} : { "content-type": "application/json" };
      const body = given === undefined ? null : JSON.stringify(given);
      const answer = await pool.request({ path: target, method, headers: { ...known, ...type }, body });
      const bytes = await answer.body.text();
      if (answer.statusCode > 299) throw new Error(`${method} ${target} was answered with ${answer.statusCode}.`);
      return { status: answer.statusCode, json: bytes === "" ? null : JSON.parse(bytes) };
    },
    /** The answer's bytes, on the disk. */
    async download(target: string, into: string): Promise<void> {
      const asked = { path: target, method: "GET", headers: { authorization } } as const;
      await pool.stream(asked, ({ statusCode }) => {
        if (statusCode !== 200) throw new Error(`GET ${target} was answered with ${statusCode}.`);
        return createWriteStream(into);
      });
    },
    /** Four at once. */
    async each<T>(items: Iterable<T>, work: (item: T) => Promise<unknown>): Promise<void> {
      const left = items[Symbol.iterator]();
      const worker = async () => {
        for (let next = left.next(); !next.done; next = left.next()) await work(next.value);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
    },
    close: () => pool.close(),
  };
}

/** An outbox for bare undici: so many commands for each run, between a look before and a look after. */
export interface BareOutbox {
  readonly remote: Pick<Remote, "url" | "credentials">;
  readonly runs: readonly Started[];
  readonly each: number;
}

/** A process that sends an outbox with bare undici, once. */
export async function startBare() {
  const env = { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE };
  const child = fork(path.join(import.meta.dirname, "bare-child.ts"), { env });
  await once(child, "message");
  return {
    /** @throws Error where a request was refused */
    async drain(outbox: BareOutbox): Promise<void> {
      child.send(outbox);
      const [{ error }] = (await once(child, "message")) as [{ readonly error: string | null }];
      if (error !== null) throw new Error(error);
    },
    end: () => void (child.connected && child.disconnect()),
  };
}

/** What a syncing program is asked to do. */
export type Asked =
  | { readonly kind: "open"; readonly dir: string }
  | { readonly kind: "add"; readonly account: { url: string; credentials: OAuthClaim; dialect?: DialectFile } }
  | { readonly kind: "make"; readonly count: number; readonly fields: object }
  /** So many runs of one flow on the account. @see Started */
  | { readonly kind: "start"; readonly runs: number }
  /** Flows with a document of so many MiB each, and as many runs. @see Large */
  | { readonly kind: "large"; readonly count: number; readonly mebibytes: number }
  /** Everybody signs. */
  | { readonly kind: "play"; readonly runs: readonly Started[] }
  | { readonly kind: "adopt"; readonly runs: readonly Started[] }
  /** How many documents are here with a valid seal. */
  | { readonly kind: "sealed" }
  /** @param idle its author does nothing meanwhile */
  | { readonly kind: "sync"; readonly idle: boolean }
  | { readonly kind: "close" };

/** A run on the account, by its key here and its id there. */
export interface Started {
  readonly key: string;
  readonly id: string;
}

/** The documents of flows, and runs by their document. */
export interface Large {
  readonly flows: readonly string[];
  readonly runs: readonly Started[];
}

/** What a sync was like. */
export interface Synced {
  readonly milliseconds: number;
  /** Of its own process, milliseconds. */
  readonly cpu: number;
  readonly requests: number;
  /** Drafts and commands. */
  readonly moved: number;
  readonly problems: readonly string[];
  /** How long the author waited for each act meanwhile, milliseconds. */
  readonly acts: readonly number[];
  /** The same without a sync. */
  readonly alone: readonly number[];
  /** The most memory that its process has had. */
  readonly mebibytes: number;
}

export type Program = Readonly<ReturnType<typeof startProgram>>;

/** As bin/countersign.mjs has it for `countersign sync`. */
const COMPILE_CACHE = path.join(ROOT, ".cache", "compile-yielding");

/** A program that syncs, in a process of its own. */
export function startProgram() {
  const env = { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE };
  const child: ChildProcess = fork(path.join(import.meta.dirname, "sync-child.ts"), [], { stdio: "inherit", env });
  const seen: Synced[] = [];
  async function ask(asked: Asked): Promise<unknown> {
    child.send(asked);
    const [answer] = (await once(child, "message")) as [{ readonly value?: unknown; readonly error?: string }];
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.value;
  }
  return {
    ask,
    /** @throws Error where not so many were moved, or something stood in the way */
    async sync(moved: number, idle = false): Promise<Synced> {
      const synced = (await ask({ kind: "sync", idle })) as Synced;
      const { problems } = synced;
      if (problems.length > 0) throw new Error(`${problems.length} problems: ${problems.slice(0, 3).join("; ")}`);
      if (synced.moved !== moved) throw new Error(`${synced.moved} of ${moved} were brought to the other side.`);
      seen.push(synced);
      return synced;
    },
    seen: (): readonly Synced[] => seen,
    end: () => void (child.connected && child.disconnect()),
  };
}

/** What the issue of speed is, beside the rate. */
export function syncsInWords(syncs: readonly Synced[]): string {
  const most = (of: (one: Synced) => number) =>
    Math.max(...syncs.map(of)).toLocaleString("en", { maximumFractionDigits: 1 });
  const [wall, cpu] = [most(({ milliseconds }) => milliseconds / 1_000), most((one) => one.cpu / 1_000)];
  const took = `At most ${wall} s a sync, ${cpu} s of them our own work, and ${most((one) => one.mebibytes)} MiB`;
  const acts = syncs.flatMap((one) => one.acts);
  if (acts.length === 0) return `${took}.`;
  const alone = waitsInWords(syncs.flatMap((one) => one.alone));
  return `${took}; what its author did meanwhile took ${waitsInWords(acts)}; without a sync ${alone}.`;
}
