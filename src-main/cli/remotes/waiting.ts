import type { Host } from "../../host/index.ts";
import { folded } from "../../store/index.ts";

/** Wall milliseconds before the user learns what the command waits for. */
const SAY_AFTER = 2_000;

/** Wall milliseconds in which a second signal is the same Ctrl-C: the terminal sends it, and npx forwards it. */
const AS_ONE = 500;

/** The service that work with an account waits for. */
interface Account {
  readonly name: string;
  /** Its service's address; left out: the account's own. */
  readonly url?: string;
}

/**
 * Work with an account for somebody at a terminal: they get a message once it takes a while, and Ctrl-C cancels it
 * cleanly, so that the result is still printed. A second Ctrl-C ends the program at once.
 */
export async function forWhoeverWaits<T>(host: Host, account: Account, work: () => Promise<T>): Promise<T> {
  const timer = setTimeout(() => tellWaiting(host, account), SAY_AFTER);
  try {
    return await untilInterrupted(host, account.name, work);
  } finally {
    clearTimeout(timer);
  }
}

/** Work with an account, which Ctrl-C cancels cleanly. @param interrupted called on Ctrl-C */
export async function untilInterrupted<T>(
  host: Host,
  name: string,
  work: () => Promise<T>,
  interrupted: () => void = () => undefined,
): Promise<T> {
  let since: number | null = null;
  const cancel = () => {
    if (since !== null) return endAtOnce(since);
    since = performance.now();
    process.stderr.write("Canceling… Press Ctrl-C again to end at once.\n");
    interrupted();
    host.sync.cancel(name);
    // An account that is being added is not known yet.
    host.sync.stopAsking(name);
  };
  /** Re-sends the signal: whoever started this program learns what ended it. */
  const endAtOnce = (first: number) => {
    if (performance.now() - first < AS_ONE) return;
    process.off("SIGINT", cancel);
    process.kill(process.pid, "SIGINT");
  };
  process.on("SIGINT", cancel);
  try {
    return await work();
  } finally {
    // The same signal may come a second time before the result is printed.
    if (since === null) process.off("SIGINT", cancel);
  }
}

/** Tells the user why a hanging service keeps them waiting; a log does not need it. */
export function tellWaiting({ sync }: Host, { name, url }: Account): void {
  const address = url ?? sync.accounts().find((one) => folded(one.name) === folded(name))?.baseUrl;
  const place = address === undefined ? null : URL.parse(address);
  if (process.stderr.isTTY && place !== null) process.stderr.write(`Waiting for an answer from ${place.host}…\n`);
}
