import { catchFaults } from "../faults.ts";
import type { LogEntry } from "../host/index.ts";
import { type Upgrade, upgradeSentence } from "../store/index.ts";
import { troubleOf } from "./explain-error.ts";
import { printable } from "./terminal-text.ts";

/** Logs go to stderr: stdout is for results. */
export function logToStderr({ level, message, error }: LogEntry): void {
  process.stderr.write(printable(`${level}: ${message}${causeOf(error)}\n`));
}

/** For commands that report themselves whether an account is reachable. */
export function logOthersToStderr(entry: LogEntry): void {
  if (entry.about !== "reach") logToStderr(entry);
}

/** An expected error says what the user can do; any other is our bug and needs its stack. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  return `\n${troubleOf(error) ?? error.stack ?? error.message}`;
}

/** Printed before the copy of an older version's database is upgraded for viewing. */
export function logUpgradeOfCopy(upgrade: Upgrade): void {
  logToStderr({ level: "info", message: upgradeSentence(upgrade, "copy") });
}

/** Milliseconds of wall time for an orderly close after a signal. */
const STOPPING = 10_000;

/**
 * Runs `work` until it ends, a signal stops it, or its output loses its reader: its promise then has the exit code, 0,
 * or 1 after a fault. The first signal lets it close in order, and ends the program ten seconds later in any case; a
 * second one ends it at once, as does one that comes after `work`.
 */
export async function whileStoppable(work: (stopped: Promise<number>) => Promise<number>): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  const forget = () => {
    for (const signal of signals) process.off(signal, stop);
    process.stdout.off("error", stop);
  };
  const stop = () => {
    forget();
    setTimeout(endAnyway, STOPPING).unref();
    resolve(0);
  };
  for (const signal of signals) process.on(signal, stop);
  process.stdout.on("error", stop);
  catchFaults(logToStderr, () => resolve(1));
  try {
    return await work(promise);
  } finally {
    forget();
  }
}

function endAnyway(): void {
  logToStderr({
    level: "error",
    message: "Closing takes too long: Countersign ends. Nothing that was answered is lost.",
  });
  process.exit(1);
}
