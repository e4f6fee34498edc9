import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { text } from "node:stream/consumers";

const LAUNCHER = path.resolve(import.meta.dirname, "../../bin/countersign.mjs");

export interface CommandOptions {
  /** Folder in which it is started. */
  readonly cwd?: string;
  /** Runs it as this user, where the test may choose. */
  readonly uid?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** What it reads on standard input; none where absent. */
  readonly input?: string;
}

export interface Finished {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** The `countersign` command as a process of its own, with both outputs piped. */
export function startCommand(args: readonly string[], options: CommandOptions = {}): ChildProcess {
  const { env, input, ...rest } = options;
  const child = spawn(process.execPath, [LAUNCHER, ...args], {
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    env: { ...process.env, ...env },
    ...rest,
  });
  child.stdin?.end(input);
  return child;
}

/** Runs the command to its end. */
export async function command(args: readonly string[], options: CommandOptions = {}): Promise<Finished> {
  return finished(startCommand(args, options));
}

/** What a command that was started said, and its exit code, once it has ended. */
export async function finished(child: ChildProcess): Promise<Finished> {
  const [out, err, [code]] = await Promise.all([all(child.stdout), all(child.stderr), once(child, "exit")]);
  return { code: typeof code === "number" ? code : null, out, err };
}

const all = (stream: NodeJS.ReadableStream | null): Promise<string> =>
  stream === null ? Promise.resolve("") : text(stream);
