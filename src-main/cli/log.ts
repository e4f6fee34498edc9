import type { LogEntry } from "../host-types.ts";
import { type Upgrade, upgradeSentence } from "../store/index.ts";

/** Logs go to stderr: stdout is for what was asked for. */
export function logToStderr({ level, message, error }: LogEntry): void {
  const cause = error instanceof Error ? `\n${error.stack ?? error.message}` : "";
  process.stderr.write(`${level}: ${message}${cause}\n`);
}

/** Before the copy of an older version's database, which is to be looked at, is upgraded. */
export function tellUpgradeOfCopy(upgrade: Upgrade): void {
  logToStderr({ level: "info", message: upgradeSentence(upgrade, "copy") });
}

/** Resolves when the program is told to stop. */
export function stopAsked(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve());
  });
}
