import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { parsedJson } from "../../../src-shared/basics/index.ts";
import { type DialectFile, dialectFile } from "../../../src-shared/dialect/index.ts";
import { interfaceVersion } from "../../../src-shared/service/index.ts";
import { readCredentials } from "../../../src-shared/sync/index.ts";
import { listed, sentenceOf } from "../../basics/index.ts";
import {
  type Host,
  type HostError,
  ok,
  type RemoteAccount,
  type RemoteCredentials,
  type Result,
} from "../../host/index.ts";
import { openWorkspace, openWorkspaceReadOnly } from "../../host.ts";
import { DONE, INTERRUPTED, NOT_DONE } from "../exit-codes.ts";
import { Refusal } from "../explain-error.ts";
import { logOthersToStderr } from "../log.ts";
import { bytesOf, exposed } from "../read-text.ts";
import { oneLine, plural, printable } from "../terminal-text.ts";
import { CREDENTIAL_WORDS } from "./credentials-words.ts";
import { SYNC_CODES } from "./report.ts";
import { unsentInWords } from "./unsent-words.ts";
import { forWhoeverWaits } from "./waiting.ts";

interface InWorkspace {
  readonly workspace: string;
}

interface Asking {
  readonly existing?: boolean;
  readonly account: string;
  readonly url?: string;
}

export interface AddOptions extends InWorkspace {
  readonly url: string;
  readonly credentials?: string;
  readonly dialect?: string;
  readonly bind: "all" | "own" | "none";
}

/** Bytes. */
const LARGEST_FILE = 65_536;
/** Other programs on the machine can read arguments, so secrets come from a file or from here. */
const VARIABLE = "COUNTERSIGN_CREDENTIALS";

