import type { LogEntry } from "./host/index.ts";
import { isLostConnection } from "./http/index.ts";

/** Milliseconds of wall time for closing in order after a fault. */
const CLOSING = 5_000;

/**
 * The last safety net of a process that serves: what no other code has caught. A lost connection is logged, and everything
 * else goes on. After any other error the state in memory cannot be trusted: it is logged, the program closes in order, and
 * ends with exit code 1, after five seconds in any case (docs/decisions/0700).
 * @param close begins to close the program, which then ends by itself; called once
 */
export function catchFaults(log: (entry: LogEntry) => void, close: () => void): void {
  let closing = false;
  // Without a reader of the log this cannot be reported, and the work goes on.
  process.stderr.on("error", () => undefined);
  const meet = (error: unknown): void => {
    if (isLostConnection(error)) {
      log({ level: "warn", message: "A connection was lost, and nothing was waiting for it. It is closed.", error });
      return;
    }
    log({
      level: "error",
      message: "Countersign met a fault of its own and closes. Nothing that was answered is lost: start it again.",
      error,
    });
    if (closing) return;
    closing = true;
    setTimeout(() => process.exit(1), CLOSING).unref();
    close();
  };
  process.on("uncaughtException", meet);
  process.on("unhandledRejection", meet);
}
