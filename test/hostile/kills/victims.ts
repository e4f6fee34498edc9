import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { programEnv, programFile } from "../../harness/programs.ts";
import type { Order, VictimMessage } from "./protocol.ts";

/** A process that is to be killed, as the driver sees it. */
export interface Victim {
  kill(): void;
  /** Asks it to close in an orderly way. */
  close(): void;
  /** The next thing that it says; null once it has ended. */
  next(): Promise<VictimMessage | null>;
  /** Resolves with how it ended. */
  readonly ended: Promise<{ readonly killed: boolean; readonly how: string }>;
}

/** @param point where it kills itself, such as `before-commit:12` */
export function startVictim(order: Order, point: string | null): Victim {
  const child: ChildProcessByStdio<Writable, Readable, Readable> = spawn(
    process.execPath,
    [programFile("test/hostile/kills/victim.ts")],
    {
      stdio: ["pipe", "pipe", "pipe"],
      env: { ...programEnv(), ...(point === null ? {} : { COUNTERSIGN_TEST_CRASH: point }) },
    },
  );
  // Whoever is killed reads nothing any more.
  child.stdin.on("error", () => undefined);
  child.stdin.write(`${JSON.stringify(order)}\n`);
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr = `${stderr}${text}`.slice(-4_000);
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const exited = once(child, "close") as Promise<[number | null, NodeJS.Signals | null]>;
  return {
    kill: () => void child.kill("SIGKILL"),
    close: () => void child.stdin.write("close\n"),
    async next() {
      const { value, done } = await lines.next();
      // A line cut in two by the kill does not count.
      return done ? null : ((parsed(value) as VictimMessage | null) ?? null);
    },
    ended: exited.then(([code, signal]) => ({
      killed: signal === "SIGKILL",
      how: `exit code ${code}, signal ${signal}${stderr === "" ? "" : `\n${stderr}`}`,
    })),
  };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null; // Half a line.
  }
}
