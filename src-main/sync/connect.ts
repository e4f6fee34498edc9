import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { RemoteDialect } from "../../src-shared/dialect/index.ts";
import type { OAuthClaim } from "../../src-shared/service/index.ts";
import { fail, type Result } from "../host/index.ts";
import type { RemoteAccountRow } from "../store/index.ts";
import { secretRef, type Workspace } from "../workspace/index.ts";
import { type Client, type ClientOptions, createClient } from "./remote/client.ts";
import type { OutboundLedger } from "./remote/ledger-writer.ts";
import { RemoteError } from "./remote/remote-error.ts";
import { backoffUntil, saveBackoff } from "./stored-backoff.ts";
import { NO_ANSWER } from "./unanswered.ts";

type Silent = Pick<RemoteAccountRow, "key" | "baseUrl">;

/** What a test may change. */
export interface SyncOptions
  extends Pick<ClientOptions, "wait" | "timeout" | "goesOut" | "answered" | "longestPause" | "grace" | "reaching"> {
  readonly signal?: AbortSignal;
  /**
   * Called with the wall time since which an account has not answered, once it stalls; null: it answered, or no request
   * is open. `answered`: a complete answer has just come.
   */
  readonly silent?: (account: Silent, since: number | null, answered?: boolean) => void;
  /** Wall milliseconds without an answer after which the author is told. */
  readonly patience?: number;
  /** Wall milliseconds without a change after which a draft is sent by itself. */
  readonly restsAfter?: number;
}

const claim = z.object({
  apitoken: z.string(),
  apisecret: z.string(),
  accesstoken: z.string(),
  accesssecret: z.string(),
});

/** A client for an account that is kept. */
export function clientFor(workspace: Workspace, account: RemoteAccountRow, options: SyncOptions): Client {
  return connect(workspace, account, storedCredentials(workspace, account.key), options);
}

/** The credentials of an account; null: it has none. */
export function storedCredentials({ vault }: Workspace, accountKey: string): OAuthClaim | null {
  const stored = vault.get(secretRef.remoteAccount(accountKey));
  return stored === null ? null : claim.parse(JSON.parse(stored));
}

/** Stops an account whose credentials were refused, unless they were replaced meanwhile [Y14]. */
export async function stopIfCredentialsUnchanged(
  workspace: Workspace,
  key: string,
  asked: OAuthClaim | null,
  why: string,
): Promise<void> {
  await workspace.engine.transact((tx) => {
    if (isDeepStrictEqual(storedCredentials(workspace, key), asked)) tx.remotes.update(key, { stopped: why });
  });
}

export function connect(
  workspace: Workspace,
  { baseUrl, dialect, key }: { readonly baseUrl: string; readonly dialect: RemoteDialect; readonly key?: string },
  credentials: OAuthClaim | null,
  { silent, ...options }: SyncOptions,
): Client {
  const ledger = outboundLedger(workspace);
  const { reads, clockNow: now } = workspace;
  const kept = key !== undefined && {
    silent: (since: number | null) => silent?.({ key, baseUrl }, since),
    answered: () => {
      silent?.({ key, baseUrl }, null, true);
      options.answered?.();
    },
    rest: { until: () => backoffUntil(reads, key, now()), keep: (until: number) => saveBackoff(workspace, key, until) },
  };
  return createClient({ baseUrl, dialect, credentials, ledger, now, ...options, ...kept });
}

function outboundLedger({ engine, clockNow }: Workspace): OutboundLedger {
  return {
    begin: (target, options) => {
      const line = { wallAt: clockNow(), kind: "account", target, result: NO_ANSWER } as const;
      return engine.transact((tx) => tx.ledger.addOutbound(line), options);
    },
    end: (line, result, options) => engine.transact((tx) => tx.ledger.setOutboundResult(line, result), options),
  };
}

/** Runs work with a client and closes it. A refusal by the account becomes an error value (law 9). */
export async function withOpenClient<T>(
  client: Client,
  work: (client: Client) => Promise<Result<T>>,
): Promise<Result<T>> {
  try {
    return await work(client);
  } catch (error) {
    if (error instanceof RemoteError)
      return fail("conflict_error", error.message, { remote: error.fault, offline: error.offline });
    throw error;
  } finally {
    await client.close();
  }
}
