import { existsSync } from "node:fs";
import { access, constants, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { parsedJson } from "../../src-shared/basics/index.ts";
import { openApp } from "../app.ts";
import { appVersion, type Credentials, type Host, type Result } from "../host/index.ts";
import { StoreError } from "../store/index.ts";
import { Refusal } from "./explain-error.ts";
import { logToStderr, whileStoppable } from "./log.ts";
import { EXAMPLES, ROOT } from "./paths.ts";
import { bytesOf, exposed } from "./read-text.ts";
import { CREDENTIAL_WORDS } from "./remotes/credentials-words.ts";
import { builtRenderer } from "./renderer.ts";
import { OPEN_AGAIN, startAppShell, untilStopped } from "./shell.ts";

export interface ServeOptions {
  readonly workspace: string;
  readonly port?: number;
  readonly clock: "real" | "virtual";
  readonly credentials?: string;
}

/** Bytes. */
const LARGEST_CREDENTIALS = 65_536;

const credentialsFile = z.object({
  email: z.email(),
  password: z.string().min(1).optional(),
  apitoken: z.string().min(1),
  apisecret: z.string().min(1),
  accesstoken: z.string().min(1),
  accesssecret: z.string().min(1),
});
type CredentialsFile = z.output<typeof credentialsFile>;

/** `countersign serve` (docs/integration.md): one JSON line on stdout when it is ready, logs on stderr, a clean stop on SIGTERM. */
export function serve(options: ServeOptions): Promise<number> {
  return whileStoppable((stopped) => serveUntil(stopped, options));
}

async function serveUntil(stopped: Promise<number>, options: ServeOptions): Promise<number> {
  const given = await readCredentials(options.credentials);
  if (options.credentials && !given) await mustBeWritable(options.credentials);
  const rendererDir = await builtRenderer();
  const app = await openApp({
    dir: path.resolve(options.workspace),
    rendererDir,
    examplesDir: EXAMPLES,
    version: appVersion(ROOT),
    log: logToStderr,
    withExamples: false,
    ...(options.port !== undefined && { servicePort: options.port }),
    ...(options.clock === "virtual" && { clock: async (host: Host) => ({ virtual: await defaultClock(host) }) }),
    ...(given && { account: { email: given.email, ...(given.password && { password: given.password }) } }),
  });
  // On stderr: stdout gets exactly one line, and its reader may be gone.
  const shell = await startAppShell(app, rendererDir, (url) => process.stderr.write(`${OPEN_AGAIN} ${url}\n`));
  return untilStopped(app, shell, stopped, async () => {
    const ready = await readyLine(app.host, given, app.service.baseUrl, shell.link());
    if (options.credentials && !given) await writeCredentials(options.credentials, ready);
    process.stdout.write(`${JSON.stringify(ready)}\n`);
  });
}

/** Checked before the account is created: its password is shown once, and a missing folder must not lose it. */
async function mustBeWritable(file: string): Promise<void> {
  const folder = path.dirname(path.resolve(file));
  try {
    await access(folder, constants.W_OK);
  } catch {
    throw new Refusal(`${file} cannot be written: make the folder ${folder}, or name a file where you may write.`);
  }
}

/**
 * @throws Refusal with the file's name, and none of its secrets, if it exists but cannot be used: a new one in its
 * place would lock its owner out.
 */
async function readCredentials(file: string | undefined): Promise<CredentialsFile | null> {
  if (file === undefined || !existsSync(file)) return null;
  const json = parsedJson(await readSecrets(file));
  const parsed = credentialsFile.safeParse(json);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.flatMap((issue) => wrongInWords(issue, json) ?? []);
  const why = wrong.length === 0 ? "it is not a JSON object" : wrong.join("; ");
  throw new Refusal(
    `${file} does not hold credentials (${why}): put the file back, or name one that is not there yet.`,
  );
}

/** null: the problem is not about one value. */
function wrongInWords({ code, path: [name] }: z.core.$ZodIssue, json: unknown): string | null {
  if (name === undefined) return null;
  const key = String(name);
  const isMissing = typeof json === "object" && json !== null && !Object.hasOwn(json, key);
  const { missing, empty, no_text } = CREDENTIAL_WORDS;
  const words = isMissing
    ? missing
    : code === "too_small"
      ? empty
      : code === "invalid_format"
        ? "is not an e-mail address"
        : no_text;
  return `“${key}” ${words}`;
}

/** Warns of a file that others may read, but uses it: checkouts and containers often have that mode. */
async function readSecrets(file: string): Promise<string> {
  const bytes = await bytesOf(file, LARGEST_CREDENTIALS);
  const warning = await exposed(file);
  if (warning !== null) logToStderr({ level: "warn", message: warning });
  return bytes.toString("utf8");
}

/** Mode 0600: the four values and the password open the service. */
async function writeCredentials(file: string, ready: Awaited<ReturnType<typeof readyLine>>): Promise<void> {
  const { event: _, base_url: __, app_url: ___, ...credentials } = ready;
  await writeFile(file, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600, flag: "wx" });
}

async function defaultClock(host: Host): Promise<string> {
  const known = host.clocks.list().find(({ virtual, name }) => virtual && name === "default");
  if (known) return known.id;
  return orRefused(await host.clocks.create({ name: "default" })).id;
}

async function readyLine(host: Host, given: CredentialsFile | null, baseUrl: string, appUrl: string) {
  const { email } = orRefused(host.accounts.get(host.accounts.defaultId));
  if (given) await takeOver(host, given);
  const credentials = orRefused(await host.accounts.credentials(host.accounts.defaultId));
  const password = host.accounts.initialPassword ?? given?.password;
  return {
    event: "ready",
    base_url: baseUrl,
    app_url: appUrl,
    email,
    ...(password && { password }),
    ...credentials,
  };
}

/** A workspace older than the file takes the file's values: its clients hold them. */
async function takeOver(host: Host, given: CredentialsFile): Promise<void> {
  const { apitoken, apisecret, accesstoken, accesssecret } = given;
  const values: Credentials = { apitoken, apisecret, accesstoken, accesssecret };
  orRefused(await host.accounts.putCredentials(host.accounts.defaultId, values));
}

/** @throws Refusal if the machine prevented it, such as a full disk */
function orRefused<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  const { message, details } = result.error;
  if (details?.store === "damaged") throw new StoreError("damaged", message);
  throw typeof details?.store === "string" ? new Refusal(message) : new Error(message);
}
