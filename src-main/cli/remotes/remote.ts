import path from "node:path";
import { text } from "node:stream/consumers";
import type { InstanceCommand, Recipient } from "../../../src-shared/sync/index.ts";
import { writeFileAtomically } from "../../basics/index.ts";
import { type Host, ok, type RemoteRun, type Result, type SyncReport } from "../../host/index.ts";
import { newFolder } from "../evidence.ts";
import { DONE } from "../exit-codes.ts";
import { Refusal } from "../explain-error.ts";
import { asJson, oneLine, plural, printable } from "../terminal-text.ts";
import { inWorkspace, lookInto } from "./account.ts";
import { codeOf, reportInWords, reportJson, SYNC_CODES } from "./report.ts";
import { runInWords, runOnALine, sealInWords } from "./run-words.ts";

interface InWorkspace {
  readonly workspace: string;
  readonly json?: boolean;
}

export interface OfAccount extends InWorkspace {
  readonly account: string;
}

/** `countersign remote start DRAFT`: prints whom the service will write to, before it starts. @throws Refusal */
export function startRemote(
  draft: string,
  options: OfAccount & { readonly dryRun?: boolean; readonly recipients?: number },
): Promise<number> {
  const { account, dryRun = false, recipients } = options;
  return reported(options, dryRun, async (host) => {
    const known = host.sync.runs.listed(account);
    if (!known.ok) return known;
    const id = draftId(host, draft);
    const found = host.sync.runs.recipients(id, account);
    if (!found.ok) return found;
    const { people, fingerprint } = found.value;
    process.stderr.write(printable(peopleInWords(people)));
    const started = await host.sync.runs.start(account, id, {
      ...{ dryRun, fingerprint },
      ...(recipients !== undefined && { recipients }),
    });
    if (started.ok || started.error.code !== "request_parameters_invalid") return started;
    throw new Refusal(`${started.error.message} Use --recipients.`);
  });
}

/** `countersign remote publish DRAFT`. @throws Refusal */
export function publishRemote(draft: string, options: OfAccount & { readonly dryRun?: boolean }): Promise<number> {
  const { account, dryRun = false } = options;
  return reported(
    options,
    dryRun,
    (host) => host.sync.publish(account, draftId(host, draft), { dryRun }),
    ({ pushed }, { sync }) => {
      const made = pushed.map((key) => sync.stateOf(key)).filter((one) => one !== null);
      return made.map(({ title, remoteId }) => `  Published “${oneLine(title)}” as ${remoteId}\n`).join("");
    },
  );
}

/** `countersign remote resolve DRAFT`: records that it exists under an id, or does not. @throws Refusal */
export async function resolveRemote(
  draft: string,
  options: OfAccount & { readonly id?: string; readonly notThere?: boolean },
): Promise<number> {
  const { account, json, id = null, notThere = false } = options;
  if ((id === null) !== notThere)
    throw new Refusal("Give the draft's id there with --id, or say that it is not there with --not-there.");
  const { title, key, level } = await inWorkspace(options, async (host) => {
    const found = host.drafts.get(draftId(host, draft));
    if (!found.ok) return found;
    const done = await host.sync.resolve(account, found.value.key, id);
    const standing = host.sync.stateOf(found.value.key);
    const of = host.sync.accounts().find(({ name }) => name === standing?.account);
    return done.ok ? ok({ ...found.value, level: of?.level }) : done;
  });
  // A service that only takes new drafts lists none, and no sync sends one to it.
  const isBlind = level === "publish";
  const next = isBlind ? "publish" : "sync";
  const words = id === null ? `is not there, and is sent again by the next ${next}` : `is ${id} there`;
  const doubt = id !== null && isBlind ? " This could not be checked: the service shows no drafts." : "";
  const checked = id === null ? {} : { checked: !isBlind };
  const told = printable(`${oneLine(`“${title}” ${words}`)}.${doubt}\n`);
  process.stdout.write(json ? asJson({ draft: key, id, ...checked }) : told);
  return DONE;
}

/** Whom a service writes to. */
export function peopleInWords(people: readonly Recipient[]): string {
  const lines = people.map(({ name, email, phone }) => {
    const where = [email === null ? [] : [`mail to ${email}`], phone === null ? [] : [`SMS to ${phone}`]].flat();
    return `  ${oneLine(`${name}: ${where.join(", ")}`)}\n`;
  });
  const head = people.length === 0 ? "Nobody gets mail or SMS." : `The service writes to ${people.length} people:`;
  return `${people.length === 1 ? "The service writes to one person:" : head}\n${lines.join("")}`;
}

