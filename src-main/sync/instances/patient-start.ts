import { setTimeout as pause } from "node:timers/promises";
import type { keyedMutex } from "../../basics/index.ts";
import { fail, ok, type Result, type StartThere, type SyncReport } from "../../host/index.ts";
import type { RemoteAccountRow, RemoteInstanceRow } from "../../store/index.ts";
import type { Workspace } from "../../workspace/index.ts";
import { named } from "../accounts.ts";
import type { SyncOptions } from "../connect.ts";
import type { Keeper } from "../keeper.ts";
import { GRACE } from "../remote/ending.ts";
import { newReport, type Parts } from "../run.ts";
import { onAccount } from "../sync-account.ts";
import { titleOf } from "./keep.ts";
import { startOn, tellLost } from "./start.ts";
import { startable } from "./startable.ts";

/** Wall milliseconds that an author waits for what comes next: a little more than a request may take. */
const PATIENCE = 45_000;
/** Wall milliseconds for work that has been ended to come to its own end, beside those that its last answer still has. */
const LAST_WORDS = 500;

interface Given {
  readonly workspace: Workspace;
  readonly options: Pick<SyncOptions, "patience" | "grace">;
  readonly oneAtATime: ReturnType<typeof keyedMutex>;
  readonly during: Keeper["during"];
}

/** Why an author is not kept waiting any longer. `behind`: earlier work with the account has not ended. */
type Over = "canceled" | "behind" | "silent";

/** A start of a draft, once its turn has come. */
interface Turn {
  readonly account: RemoteAccountRow;
  readonly signal: AbortSignal;
  /** Something came, or what comes next takes that many milliseconds more. */
  readonly hope: (more: number) => void;
  /** It is started: what else there is to do takes its time. */
  readonly started: () => void;
  /** The draft that is started, by its key. */
  readonly of: (draftKey: string) => void;
}
export type StartPatiently = ReturnType<typeof startingPatiently>;

/**
 * Work that starts a draft on an account for an author who waits for it [Y10]: they hear of it once it is over, once nothing
 * has come for a while, or once they cancel. What is under way is ended then, and what it comes to is kept; nothing else is sent.
 */
export function startingPatiently({ workspace, options, oneAtATime, during }: Given) {
  const { reads } = workspace;
  const { patience = PATIENCE, grace = GRACE } = options;

  /** What has become of a start so far. */
  function soFar({ key, name }: RemoteAccountRow, draft: string | null, since: number, over: Over): Result<SyncReport> {
    const report = newReport(name);
    const isIt = (one: RemoteInstanceRow) => draft !== null && one.draftKey === draft && one.wallCreated >= since;
    const row = reads.remoteInstances.ofAccount(key).findLast(isIt);
    report.canceled = over === "canceled";
    if (row?.remoteId != null) report.done.push(`start: ${titleOf(row)}`);
    else if (row !== undefined) tellLost(report, row);
    else if (over === "behind")
      return fail(
        "conflict_error",
        `Nothing was started: earlier work with “${name}” has not ended. Wait for it, or cancel it in the view Sync, then start again.`,
      );
    else if (over === "silent")
      report.unreachable = `Nothing was started: “${name}” has not answered for ${Math.ceil(patience / 1_000)} seconds. Check that its service is running, then start again.`;
    return ok(report);
  }

  return (name: string, work: (turn: Turn) => Promise<Result<SyncReport>>) =>
    named(reads, name, async (account) => {
      const since = workspace.clockNow();
      const over = Promise.withResolvers<Over>();
      const ended = new AbortController();
      let waits = true;
      let draft: string | null = null;
      let timer: NodeJS.Timeout | undefined;
      const hope = (why: Over, more = 0) => {
        clearTimeout(timer);
        if (waits) timer = setTimeout(() => over.resolve(why), patience + more);
      };
      const started = () => {
        waits = false;
        clearTimeout(timer);
      };
      hope("behind");
      const whole = during(account, true, (signal) => {
        signal.addEventListener("abort", () => waits && over.resolve("canceled"), { once: true });
        const either = AbortSignal.any([signal, ended.signal]);
        return oneAtATime(account.key, () =>
          named(reads, account.name, (now) => {
            hope("silent");
            const of = (key: string) => {
              draft = key;
            };
            return work({ account: now, signal: either, hope: (more) => hope("silent", more), started, of });
          }),
        );
      });
      const first = await Promise.race([whole, over.promise]).finally(started);
      if (typeof first !== "string") return first;
      ended.abort();
      const last = await Promise.race([whole, pause(grace + LAST_WORDS, null, { ref: false })]);
      return last === null || (last.ok && last.value.canceled) ? soFar(account, draft, since, first) : last;
    });
}

/** Starts a draft, by its id, on an account. */
export const patientStart =
  (startPatiently: StartPatiently, { workspace, parts, options }: StartingParts) =>
  (name: string, draftId: string, given: StartThere): Promise<Result<SyncReport>> =>
    startPatiently(name, async ({ account, signal, hope, of }) => {
      const draft = startable(workspace, account, draftId, given);
      if (!draft.ok) return draft;
      of(draft.value.key);
      const asking = { ...options, dryRun: given.dryRun ?? false, signal };
      const start = (asked: Parameters<typeof startOn>[0]) => startOn(asked, parts, draft.value, hope);
      return ok(await onAccount(workspace, account, asking, async (asked) => void (await start(asked))));
    });

interface StartingParts {
  readonly workspace: Workspace;
  readonly parts: Parts;
  readonly options: SyncOptions;
}
