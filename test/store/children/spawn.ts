import { spawn, spawnSync } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";

/** A real process that runs one of the scripts of this folder; it ends with its test at the latest. */
export interface Child {
  /** The next line that it writes; rejects when it ends first. */
  line(): Promise<string>;
  readonly pid: number;
  /** SIGKILL; resolves with the lines that it had written and nobody has read. */
  kill(): Promise<readonly string[]>;
}

export function startChild(script: string, ...args: string[]): Child {
  const child = spawn(process.execPath, [scriptPath(script), ...args], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<string | null> => {
    const { done, value } = await lines.next();
    return done ? null : value;
  };
  return {
    pid: child.pid ?? 0,
    async line() {
      const line = await next();
      if (line === null) throw new Error(`${script} ended before its next line.`);
      return line;
    },
    async kill() {
      child.kill("SIGKILL");
      const rest: string[] = [];
      for (let line = await next(); line !== null; line = await next()) rest.push(line);
      return rest;
    },
  };
}

/** What a script wrote until its end. */
export function runChild(script: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [scriptPath(script), ...args], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${script} ended with ${status}: ${stderr}`);
  return stdout;
}

function scriptPath(script: string): string {
  return path.join(import.meta.dirname, script);
}
