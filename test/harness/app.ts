import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { type TemporaryFolder, temporaryFolder } from "./temporary.ts";

const LAUNCHER = path.resolve(import.meta.dirname, "../../bin/countersign.mjs");
const OPEN = /^Countersign is open at (\S+)$/;

/** The headless shell as a person would have it: its own process, workspace and ports. */
export interface RunningApp {
  /** With the token: whoever opens it is the author. */
  readonly url: string;
  readonly workspace: string;
  /** What it has said on stderr so far. */
  log(): string;
  /** Stops it as Ctrl-C would, and forgets the workspace. @throws when it does not end with exit code 0. */
  stop(): Promise<void>;
}

/** @throws with what it said, when it ends before it is open. */
export async function startApp(): Promise<RunningApp> {
  const folder = temporaryFolder("e2e");
  const args = [LAUNCHER, "open", "--workspace", folder.path, "--port", "0", "--no-browser"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  const heard: string[] = [];
  child.stderr.setEncoding("utf8").on("data", (text: string) => heard.push(text));
  const log = () => heard.join("");
  const ended = once(child, "exit");
  const url = await addressOf(child);
  if (url === null) {
    const [code] = await ended;
    folder.remove();
    throw new Error(`countersign open ended with exit code ${code} before it was open:\n${log()}`);
  }
  return { url, workspace: folder.path, log, stop: () => stop(child, ended, folder, log) };
}

/** The address it prints once it is ready; null when its output ends without one. */
async function addressOf(child: ChildProcess): Promise<string | null> {
  if (child.stdout === null) throw new Error("the app's output is not piped");
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) {
    const url = OPEN.exec(line)?.[1];
    if (url === undefined) continue;
    child.stdout.resume();
    return url;
  }
  return null;
}

async function stop(
  child: ChildProcess,
  ended: Promise<unknown[]>,
  folder: TemporaryFolder,
  log: () => string,
): Promise<void> {
  child.kill("SIGINT");
  const [code] = await ended;
  folder.remove();
  if (code !== 0) throw new Error(`countersign open ended with exit code ${code}:\n${log()}`);
}
