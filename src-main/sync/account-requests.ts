import type { keyedMutex } from "../basics/index.ts";
import { ok, type Result, type SyncReport, type SyncUseCases } from "../host/index.ts";
import type { RemoteAccountRow } from "../store/index.ts";
import type { Workspace } from "../workspace/index.ts";
import { named } from "./accounts.ts";
import type { SyncOptions } from "./connect.ts";
import { accountCallbacks } from "./instances/callbacks.ts";
import type { InstanceRun } from "./instances/keep.ts";
import type { Keeper } from "./keeper.ts";
import { wantRetention } from "./retention.ts";
import { onAccount } from "./sync-account.ts";

interface Given {
  readonly workspace: Workspace;
  readonly options: SyncOptions;
  readonly oneAtATime: ReturnType<typeof keyedMutex>;
  readonly during: Keeper["during"];
}

/** What is asked of an account itself, beside its drafts and runs: its data retention, and looks after its callbacks. */
export function accountRequests({ workspace, options, oneAtATime, during }: Given): {
  readonly useCases: Pick<SyncUseCases, "setRetention" | "callbackSecret" | "received">;
  readonly close: () => void;
} {
  const { reads } = workspace;
  /** After what is under way of the account; not told as its last sync. */
  const asking = (
    account: RemoteAccountRow,
    work: (run: InstanceRun) => Promise<void>,
    before?: (now: RemoteAccountRow) => Promise<void>,
  ): Promise<Result<SyncReport>> =>
    during(account, true, (signal) =>
      oneAtATime(account.key, () =>
        named(reads, account.name, async (now) => {
          await before?.(now);
          return ok(await onAccount(workspace, now, { ...options, signal }, work));
        }),
      ),
    );
  const callbacks = accountCallbacks({ workspace, asking });
  return {
    useCases: {
      setRetention: (name, wanted) =>
        named(reads, name, (account) =>
          // Every work with an account begins with its retention.
          asking(
            account,
            async () => undefined,
            (now) => wantRetention(workspace, now, wanted),
          ),
        ),
      callbackSecret: (name) => named(reads, name, async (account) => ok(await callbacks.secret(account))),
      received: callbacks.received,
    },
    close: callbacks.close,
  };
}
