import type { ChildProcess } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { cpSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import Database from "better-sqlite3";
import { spawnProgram } from "./programs.ts";
import { type TemporaryFolder, temporaryFolder } from "./temporary.ts";

const LINK = /^(?:Countersign is open at|To open it again:) (\S+)$/;

export interface AppOptions {
  /** A folder that the caller keeps; left out, one that goes with the app. */
  readonly workspace?: string;
  /** A closed workspace that the app's own begins as a copy of, where `workspace` is left out. */
  readonly copyOf?: string;
  /** Port of the app's pages; left out, any free one. */
  readonly port?: number;
  /** A flow file to open in it. */
  readonly file?: string;
  /** For looking and exporting only. */
  readonly readOnly?: boolean;
  /** Runs it as this user, where the test may choose. */
  readonly uid?: number;
}

/** The headless shell as a person would have it: its own process, workspace and ports. */
export interface RunningApp {
  /** The link that was printed last: it opens the app once, as its author. A browser that has a session goes on with it. */
  readonly url: string;
  /** Resolves with the link that is printed after `link`, once `link` has been used. */
  linkAfter(link: string): Promise<string>;
  readonly workspace: string;
  readonly pid: number;
  /** Its stderr so far. */
  log(): string;
  /**
   * Stops it as Ctrl-C would, and forgets a workspace of its own. @throws when it does not end with exit code 0. One that
   * was killed only forgets.
   */
  stop(): Promise<void>;
  /** Ends it as a crash would. The workspace stays until `stop`. */
  kill(): Promise<void>;
}

/** @throws with its output, when it ends before it is open */
export async function startApp(options: AppOptions = {}): Promise<RunningApp> {
  const folder = options.workspace === undefined ? temporaryFolder("e2e") : keptFolder(options.workspace);
  if (options.workspace === undefined && options.copyOf !== undefined)
    cpSync(options.copyOf, folder.path, { recursive: true });
  const args = ["open", "--workspace", folder.path, "--port", String(options.port ?? 0), "--no-browser"];
  if (options.file !== undefined) args.push(options.file);
  if (options.readOnly) args.push("--read-only");
  const user = options.uid === undefined ? {} : { uid: options.uid };
  const child = spawnProgram("bin/countersign.mjs", args, { stdio: ["ignore", "pipe", "pipe"], ...user });
  const heard: string[] = [];
  child.stderr?.setEncoding("utf8").on("data", (text: string) => heard.push(text));
  const log = () => heard.join("");
  const ended = once(child, "exit");
  const links = linksOf(child);
  if ((await links.first) === null) {
    const [code] = await ended;
    folder.remove();
    throw new Error(`countersign open ended with exit code ${code} before it was open:\n${log()}`);
  }
  let killed = false;
  return {
    get url() {
      return links.last();
    },
    linkAfter: links.after,
    workspace: folder.path,
    pid: child.pid ?? 0,
    log,
    stop: () => (killed ? forget(folder) : stop(child, ended, folder, log)),
    async kill() {
      killed = true;
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/**
 * A workspace as the first start leaves it, closed: the examples are taken in once, not again for every test. Its copies
 * know no ports, so that each finds free ones of its own.
 */
export async function firstWorkspace(): Promise<TemporaryFolder> {
  const folder = temporaryFolder("first");
  await (await startApp({ workspace: folder.path })).stop();
  const db = new Database(path.join(folder.path, "countersign.db"));
  const { changes } = db.prepare("DELETE FROM settings WHERE key IN ('app.port', 'service.port')").run();
  db.close();
  if (changes !== 2) throw new Error("The workspace remembers its ports elsewhere: its copies would share them.");
  return folder;
}

async function forget(folder: OwnFolder): Promise<void> {
  folder.remove();
}

type OwnFolder = Pick<TemporaryFolder, "path" | "remove">;

const keptFolder = (path: string): OwnFolder => ({ path, remove: () => undefined });

/** The links that it prints; the first is null when its output ends without one. */
function linksOf(child: ChildProcess) {
  if (child.stdout === null) throw new Error("the app's output is not piped");
  const links: string[] = [];
  const printed = new EventEmitter();
  const lines = createInterface({ input: child.stdout });
  lines.on("line", (line) => {
    const link = LINK.exec(line)?.[1];
    if (link === undefined) return;
    links.push(link);
    printed.emit("link");
  });
  lines.on("close", () => printed.emit("link"));
  const first = once(printed, "link").then(() => links[0] ?? null);
  return {
    first,
    last: (): string => links.at(-1) ?? "",
    async after(link: string): Promise<string> {
      if (links.at(-1) === link) await once(printed, "link");
      const next = links[links.indexOf(link) + 1];
      if (next === undefined) throw new Error("the app ended before it printed another link");
      return next;
    },
  };
}

async function stop(
  child: ChildProcess,
  ended: Promise<unknown[]>,
  folder: OwnFolder,
  log: () => string,
): Promise<void> {
  child.kill("SIGINT");
  const [code] = await ended;
  folder.remove();
  if (code !== 0) throw new Error(`countersign open ended with exit code ${code}:\n${log()}`);
}
