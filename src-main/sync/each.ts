import { checkRetention } from "./remote/check.ts";
import type { Client } from "./remote/client.ts";
import { RemoteError } from "./remote/remote-error.ts";
import { MOST_AT_ONCE } from "./remote/transport.ts";

/** A few at once: the client itself lets no more requests out. */
export async function each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values();
  const worker = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: MOST_AT_ONCE }, worker));
}

/**
 * What the service refuses of one thing holds up no other; an account that cannot be asked any more ends the sync.
 * @throws RemoteError
 */
export async function alone(
  client: Client,
  work: () => Promise<void>,
  refused: (error: RemoteError) => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof RemoteError) || error.ends) throw error;
    // Is it this one, or the whole service? @throws where it is the service
    if (error.offline) await stillThere(client, error);
    await refused(error);
  }
}

async function stillThere(client: Client, error: RemoteError): Promise<void> {
  if (error.fault === "unreachable" || error.fault === "certificate" || error.fault === "busy") throw error;
  await checkRetention(client);
}
