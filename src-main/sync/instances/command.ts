import type { InstanceCommand } from "../../../src-shared/sync/index.ts";
import { type CommandOptions, ok, type Result, type SyncReport } from "../../host/index.ts";
import type { Workspace } from "../../workspace/index.ts";
import { withAccount } from "../account-locks.ts";
import type { SyncOptions } from "../connect.ts";
import { stopComparing } from "../drift/running-comparisons.ts";
import { COMMAND_MESSAGES, SEND_MESSAGES, type WaitForAuthor } from "../interactive-wait.ts";
import { newReport } from "../run.ts";
import type { Scheduler } from "../scheduler.ts";
import { enqueueCommand, planCommand, sendQueued, whyWaiting } from "./enqueue.ts";
import { noRun, rowOf } from "./named-run.ts";

interface Given {
  readonly workspace: Workspace;
  readonly options: SyncOptions;
  readonly waitForAuthor: WaitForAuthor;
  readonly scheduler: Pick<Scheduler, "soon" | "activity">;
}

interface Asked {
  /** Its key, or its id there. */
  readonly run: string;
  readonly command: InstanceCommand;
  readonly kept?: CommandOptions["kept"];
}

/** Adds a command to a run's outbox at once and sends it when its turn comes [Y11]. */
export const commandRun = (given: Given, name: string, asked: Asked): Promise<Result<SyncReport>> =>
  withAccount(given.workspace.reads, name, async (account) => {
    const { workspace, options, waitForAuthor, scheduler } = given;
    const isFree = () => !scheduler.activity(account.key).running;
    const wasFree = isFree();
    const found = rowOf(workspace.reads, account, asked.run);
    if (found === null) return noRun(asked.run);
    const kept = await enqueueCommand(workspace, { row: found, command: asked.command });
    if (!kept.ok) return kept;
    const key = kept.value;
    // What waits for its turn is counted as any that waits: the deadline may move meanwhile.
    const isNew = wasFree && isFree();
    asked.kept?.(key);
    if (asked.command.kind === "cancel") void stopComparing(found.key, "You asked to cancel its run.");
    const result = await waitForAuthor(
      name,
      async ({ account: now, asking }) => {
        const row = workspace.reads.remoteInstances.get(found.key);
        if (row === null) return noRun(asked.run);
        const how = { ...options, ...asking, tellsRetention: false };
        return ok(await sendQueued(workspace, now, how, { row, asked: { key, isNew } }));
      },
      COMMAND_MESSAGES,
    );
    if (result.ok) return ok({ ...result.value, waits: whyWaiting(workspace, key, result.value) });
    const { message, details } = result.error;
    if (details?.waits !== true) return result;
    if (details.rests === true) scheduler.soon(account.key);
    return ok({ ...newReport(name), waits: message });
  });

/** The request that a command would be [Y16]. */
export const commandPlanned = (
  { workspace, options, waitForAuthor }: Omit<Given, "scheduler">,
  name: string,
  { run, command }: Asked,
): Promise<Result<SyncReport>> =>
  waitForAuthor(
    name,
    async ({ account, asking }) => {
      const row = rowOf(workspace.reads, account, run);
      if (row === null) return noRun(run);
      const how = { ...options, ...asking, dryRun: true, tellsRetention: false };
      return planCommand(workspace, account, how, { row, command });
    },
    SEND_MESSAGES,
    true,
  );
