import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { forkProgram } from "../../harness/programs.ts";
import { temporaryFolder } from "../../harness/temporary.ts";
import { EXAMPLES } from "../../harness/workspace.ts";
import type { FromTarget, Ready, ToTarget } from "./target.ts";

export const PASSWORD = "correct horse battery";
export const EMAIL = "author@example.test";

/** The app in its own process, as the fuzzer sees it. */
export interface Target extends Ready {
  readonly dir: string;
  /** Errors of its log, its stderr, and its exit if it has ended. */
  readonly faults: readonly string[];
  /** Bytes held after garbage collection. */
  memory(): Promise<number>;
  /** Closes it, and verifies its workspace. @returns what is wrong there */
  close(): Promise<readonly string[]>;
}

/** @throws with its output, when it ends before it is ready */
export async function startTarget(): Promise<Target> {
  const folder = temporaryFolder("requests");
  const rendererDir = path.join(folder.path, "renderer");
  const dir = path.join(folder.path, "workspace");
  mkdirSync(rendererDir);
  for (const page of ["index", "open", "participant"])
    writeFileSync(path.join(rendererDir, `${page}.html`), "<!doctype html><title>Page</title>");
  const child = forkProgram("test/hostile/requests/target.ts", [dir, rendererDir, EXAMPLES, EMAIL, PASSWORD], {
    execArgv: ["--expose-gc"],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const faults: string[] = [];
  child.stderr?.setEncoding("utf8").on("data", (text: string) => faults.push(`It said: ${text}`));
  child.on("message", (message: FromTarget) => {
    if (message.event === "fault") faults.push(`Its log has an error: ${message.message}`);
  });
  let closing = false;
  const ended = once(child, "close").then(([code, signal]) => {
    if (!closing) faults.push(`The process ended: exit code ${code}, signal ${signal}.`);
    return null;
  });
  const answer = <E extends FromTarget["event"]>(event: E) => Promise.race([messageFrom(child, event), ended]);
  const ready = await answer("ready");
  if (ready === null) throw new Error(`The app did not open: ${faults.join("\n")}`);
  const send = (message: ToTarget) => void child.send(message);
  return {
    ...ready.ready,
    dir,
    faults,
    async memory() {
      if (!child.connected) return 0;
      send("memory");
      return (await answer("memory"))?.held ?? 0;
    },
    async close() {
      if (!child.connected) return [];
      closing = true;
      send("close");
      const closed = await answer("closed");
      await ended;
      folder.remove();
      return closed?.problems ?? ["It ended while it closed."];
    },
  };
}

type MessageOf<E extends FromTarget["event"]> = Extract<FromTarget, { readonly event: E }>;

function messageFrom<E extends FromTarget["event"]>(child: ChildProcess, event: E): Promise<MessageOf<E>> {
  return new Promise((resolve) => {
    const listen = (message: FromTarget) => {
      if (message.event !== event) return;
      child.off("message", listen);
      resolve(message as MessageOf<E>);
    };
    child.on("message", listen);
  });
}