/** By id, or by a unique title. @throws Refusal */
export function draftId({ drafts }: Host, given: string): string {
  if (drafts.get(given).ok) return given;
  const named = drafts.list({ search: given, limit: 500 }).items.filter(({ title }) => title === given);
  const [only] = named;
  if (only !== undefined && named.length === 1) return only.id;
  const ids = named.map(({ id }) => id).join(", ");
  throw new Refusal(
    named.length > 1
      ? `${named.length} drafts have this title: name one by its id, ${ids}.`
      : `There is no draft “${given}”: give its id or its whole title.`,
  );
}

/** `countersign remote list`: for one account, or for all. */
export async function listRemote({
  account,
  ...options
}: InWorkspace & { readonly account?: string }): Promise<number> {
  const lists = await lookInto(options, async (host) => {
    const names = account === undefined ? host.sync.accounts().map(({ name }) => name) : [account];
    const found: { readonly account: string; readonly runs: readonly RemoteRun[] }[] = [];
    for (const name of names) {
      const runs = host.sync.runs.list(name);
      if (!runs.ok) return runs;
      found.push({ account: name, runs: runs.value });
    }
    return ok(found);
  });
  const words = lists.map(({ account: name, runs }) =>
    [`${name}: ${plural(runs.length, "run")}\n`, ...runs.map((run) => `  ${runOnALine(run)}`)].join(""),
  );
  const none = "There is no remote account yet.\n";
  process.stdout.write(options.json ? asJson(lists) : printable(words.join("") || none));
  return DONE;
}

/** `countersign remote show RUN`. @throws Refusal */
export async function showRemote(run: string, options: OfAccount & { readonly links?: boolean }): Promise<number> {
  const { account, json, links = false } = options;
  const found = await lookInto(options, async ({ sync }) => {
    const shown = sync.runs.get(account, run);
    const given = links ? sync.runs.links(account, run) : ok([]);
    if (!shown.ok) return shown;
    return given.ok ? ok({ shown: shown.value, links: given.value }) : given;
  });
  const pages = found.links.map(({ name, url }) => `  Page of ${oneLine(name)}: ${url}\n`);
  const byName = Object.fromEntries(found.links.map(({ name, url }) => [name, url]));
  const whole = { ...found.shown, ...(links && { links: byName }) };
  process.stdout.write(json ? asJson(whole) : printable(`${runInWords(found.shown)}${pages.join("")}`));
  return DONE;
}

/** `countersign remote adopt ID`: `-` reads the id or the access link, which is a secret, from standard input. @throws Refusal */
export async function adoptRemote(given: string, options: OfAccount & { readonly start?: string }): Promise<number> {
  const { account, json, start } = options;
  const named = given === "-" ? (await text(process.stdin)).trim() : given;
  const run = await inWorkspace(options, ({ sync }) => sync.runs.adopt(account, named, start));
  process.stdout.write(json ? asJson(run) : printable(runInWords(run)));
  return sealsCode(run.files);
}

/** `countersign remote cancel RUN` and so on: a command that cannot be sent waits for the next sync. @throws Refusal */
export function commandRemote(
  run: string,
  command: InstanceCommand,
  options: OfAccount & { readonly dryRun?: boolean },
): Promise<number> {
  const { account, dryRun = false } = options;
  return reported(options, dryRun, (host) => askOf(host, { account, run, command, dryRun }), ifItWaits(run));
}

/** `countersign remote remind RUN`: the named people, or everybody who has something to do. @throws Refusal */
export function remindRemote(
  run: string,
  options: OfAccount & { readonly dryRun?: boolean; readonly participant?: readonly string[] },
): Promise<number> {
  const { account, dryRun = false, participant: named } = options;
  return reported(
    options,
    dryRun,
    async (host) => {
      const found = host.sync.runs.get(account, run);
      if (!found.ok) return found;
      const { participants = [], pending = [] } = found.value.seen ?? {};
      const asked = new Set(pending.map(({ user }) => user));
      const wanted =
        named ?? participants.map(({ name }) => name).filter((name) => asked.size === 0 || asked.has(name));
      const ids = wanted.map(
        (name) => participants.find((one) => one.name === name || one.id === name)?.id ?? noOne(name),
      );
      return askOf(host, { account, run, command: { kind: "remind", participants: ids }, dryRun });
    },
    ifItWaits(run),
  );
}

function noOne(name: string): never {
  throw new Refusal(`The run has no participant “${name}”: \`remote show\` lists them.`);
}

/** `countersign remote clear RUN`. @throws Refusal */
export async function clearRemote(run: string, options: OfAccount & { readonly waiting?: boolean }): Promise<number> {
  const which = options.waiting === true ? "waiting" : null;
  const cleared = await inWorkspace(options, ({ sync }) => sync.runs.clear(options.account, run, which));
  process.stdout.write(options.json ? asJson(cleared) : printable(runInWords(cleared)));
  return DONE;
}

