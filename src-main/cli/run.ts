import { access, constants, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { limits, messageOf } from "../../src-shared/basics/index.ts";
import { readNamedFile, requireReplaceable, writeFileAtomically } from "../basics/index.ts";
import { type Receiver, startReceiver } from "../callbacks/index.ts";
import type { Host, HostError, InstanceDetail, LogEntry } from "../host/index.ts";
import { openWorkspace } from "../host.ts";
import { checkPageIn } from "../workspace/index.ts";
import { DONE, FOUND, NOT_DONE } from "./exit-codes.ts";
import { Refusal } from "./explain-error.ts";
import { logToStderr, whileStoppable } from "./log.ts";
import { must, PlayError, playAll } from "./play.ts";
import { isOther, requireFlowFile } from "./read-text.ts";
import { builtRenderer } from "./renderer.ts";
import { printProblems, printRun, report } from "./run-report.ts";
import { asJson, printable } from "./terminal-text.ts";

export interface RunOptions {
  readonly workspace?: string;
  readonly receiver?: boolean;
  readonly reminders?: boolean;
  /** Folder for the evidence. */
  readonly bundle?: string;
  readonly json?: boolean;
}

/**
 * `countersign run FILE`: imports a flow file, starts it on a virtual clock of its own and plays every participant.
 * Exit code 0 only if the instance is completed and every seal verifies; 2 if there was nothing to start.
 */
export function run(file: string, options: RunOptions): Promise<number> {
  return whileStoppable((stopped) => runUntil(stopped, file, options));
}

async function runUntil(stopped: Promise<number>, file: string, options: RunOptions): Promise<number> {
  await requireFlowFile(file);
  const dir = await foldersFor(options);
  const isTemporary = options.workspace === undefined;
  // If the flow never started, nobody needs the temporary folder.
  let keep = !isTemporary;
  let isTold = !isTemporary;
  const begun = () => {
    keep = true;
  };
  try {
    const done = await inWorkspace(dir, options, stopped, (opened) => play(file, { ...opened, dir, options, begun }));
    if (typeof done === "function") {
      isTold = true;
      return await done();
    }
    // A fault that has already been reported.
    if (done !== DONE) return done;
    keep = !isTemporary;
    const rest = isTemporary ? "its temporary workspace was removed" : `the workspace ${dir} holds what it came to`;
    process.stderr.write(`Stopped before the run had ended; ${rest}.\n`);
    return FOUND;
  } catch (cause) {
    if (!(cause instanceof PlayError)) throw cause;
    process.stderr.write(`The flow could not be played to its end: ${cause.message}\n`);
    return cause.error === null ? FOUND : exitCodeOf(cause.error);
  } finally {
    if (!keep) await rm(dir, { recursive: true, force: true });
    else if (!isTold)
      process.stderr.write(
        `The run is kept in ${dir}: look at it with \`countersign open --workspace ${dir}\`, or remove that folder.\n`,
      );
  }
}

/** Reports the result of a run. @returns the exit code */
type Tell = () => number | Promise<number>;

interface Opened {
  readonly host: Host;
  readonly receiver: Receiver | null;
  /** Bodies that the receiver got. */
  readonly received: readonly string[];
  readonly trouble: Promise<never>;
}

/** Opens the workspace, and always closes it again. @returns a number: the work was stopped, with that exit code */
async function inWorkspace(
  dir: string,
  options: RunOptions,
  stopped: Promise<number>,
  work: (opened: Opened) => Promise<Tell>,
): Promise<Tell | number> {
  const trouble = watchForTrouble();
  const host = await openWorkspace({ dir, log: trouble.log, ...(await pageFor(options)) });
  const received: string[] = [];
  const receiver = options.receiver ? await startReceiver({ status: 204 }, (body) => received.push(body)) : null;
  const told = work({ host, receiver, received, trouble: trouble.met });
  try {
    return await Promise.race([told, stopped]);
  } finally {
    await receiver?.close();
    await host.close();
    // Stopped work finds a closed workspace, and ends.
    await told.catch(() => undefined);
  }
}

interface Played extends Opened {
  readonly dir: string;
  readonly options: RunOptions;
  /** Called once the flow has started. */
  readonly begun: () => void;
}

/** @throws PlayError */
async function play(file: string, played: Played): Promise<Tell> {
  const { host, receiver, received, trouble, dir, options } = played;
  const imported = await host.drafts.importFlowFile({ path: path.resolve(file) });
  if (!imported.ok) {
    const { error } = imported;
    return () => {
      printProblems(file, error);
      // A problem with a line is in the flow; any other prevented reading the file.
      return error.code !== "server_error" && error.details?.line === undefined ? NOT_DONE : exitCodeOf(error);
    };
  }
  const started = await host.drafts.start(imported.value.id, {
    clock: { virtual: "new" },
    copies: true,
    ...(receiver && { overrides: { callback: { url: receiver.url, version: 1 } } }),
  });
  if (!started.ok) {
    const { error } = started;
    return () => notStarted(file, imported.value.text, error);
  }
  played.begun();
  const ended = await Promise.race([toItsEnd(host, started.value.id, options), trouble]);
  const result = await report(host, ended, dir, receiver && received);
  if (options.bundle !== undefined) await writeEvidence(host, ended.id, options.bundle);
  return () => {
    process.stdout.write(options.json ? asJson(result) : printable(printRun(result)));
    const isSound = result.documents.every(({ sealValid }) => sealValid);
    return result.instance.status === "completed" && isSound ? DONE : FOUND;
  };
}

/** Only a bundle needs the page that checks it, which a checkout may have to build. */
async function pageFor({ bundle }: RunOptions): Promise<{ readonly checkPage?: string }> {
  return bundle === undefined ? {} : { checkPage: checkPageIn(await builtRenderer()) };
}

/** The workspace's folder. Checks the place for the evidence first, because a run may take long. @throws Refusal */
async function foldersFor({ bundle, workspace }: RunOptions): Promise<string> {
  if (bundle !== undefined) await requireTarget(path.resolve(bundle));
  if (workspace) return path.resolve(workspace);
  try {
    return await mkdtemp(path.join(tmpdir(), "countersign-"));
  } catch (cause) {
    throw new Refusal(
      `No temporary folder could be made in ${tmpdir()} (${messageOf(cause)}): name a workspace folder with --workspace, or another place in the variable TMPDIR.`,
    );
  }
}

async function requireTarget(target: string): Promise<void> {
  const folder = path.dirname(target);
  try {
    if (!(await stat(folder).catch(() => null))?.isDirectory())
      throw new Refusal(`there is no folder ${folder}. Make it, or choose another place.`);
    await access(folder, constants.W_OK).catch(() => {
      throw new Refusal(`you may not write in ${folder}. Choose another place.`);
    });
    await requireReplaceable(target);
  } catch (cause) {
    throw new Refusal(notWritten(target, cause));
  }
}

const notWritten = (target: string, cause: unknown): string =>
  `The evidence was not written to ${target}: ${messageOf(cause)}`;

async function writeEvidence(host: Host, id: string, file: string): Promise<void> {
  const target = path.resolve(file);
  try {
    await writeFileAtomically(target, must(await host.instances.exportBundle(id)).pieces(), 0o644);
  } catch (cause) {
    throw new Refusal(notWritten(target, cause));
  }
}

/** Says why a flow was not started. */
async function notStarted(file: string, draftText: string, error: HostError): Promise<number> {
  const text = await sourceOf(file, draftText);
  if (isOther("flow", file, text)) return NOT_DONE;
  printProblems(file, error, text);
  return exitCodeOf(error);
}

/** 1 if the flow or a damaged workspace must be fixed; any other problem, such as a full disk, prevented the run. */
function exitCodeOf({ code, details }: HostError): number {
  return code === "server_error" && details?.store !== "damaged" ? NOT_DONE : FOUND;
}

/** The author's text: for a zip the draft's, which differs only in the values of its documents. */
async function sourceOf(file: string, draftText: string): Promise<string> {
  return /\.zip$/i.test(file) ? draftText : (await readNamedFile(file, { limit: limits.bytes })).toString("utf8");
}

async function toItsEnd(host: Host, instanceId: string, options: RunOptions): Promise<InstanceDetail> {
  const ended = await playAll(host, instanceId, options.reminders ?? false);
  await host.idle();
  return ended;
}

/**
 * The open app retries a failed job indefinitely. A run ends with the first failure: nobody is there to free
 * some space in between.
 */
function watchForTrouble(): { readonly log: (entry: LogEntry) => void; readonly met: Promise<never> } {
  let meet: (error: unknown) => void = () => undefined;
  const met = new Promise<never>((_, reject) => {
    meet = reject;
  });
  // A failure before or after the wait is also reported once, by the race.
  met.catch(() => undefined);
  return { met, log: (entry) => (entry.error === undefined ? logToStderr(entry) : meet(entry.error)) };
}
