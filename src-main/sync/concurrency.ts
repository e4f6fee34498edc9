import { localFailureMessage, stopsEverything } from "./local-failures.ts";
import { checkRetention } from "./remote/check.ts";
import type { Client } from "./remote/client.ts";
import { RemoteError, type RemoteFault } from "./remote/remote-error.ts";

/** So many that what they write shares commits. The client itself lets few requests out at once [Y13]. */
const WORKERS = 64;
/** Of runs, of which less is written at a time. */
export const CONCURRENT_RUNS = 128;

/** Some at once. Where one throws, none begins anything any more, and all that is under way has ended. */
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
 * What the service refuses of one thing, or fails here, holds up no other; an account that cannot be asked any more ends the sync.
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

/** Faults that need no second look: the service as a whole is not reached, or asks for patience. */
const SERVICE_WIDE: ReadonlySet<RemoteFault> = new Set(["unreachable", "insecure", "certificate", "busy"]);

async function requireReachable(client: Client, error: RemoteError): Promise<void> {
  if (SERVICE_WIDE.has(error.fault)) throw error;
  await checkRetention(client);
}
