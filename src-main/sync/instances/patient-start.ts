import { setTimeout as pause } from "node:timers/promises";
import type { keyedMutex } from "../../basics/index.ts";
import { fail, ok, type Result, type StartThere, type SyncReport } from "../../host/index.ts";
import type { RemoteAccountRow } from "../../store/index.ts";
import type { Workspace } from "../../workspace/index.ts";
import { named } from "../accounts.ts";
import type { SyncOptions } from "../connect.ts";
import type { Keeper } from "../keeper.ts";
import { newReport, type Parts } from "../run.ts";
import { onAccount } from "../sync-account.ts";
import { titleOf } from "./keep.ts";
import { startOn, tellLost } from "./start.ts";
import { startable } from "./startable.ts";

/** Wall milliseconds that an author waits for what comes next: a little more than a request may take. */
const PATIENCE = 45_000;
/** Wall milliseconds for work that has been ended to come to its own end. */
const LAST_WORDS = 500;

interface Given {
  readonly workspace: Workspace;
  readonly parts: Parts;
  readonly options: SyncOptions;
  readonly oneAtATime: ReturnType<typeof keyedMutex>;
  readonly during: Keeper["during"];
}

/** Why an author is not kept waiting any longer. `behind`: earlier work with the account has not ended. */
type Over = "canceled" | "behind" | "silent";

/**
 * Starts a draft on an account for an author who waits for it [Y10]: they hear of it once it is over, once nothing has come
 * for a while, or once they cancel. A request that is under way then goes on to its end, and what it comes to is kept;
 * nothing else is sent.
 */
export function patientStart({ workspace, parts, options, oneAtATime, during }: Given) {
  const { reads } = workspace;
  const { patience = PATIENCE } = options;

  /** What has become of a start so far. */
  function soFar(account: RemoteAccountRow, draftId: string, since: number, over: Over): Result<SyncReport> {
    const report = newReport(account.name);
    const draftKey = reads.drafts.get(draftId)?.key ?? null;
    const row = reads.remoteInstances
      .ofAccount(account.key)
      .findLast((one) => one.draftKey === draftKey && one.wallCreated >= since);
    report.canceled = over === "canceled";
    if (row?.remoteId != null) report.done.push(`start: ${titleOf(row)}`);
    else if (row !== undefined) tellLost(report, row);
    else if (over === "behind")
      return fail(
        "conflict_error",
        `Nothing was started: earlier work with “${account.name}” has not ended. Wait for it, or cancel it in the view Sync, then start again.`,
      );
    else if (over === "silent")
      report.unreachable = `Nothing was started: “${account.name}” has not answered for ${Math.ceil(patience / 1_000)} seconds. Check that its service is running, then start again.`;
    return ok(report);
  }

  return (name: string, draftId: string, given: StartThere): Promise<Result<SyncReport>> =>
    named(reads, name, async (account) => {
      const since = workspace.clockNow();
      const over = Promise.withResolvers<Over>();
      const ended = new AbortController();
      let timer: NodeJS.Timeout | undefined;
      /** Something came, or takes that many milliseconds more. */
      const hope = (why: Over, more = 0) => {
        clearTimeout(timer);
        timer = setTimeout(() => over.resolve(why), patience + more);
      };
      hope("behind");
      const work = async (now: RemoteAccountRow, signal: AbortSignal): Promise<Result<SyncReport>> => {
        hope("silent");
        const draft = startable(workspace, now, draftId, given);
        if (!draft.ok) return draft;
        const asking = { ...options, dryRun: given.dryRun ?? false, signal };
        const start = (asked: Parameters<typeof startOn>[0]) =>
          startOn(asked, parts, draft.value, (more) => hope("silent", more));
        return ok(await onAccount(workspace, now, asking, async (asked) => void (await start(asked))));
      };
      const whole = during(account, true, (signal) => {
        signal.addEventListener("abort", () => over.resolve("canceled"), { once: true });
        const either = AbortSignal.any([signal, ended.signal]);
        return oneAtATime(account.key, () => named(reads, account.name, (now) => work(now, either)));
      });
      const first = await Promise.race([whole, over.promise]).finally(() => clearTimeout(timer));
      if (typeof first !== "string") return first;
      ended.abort();
      const last = await Promise.race([whole, pause(LAST_WORDS, null, { ref: false })]);
      clearTimeout(timer);
      return last === null || (last.ok && last.value.canceled) ? soFar(account, draftId, since, first) : last;
    });
}
