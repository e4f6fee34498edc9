import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { vi } from "vitest";
import { main } from "../../src-main/cli/main.ts";
import { programEnv, spawnProgram } from "./programs.ts";

export interface CommandOptions {
  /** Folder in which it is started. */
  readonly cwd?: string;
  /** Runs it as this user, where the test may choose. */
  readonly uid?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** What it reads on standard input; none where absent. */
  readonly input?: string;
}

interface InProcess extends Omit<CommandOptions, "uid"> {
  /** Whether what it writes to its errors is shown in a terminal. */
  readonly isTerminal?: boolean;
}

export interface Finished {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** The `countersign` command as a process of its own, with both outputs piped. */
export function startCommand(args: readonly string[], options: CommandOptions = {}): ChildProcess {
  const { env, input, ...rest } = options;
  const child = spawnProgram("bin/countersign.mjs", args, {
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    env: { ...programEnv(), ...env },
    ...rest,
  });
  child.stdin?.end(input);
  return child;
}

/** Runs the command to its end, in its own process, as a user does. */
export async function command(args: readonly string[], options: CommandOptions = {}): Promise<Finished> {
  return finished(startCommand(args, options));
}

/**
 * Runs the command to its end in this process, by the function that bin/countersign.mjs calls: starting a program costs
 * half a second of processor time. For commands that end by themselves; each has a test with `command`, too, which shows
 * that its process ends, and with what exit code.
 */
export async function countersign(
  args: readonly string[],
  { cwd = process.cwd(), env = {}, input = "", isTerminal = false }: InProcess = {},
): Promise<Finished> {
  const [out, err] = [new PassThrough(), new PassThrough()];
  const output = Promise.all([text(out), text(err)]);
  Object.assign(err, { isTTY: isTerminal });
  const streams = { stdin: Readable.from([Buffer.from(input)]), stdout: out, stderr: err };
  const mocks = Object.entries(streams).map(([name, stream]) =>
    vi.spyOn(process, name as "stdout", "get").mockReturnValue(stream as never),
  );
  const before = { cwd: process.cwd(), env: { ...process.env } };
  const forget = listenersKept();
  Object.assign(process.env, env);
  process.chdir(cwd);
  try {
    const code = await main(args);
    for (const stream of [out, err]) stream.end();
    const [ofOut, ofErr] = await output;
    return { code, out: ofOut, err: ofErr };
  } finally {
    process.chdir(before.cwd);
    for (const name of Object.keys(env)) {
      if (before.env[name] === undefined) delete process.env[name];
      else process.env[name] = before.env[name];
    }
    for (const mock of mocks) mock.mockRestore();
    forget();
  }
}

/** What a command has listened to its process for, its end would have ended. @returns removes what was added meanwhile */
function listenersKept(): () => void {
  const events = ["SIGINT", "SIGTERM", "SIGHUP", "uncaughtException", "unhandledRejection"];
  const before = new Map(events.map((event) => [event, process.rawListeners(event)]));
  return () => {
    for (const [event, kept] of before)
      for (const added of process.rawListeners(event))
        if (!kept.includes(added)) process.removeListener(event, added as () => void);
  };
}

/** The output of a started command, and its exit code, once it has ended. */
export async function finished(child: ChildProcess): Promise<Finished> {
  const [out, err, [code]] = await Promise.all([all(child.stdout), all(child.stderr), once(child, "exit")]);
  return { code: typeof code === "number" ? code : null, out, err };
}

const all = (stream: NodeJS.ReadableStream | null): Promise<string> =>
  stream === null ? Promise.resolve("") : text(stream);
