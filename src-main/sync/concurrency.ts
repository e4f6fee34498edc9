import { localFailureMessage, stopsEverything } from "./local-failures.ts";
import { checkRetention } from "./remote/check.ts";
import type { Client } from "./remote/client.ts";
import { RemoteError, type RemoteFault } from "./remote/remote-error.ts";

/** Enough that their writes share commits. The client itself throttles requests [Y13]. */
const WORKERS = 64;
/** Of runs, of which less is written at a time. */
export const CONCURRENT_RUNS = 128;

/** Runs `work` for all items, some at once. After a failure no new item begins; those under way finish first. */
export async function forEachConcurrent<T>(
  client: Client,
  items: readonly T[],
  work: (item: T) => Promise<void>,
  atOnce = WORKERS,
): Promise<void> {
  const left = items.values();
  let failure: { readonly error: unknown } | null = null;
  const worker = async () => {
    for (const item of left) {
      if (failure !== null) return;
      await work(item).catch((error: unknown) => {
        failure ??= { error };
        client.end(error);
      });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const failed = failure as { readonly error: unknown } | null;
  if (failed !== null) throw failed.error;
}

/**
 * Reports a failure of one item without stopping the others. A failure of the whole account is thrown.
 * @throws RemoteError
 */
export async function isolateFailure(
  client: Client,
  work: () => Promise<void>,
  refused: (error: { readonly message: string; readonly fault: RemoteFault | "own" }) => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof RemoteError)) {
      if (stopsEverything(error)) throw error;
      return refused({ message: localFailureMessage(error), fault: "own" });
    }
    if (error.ends) throw error;
    // Is it this one, or the whole service? @throws where it is the service
    if (error.offline) await requireReachable(client, error);
    await refused(error);
  }
}

/** Faults of the whole service: no further check needed. */
const SERVICE_WIDE: ReadonlySet<RemoteFault> = new Set(["unreachable", "insecure", "certificate", "busy"]);

async function requireReachable(client: Client, error: RemoteError): Promise<void> {
  if (SERVICE_WIDE.has(error.fault)) throw error;
  await checkRetention(client);
}
