import { spawn } from "node:child_process";
import { once } from "node:events";
import { stripVTControlCharacters } from "node:util";
import { ROOT } from "./places.ts";

export interface Finished {
  /** 0 is success; 1 also stands for an end by signal. */
  readonly code: number;
  /** Standard output and error as they came, interleaved, without colours. */
  readonly output: string;
}

/**
 * Runs a program of this checkout's own in ROOT and collects what it says.
 * @param timeLimit milliseconds, after which it is killed.
 * @throws when the program cannot be started at all.
 */
export async function runCommand(
  program: string,
  args: readonly string[],
  options: { readonly timeLimit?: number; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Finished> {
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { ...process.env, ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
    killSignal: "SIGKILL",
    ...(options.timeLimit === undefined ? {} : { timeout: options.timeLimit }),
  });
  const heard: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => heard.push(text));
  }
  const [code] = await once(child, "close");
  return { code: typeof code === "number" ? code : 1, output: stripVTControlCharacters(heard.join("")) };
}

/**
 * Runs a program in ROOT on this terminal, and answers its exit code (1 for an end by signal).
 * @throws when the program cannot be started at all.
 */
export async function runVisibly(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<number> {
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [code] = await once(child, "close");
  return typeof code === "number" ? code : 1;
}
