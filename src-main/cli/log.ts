import { catchFaults } from "../faults.ts";
import type { LogEntry } from "../host/index.ts";
import { StoreError, type Upgrade, upgradeSentence } from "../store/index.ts";

/** Logs go to stderr: stdout is for what was asked for. */
export function logToStderr({ level, message, error }: LogEntry): void {
  process.stderr.write(`${level}: ${message}${causeOf(error)}\n`);
}

/** What the store tells is for the person at the machine, and says what to do; a stack is for whoever mends a fault of ours. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  return error instanceof StoreError ? `\n${error.message}` : `\n${error.stack ?? error.message}`;
}

/** Before the copy of an older version's database, which is to be looked at, is upgraded. */
export function tellUpgradeOfCopy(upgrade: Upgrade): void {
  logToStderr({ level: "info", message: upgradeSentence(upgrade, "copy") });
}

/** Resolves with the exit code when the program is told to stop (0), or has to after a fault (1). */
export function stopAsked(): Promise<number> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve(0));
    catchFaults(logToStderr, () => resolve(1));
  });
}