/** `countersign remote forget RUN`. @throws Refusal */
export async function forgetRemote(run: string, { json, ...options }: OfAccount): Promise<number> {
  const { account } = options;
  const forgotten = await inWorkspace(options, async ({ sync }) => {
    const known = sync.runs.get(account, run);
    const done = await sync.runs.forget(account, run);
    return done.ok ? known : done;
  });
  const { key, id, state } = forgotten;
  const words = printable(`The run ${run} is forgotten here. ${thereInWords(state)}\n`);
  process.stdout.write(json ? asJson({ run: key, remoteId: id, state }) : words);
  return DONE;
}

/** The status on its service of a run that is forgotten here. */
function thereInWords(state: RemoteRun["state"]): string {
  if (state === "deleted_there") return "It is not on the service any more.";
  const isOpen = state === "starting" || state === "perhaps_started";
  return isOpen ? "If it was started on the service, it stays there as it is." : "On the service it stays as it is.";
}

/** `countersign remote documents RUN --out FOLDER`. @throws Refusal */
export async function documentsRemote(run: string, options: OfAccount & { readonly out: string }): Promise<number> {
  const { account, out, json } = options;
  const files = await lookInto(options, async ({ sync }) => {
    const found = sync.runs.get(account, run);
    if (!found.ok) return found;
    const names = new Map(found.value.seen?.documents.map(({ id, name }) => [id, name]));
    const read: (RemoteRun["files"][number] & { readonly name: string | null; readonly bytes: Uint8Array })[] = [];
    for (const [at, file] of found.value.files.entries()) {
      const sealed = await sync.runs.sealed(found.value.key, at);
      if (!sealed.ok) return sealed;
      read.push({ ...file, name: names.get(file.documentId) ?? null, bytes: sealed.value.bytes });
    }
    return ok(read);
  });
  if (files.length === 0)
    throw new Refusal(
      "No sealed document of this run is here yet: it has none, or `countersign sync` fetches them once they exist.",
    );
  const folder = newFolder(path.resolve(out));
  const nameOf = (documentId: string) => `${documentId}.pdf`;
  for (const { documentId, bytes } of files)
    await writeFileAtomically(path.join(folder, nameOf(documentId)), bytes, 0o644);
  const broken = files.filter(({ valid }) => !valid);
  const lines = broken.map((file) => `  The seal of document ${file.documentId} is ${sealInWords(file)}\n`);
  const words = `${plural(files.length, "document")} written to ${folder}.\n${lines.join("")}`;
  const written = files.map(({ documentId, name, valid, reason }) => ({
    ...{ documentId, name, file: nameOf(documentId), valid, reason },
  }));
  process.stdout.write(json ? asJson({ folder, files: written }) : printable(words));
  return sealsCode(files);
}

/** An invalid seal counts as refused, as in a sync. */
const sealsCode = (files: RemoteRun["files"]): number =>
  files.every(({ valid }) => valid) ? DONE : SYNC_CODES.refused;

interface CommandGiven {
  readonly account: string;
  readonly run: string;
  readonly command: InstanceCommand;
  readonly dryRun: boolean;
}

/** If one is waiting already, the new one is refused; the first is not lost. @throws Refusal */
async function askOf({ sync }: Host, { account, run, command, dryRun }: CommandGiven): Promise<Result<SyncReport>> {
  const asked = await sync.runs.command(account, run, command, { dryRun });
  if (asked.ok || asked.error.details?.waitsAlready !== true) return asked;
  throw new Refusal(`${asked.error.message} ${takesItBack(run)}`, SYNC_CODES.refused);
}

const takesItBack = (run: string): string => `\`countersign remote clear ${oneLine(run)} --waiting\` takes it back.`;

const ifItWaits =
  (run: string) =>
  ({ waits, unreachable, canceled }: SyncReport): string => {
    if (waits === null) return "";
    const why = canceled || waits === unreachable ? "" : ` ${oneLine(waits)}`;
    return `  Your command waits, and goes out with the next sync that reaches the service.${why} ${takesItBack(run)}\n`;
  };

/**
 * Work that ends with a report, printed with the exit codes of `sync`.
 * @param more further lines, not printed for a dry run
 */
async function reported(
  { json, ...options }: OfAccount,
  dryRun: boolean,
  work: (host: Host) => Promise<Result<SyncReport>>,
  more: (report: SyncReport, host: Host) => string = () => "",
): Promise<number> {
  const { report, words } = await inWorkspace(options, async (host) => {
    const result = await work(host);
    if (!result.ok) return result;
    const report = result.value;
    const then = dryRun ? "" : more(report, host);
    return ok({ report, words: `${reportInWords(host, report, report.account)}${then}` });
  });
  process.stdout.write(json ? reportJson(report, dryRun) : printable(words));
  return codeOf(report);
}