/** `countersign account add NAME`; if it fails, a folder made for it is removed again. @throws Refusal */
export async function addAccount(name: string, { url, bind, ...options }: AddOptions): Promise<number> {
  const credentials = await credentialsOf(options.credentials);
  const dialect = options.dialect === undefined ? undefined : await dialectOfFile(options.dialect);
  const request = { name, url, credentials, bind, ...(dialect && { dialect }) };
  const folder = path.resolve(options.workspace);
  const isNew = !existsSync(folder);
  try {
    const added = await inWorkspace({ ...options, account: name, url, existing: false }, (host) =>
      host.sync.add(request),
    );
    process.stdout.write(`${isNew ? printable(`Made a new workspace in ${folder}.\n`) : ""}${inWords([added])}`);
    return DONE;
  } catch (error) {
    if (isNew) await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** `countersign account list`. */
export async function listAccounts(options: InWorkspace): Promise<number> {
  const accounts = await lookInto(options, async ({ sync }) => ok(sync.accounts()));
  process.stdout.write(accounts.length === 0 ? "There is no remote account yet.\n" : inWords(accounts));
  return DONE;
}

/** `countersign account check NAME`. @throws Refusal if it cannot be used */
export async function checkAccount(
  name: string,
  options: InWorkspace & { readonly credentials?: string },
): Promise<number> {
  const given = options.credentials === undefined ? undefined : await credentialsOf(options.credentials);
  process.stdout.write(
    inWords([await inWorkspace({ ...options, account: name }, (host) => host.sync.check(name, given))]),
  );
  return DONE;
}

/** `countersign account address NAME URL`. @throws Refusal if the account cannot be used there */
export async function setAddress(name: string, url: string, options: InWorkspace): Promise<number> {
  const of = { ...options, account: name, url };
  process.stdout.write(inWords([await inWorkspace(of, (host) => host.sync.setAddress(name, url))]));
  return DONE;
}

/** `countersign account remove NAME`. @throws Refusal */
export async function removeAccount(
  name: string,
  options: InWorkspace & { readonly drafts: "keep" | "archive" },
): Promise<number> {
  const { drafts, runs, unsent } = await inWorkspace({ ...options, account: name }, async ({ sync }) => {
    const [known, states] = [sync.runs.listed(name), sync.states(name)];
    const listed = known.ok ? known.value : [];
    const unsent = unsentInWords(states.ok ? states.value : [], listed);
    const removed = await sync.remove(name, options.drafts);
    return removed.ok ? ok({ ...removed.value, runs: listed.length, unsent }) : removed;
  });
  const records =
    runs === 0
      ? ""
      : ` What was seen of ${plural(runs, "run")}, with commands and sealed documents, is gone from here.`;
  const became = options.drafts === "keep" ? "stay here, and belong to no account" : "are archived here";
  process.stdout.write(
    printable(
      `The account “${name}” is removed, with its credentials. ${drafts} of its drafts ${became}.${records} Everything on the service stays there: its drafts, documents and runs.\n${unsent}`,
    ),
  );
  return DONE;
}

const LEVELS: Readonly<Record<RemoteAccount["level"], string>> = {
  full: "full: drafts are listed, read and changed",
  known: "no list: only drafts that came from here are read and changed",
  publish: "publish only: drafts are created there and never read",
};

/** What a check found nothing of, by its call. */
const NOT_FOUND: Readonly<Record<RemoteAccount["notFound"][number]["call"], string>> = {
  drafts: "a list of drafts",
  draft: "any of the listed drafts",
};

function inWords(accounts: readonly RemoteAccount[]): string {
  return printable(accounts.map(accountInWords).join("\n"));
}

function accountInWords(account: RemoteAccount): string {
  const { name, baseUrl, dialect, level, parts, apiVersion, older, drafts, sameAs, notFound, stopped, damaged } =
    account;
  const said = (has: boolean | null) => (has === null ? "not seen yet" : has ? "yes" : "no");
  const optional = {
    "entity tags": parts.etag,
    "changes in the list": parts.marks,
    "deleting drafts": parts.remove,
    "uploading documents": parts.upload,
    "fetching documents": parts.files,
    folders: parts.folders,
  };
  const lines = [
    `${name}: ${baseUrl} (dialect ${dialect})`,
    `  Level: ${LEVELS[level]}`,
    `  Version of the interface: ${apiVersion ?? "not said"}${older ? `, older than ${interfaceVersion}: it may refuse what is newer (V101)` : ""}`,
    `  Optional parts: ${Object.entries(optional)
      .map(([part, has]) => `${part}: ${said(has)}`)
      .join(", ")}`,
    `  Drafts that belong to it: ${drafts}`,
    ...notFound.map(
      ({ call, asks }) =>
        `  Not found: ${NOT_FOUND[call]} at ${asks}. If the service has that, remove the account, correct \`${call}\` in the dialect, and add it again.`,
    ),
    ...(sameAs === null
      ? []
      : [
          `  Lists the same drafts as “${oneLine(sameAs)}”: probably one account with other credentials. Remove one of the two, or each flow comes in twice.`,
        ]),
    ...(stopped === null ? [] : [`  Stopped: ${stopped}`]),
    ...(damaged === null ? [] : [`  Not synced: ${damaged} Or remove the account, and add it again.`]),
  ];
  return `${lines.join("\n")}\n`;
}

/**
 * Closes the workspace before it looks at the result.
 * @param existing do not create a workspace in a mistyped folder; default: true
 * @param account whose service the work may have to wait for
 * @param url its address; left out: the account's own
 * @throws Refusal with the error's own words
 */
export async function inWorkspace<T>(
  { workspace, existing = true, account, url }: InWorkspace & Asking,
  work: (host: Host) => Promise<Result<T>>,
): Promise<T> {
  const host = await openWorkspace({ dir: path.resolve(workspace), existing, log: logOthersToStderr });
  const of = { name: account, ...(url !== undefined && { url }) };
  return withHost(host, () => forWhoeverWaits(host, of, () => work(host)));
}

/**
 * For work that changes nothing: the workspace may be open in the app, or on a full disk.
 * @throws Refusal with the error's own words
 */
export const lookInto = <T>({ workspace }: InWorkspace, work: (host: Host) => Promise<Result<T>>): Promise<T> =>
  withHost(openWorkspaceReadOnly({ dir: path.resolve(workspace), log: logOthersToStderr }), work);

async function withHost<T>(host: Host, work: (host: Host) => Promise<Result<T>>): Promise<T> {
  try {
    const result = await work(host);
    if (result.ok) return result.value;
    throw new Refusal(result.error.message, codeOfError(result.error));
  } finally {
    await host.close();
  }
}

function codeOfError({ details }: HostError): number {
  if (details?.remote === "canceled") return INTERRUPTED;
  // If something else answers, the given address is wrong.
  return details?.offline === true && details.remote !== "not_the_interface" ? SYNC_CODES.unreachable : NOT_DONE;
}

async function credentialsOf(file: string | undefined): Promise<RemoteCredentials> {
  const text = file === undefined ? process.env[VARIABLE] : await ownFile(file);
  if (text === undefined || (text === "" && file === undefined))
    throw new Refusal(`Name the file with the account's credentials with --credentials, or put them into ${VARIABLE}.`);
  const read = readCredentials(text);
  if (read.credentials !== null) return read.credentials;
  if (read.wrong.length > 0) {
    const wrong = read.wrong.map(({ key, wrong }) => `“${key}” ${CREDENTIAL_WORDS[wrong]}`);
    throw new Refusal(`${file ?? VARIABLE} does not hold credentials: ${wrong.join("; ")}. Correct it, and try again.`);
  }
  throw new Refusal(
    `${file ?? VARIABLE} does not hold credentials: a JSON object with apitoken, apisecret, accesstoken and accesssecret, as \`serve --credentials\` writes it, or with email and password.`,
  );
}

/** @throws Refusal if others may read it */
async function ownFile(file: string): Promise<string> {
  const text = await textOf(file);
  const refusal = await exposed(file);
  if (refusal !== null) throw new Refusal(refusal);
  return text;
}

const textOf = async (file: string): Promise<string> => decoded(await bytesOf(file, LARGEST_FILE));

/** UTF-8; or, as some editors and shells of Windows write, with a byte order mark or as UTF-16 with one. */
function decoded(bytes: Buffer): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8").decode(bytes);
}

async function dialectOfFile(file: string): Promise<DialectFile> {
  const json = parsedJson(await textOf(file));
  if (json === undefined) throw new Refusal(`${file} is not a valid dialect (docs/sync.md): it is not valid JSON.`);
  const parsed = dialectFile.safeParse(json);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map(
    (issue) => `${issue.path.join(".") || "it"} ${sentenceOf(issue, (key) => `has no part called ${key}`)}`,
  );
  throw new Refusal(`${file} is not a valid dialect (docs/sync.md): ${listed(wrong, "; ")}.`);
}
