import type { Host } from "../../host/index.ts";
import { folded } from "../../store/index.ts";

/** Wall milliseconds after which whoever sits there is told what is waited for. */
const SAY_AFTER = 2_000;

/** Wall milliseconds in which another signal is the same Ctrl-C: the terminal sends it, and npx hands it on. */
const AS_ONE = 500;

/** What work with an account waits for. */
interface Account {
  readonly name: string;
  /** Its service's address; left out: the account's own. */
  readonly url?: string;
}

/**
 * Work with an account for somebody who sits at a terminal: they are told once it takes a while, and Ctrl-C cancels it in
 * order, so that what came of it is told. A second Ctrl-C ends the program at once.
 */
export async function forWhoeverWaits<T>(host: Host, account: Account, work: () => Promise<T>): Promise<T> {
  const timer = setTimeout(() => tellWaiting(host, account), SAY_AFTER);
  try {
    return await untilInterrupted(host, account.name, work);
  } finally {
    clearTimeout(timer);
  }
}

/** Work with an account, which Ctrl-C cancels in order. @param interrupted told of it */
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
  /** As without us: whoever started this program learns what ended it. */
  const endAtOnce = (first: number) => {
    if (performance.now() - first < AS_ONE) return;
    process.off("SIGINT", cancel);
    process.kill(process.pid, "SIGINT");
  };
  process.on("SIGINT", cancel);
  try {
    return await work();
  } finally {
    // One that came may come a second time, before what came of the work is printed.
    if (since === null) process.off("SIGINT", cancel);
  }
}

/** A service that hangs would keep whoever sits there waiting without a word; a log would say nothing new. */
export function tellWaiting({ sync }: Host, { name, url }: Account): void {
  const address = url ?? sync.accounts().find((one) => folded(one.name) === folded(name))?.baseUrl;
  const place = address === undefined ? null : URL.parse(address);
  if (process.stderr.isTTY && place !== null) process.stderr.write(`Waiting for an answer from ${place.host}…\n`);
}
