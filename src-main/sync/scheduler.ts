import {
  EDIT_DEBOUNCE,
  FIRST_POLL_DELAY,
  nextPollDelay,
  type SyncSums,
  syncSums,
} from "../../src-shared/sync/index.ts";
import type { Change, LogEntry, Result, SyncActivity, SyncReport } from "../host/index.ts";
import type { RemoteAccountRow } from "../store/index.ts";
import type { Workspace } from "../workspace/index.ts";
import { readableSyncSettings, type SyncSettings } from "./drafts/sync-settings.ts";
import { backoffUntil } from "./stored-backoff.ts";

export interface SchedulerOptions {
  readonly changes: (listener: (change: Change) => void) => () => void;
  readonly log: (entry: LogEntry) => void;
  /** Wall milliseconds without a change after which a draft is sent. */
  readonly restsAfter?: number | undefined;
}

/** Milliseconds: a timer may fire a little early, before the debounce is over. */
const EARLY = 100;

/** Work of an account that an author can end. */
type Ended<T> = (signal: AbortSignal) => Promise<T>;
export type Work = Ended<Result<SyncReport>>;

export type Scheduler = ReturnType<typeof createScheduler>;

interface Doing {
  readonly under: Set<AbortController>;
  /** Those of `under` that only look. */
  readonly looks: Set<AbortController>;
  readonly ended: Set<Promise<unknown>>;
  silentSince: SyncActivity["silentSince"];
  /** Whether a whole answer has come to what is under way. */
  heard: boolean;
  offline: SyncActivity["offline"];
  last: SyncActivity["last"];
  did: SyncActivity["did"];
  /** The keys of drafts that were archived, the newest first. */
  archived: readonly string[];
  failures: number;
  quiet: number;
  /** Whether its author canceled what was done last. */
  canceled: boolean;
  timer: NodeJS.Timeout | undefined;
  /** When the timer fires, wall time. */
  due: number;
}

const fresh = (): Doing => ({
  ...{
    under: new Set(),
    looks: new Set(),
    ended: new Set(),
    silentSince: null,
    offline: null,
    last: null,
    did: null,
    archived: [],
  },
  ...{ heard: false, failures: 0, quiet: 0, canceled: false, timer: undefined, due: Number.POSITIVE_INFINITY },
});

const didNothing = (report: SyncReport): boolean => syncSums.every((sum) => report[sum].length === 0);

/** When work came to an end, and how much it did; null: nothing. */
function didOf(report: SyncReport, wallAt: number): SyncActivity["did"] {
  if (didNothing(report)) return null;
  const sums = Object.fromEntries(syncSums.map((sum) => [sum, report[sum].length])) as Record<keyof SyncSums, number>;
  return { wallAt, sums };
}

/** Archived drafts that are named for an account at most. */
const MOST_ARCHIVED = 20;

const stillArchived = (reads: Workspace["reads"], keys: readonly string[]): SyncActivity["archived"] =>
  keys.flatMap((key) => {
    const row = reads.drafts.byKey(key);
    return row?.archived ? [{ id: row.id, title: row.title ?? "" }] : [];
  });

function activityOf(reads: Workspace["reads"], now: Doing): SyncActivity {
  const { under, looks, silentSince, heard, offline, last, did, archived } = now;
  const running = under.size > 0;
  const unanswered = running && (silentSince !== null || (offline !== null && !heard));
  const onlyLooks = running && looks.size === under.size;
  return { running, onlyLooks, silentSince, unanswered, offline, last, did, archived: stillArchived(reads, archived) };
}

/**
 * Wall milliseconds until the next poll of an account: sooner if one of its runs is due or a deletion must be sent,
 * unless its author canceled [Y13].
 */
function restOf({ reads, clockNow, removedDrafts }: Workspace, key: string, now: Doing): number {
  const asked = backoffUntil(reads, key, clockNow());
  if (asked !== null) return asked - clockNow() + FIRST_POLL_DELAY;
  const rest = nextPollDelay(now.canceled ? { ...now, failures: 0 } : now, Math.random());
  if (now.failures > 0 || now.canceled) return rest;
  const due = reads.remoteInstances.nextLook(key);
  const deletion = removedDrafts.restOf(key);
  return Math.min(
    rest,
    due === null ? rest : Math.max(FIRST_POLL_DELAY, due - clockNow()),
    deletion === null ? rest : deletion + EARLY,
  );
}

/** Whoever canceled does not want the try that was planned before. */
function noteCanceled(now: Doing, { canceled }: SyncReport): void {
  now.canceled = canceled;
  if (!canceled) return;
  clearTimeout(now.timer);
  now.due = Number.POSITIVE_INFINITY;
}

const reach = (name: string, why: string | null): LogEntry =>
  why === null
    ? { level: "info", about: "reach", message: `“${name}” is reached again.` }
    : { level: "warn", about: "reach", message: `“${name}” is not reached: ${why}` };

/** Clears an account's offline reason. @returns whether that is news: thousands of answers are reported once */
function noteSilent(
  now: Doing,
  baseUrl: string,
  { since, answered }: { readonly since: number | null; readonly answered: boolean },
): boolean {
  if (answered && now.heard) return false;
  now.heard ||= answered;
  now.silentSince = since;
  if (since === null || now.offline === null) return true;
  const why = `${new URL(baseUrl).host} does not answer: check that the service is running, and try again later.`;
  now.offline = { ...now.offline, why, unusable: false };
  return true;
}

/** When work is over, whatever came of it. */
const endOf = (work: Promise<unknown>): Promise<unknown> => Promise.allSettled([work]);

/** The accounts that a draft may belong to, by their keys: one that is gone may have belonged to any. */
function accountsOf({ drafts, remotes }: Workspace["reads"], draftId: string): readonly string[] {
  const draft = drafts.get(draftId);
  if (draft === null) return remotes.accounts().map(({ key }) => key);
  const bound = remotes.ofDraft(draft.key);
  return bound === null ? [] : [bound.accountKey];
}

/** Work that is under way as long as it has not ended. */
async function counted<T>(now: Doing, work: Ended<T>, onlyLooks: boolean): Promise<T> {
  const { under, looks, ended } = now;
  if (under.size === 0) now.heard = false;
  const control = new AbortController();
  under.add(control);
  if (onlyLooks) looks.add(control);
  const running = work(control.signal);
  const end = endOf(running);
  ended.add(end);
  try {
    return await running;
  } finally {
    under.delete(control);
    looks.delete(control);
    ended.delete(end);
  }
}

/** Ends what is under way, and waits for that. */
async function endAll({ under, ended }: Doing): Promise<void> {
  for (const control of under) control.abort();
  await Promise.all(ended);
}

/** Waits for running work. @returns whether it failed or was canceled: the next poll follows from that */
async function hasFailedMeanwhile(now: Doing): Promise<boolean> {
  const waits = now.ended.size > 0;
  await Promise.all(now.ended);
  return waits && (now.failures > 0 || now.canceled);
}

/** How much of an account is looked at by itself; null: nothing. */
export type Looking = "all" | "runs";

/**
 * Automatic syncs begin after the first sync, which the author starts. Before that, only its runs are polled: the
 * author started or adopted each of them [Y11].
 */
function lookingAt(
  { remoteInstances }: Workspace["reads"],
  account: RemoteAccountRow,
  kept: SyncSettings | null,
): Looking | null {
  if (kept !== null) return kept.automatic ? "all" : null;
  const { wanted = null } = account.retention ?? {};
  return wanted !== null || remoteInstances.ofAccount(account.key).length > 0 ? "runs" : null;
}

/** Tracks what each account is doing and syncs accounts automatically while the app runs [Y3, Y13]. */
export function createScheduler(workspace: Workspace, { changes, log, restsAfter = EDIT_DEBOUNCE }: SchedulerOptions) {
  const soon = restsAfter + EARLY;
  const { reads, clockNow, publish } = workspace;
  const accounts = new Map<string, Doing>();
  let sync: ((account: RemoteAccountRow, looking: Looking) => Promise<unknown>) | null = null;
  let stopListening = () => undefined as unknown;
  const doing = (key: string): Doing => {
    const known = accounts.get(key) ?? fresh();
    accounts.set(key, known);
    return known;
  };
  const tell = (key: string) => publish({ kind: "account", id: key, instanceId: null });

  function later(key: string, milliseconds: number): void {
    const now = doing(key);
    clearTimeout(now.timer);
    now.due = clockNow() + milliseconds;
    now.timer = setTimeout(() => void look(key), milliseconds);
    now.timer.unref();
  }

  /** Polls an account that syncs automatically; a stopped one waits for its author. */
  async function look(key: string): Promise<void> {
    const now = doing(key);
    now.due = Number.POSITIVE_INFINITY;
    if (await hasFailedMeanwhile(now)) return;
    const account = reads.remotes.account(key);
    tell(key);
    const { kept, damaged } = readableSyncSettings(reads, key);
    if (account === null || account.stopped !== null || sync === null) return;
    if (damaged !== null)
      return log({ level: "error", message: `“${account.name}” is not synced automatically: ${damaged}` });
    const looking = lookingAt(reads, account, kept);
    if (looking === null) return;
    try {
      await sync(account, looking);
    } catch (error) {
      log({
        level: "error",
        message: `The sync with “${account.name}” failed because of a fault in Countersign.`,
        error,
      });
    }
  }

  function changed({ kind, id }: Change): void {
    if (kind !== "draft") return;
    for (const key of accountsOf(reads, id)) if (doing(key).failures === 0) later(key, soon);
  }

  /** Says how an account stands, and looks at it again when it is time. */
  function goOn(key: string): void {
    tell(key);
    const rest = restOf(workspace, key, doing(key));
    if (sync !== null && clockNow() + rest < doing(key).due) later(key, rest);
  }

  function note({ key, name }: RemoteAccountRow, report: SyncReport, dryRun: boolean): void {
    const [now, why] = [doing(key), report.unreachable];
    if (!dryRun) {
      now.last = { wallAt: clockNow(), report };
      now.did = didOf(report, now.last.wallAt) ?? now.did;
      now.archived = [...new Set([...report.archived, ...now.archived])].slice(0, MOST_ARCHIVED);
    }
    // An act that its author ends leaves the next sync as it is planned.
    if (!dryRun || !report.canceled) noteCanceled(now, report);
    // What was done says that the account is reached.
    if (report.canceled && didNothing(report)) return;
    if ((why === null) !== (now.offline === null)) log(reach(name, why));
    now.offline = why === null ? null : { since: now.offline?.since ?? clockNow(), why, unusable: report.unusable };
    now.failures = (why ?? report.failed) === null ? 0 : now.failures + 1;
    now.quiet = dryRun || didNothing(report) ? now.quiet + 1 : 0;
  }

  /** Runs account work that its author can cancel and that closing waits for. */
  function begun<T>({ key }: RemoteAccountRow, onlyLooks: boolean, work: Ended<T>): Promise<T> {
    const working = counted(doing(key), work, onlyLooks);
    tell(key);
    return working.finally(() => goOn(key));
  }

  return {
    activity: (key: string): SyncActivity => activityOf(reads, doing(key)),
    /** Since when an account has given no answer; null: it has, or none is waited for. @param answered whether one has just come */
    silent({ key, baseUrl }: Pick<RemoteAccountRow, "key" | "baseUrl">, since: number | null, answered = false): void {
      if (noteSilent(doing(key), baseUrl, { since, answered })) tell(key);
    },
    /** @param onlyLooks whether it changes nothing on either side */
    under: <T>(account: RemoteAccountRow, work: Ended<T>, onlyLooks = false) => begun(account, onlyLooks, work),
    /** Runs a sync of an account, and plans the next. */
    during: (account: RemoteAccountRow, dryRun: boolean, work: Work, onlyLooks = false): Promise<Result<SyncReport>> =>
      begun(account, onlyLooks, async (signal) => {
        const result = await work(signal);
        if (result.ok) note(account, result.value, dryRun);
        return result;
      }),
    /** Ends what is under way of an account. */
    cancel: (key: string): Promise<unknown> => endAll(doing(key)),
    /** Looks at an account soon, where it is kept in sync. */
    soon: (key: string): void => {
      if (sync !== null) later(key, soon);
    },
    start(run: NonNullable<typeof sync>): void {
      sync = run;
      stopListening = changes(changed);
      for (const { key } of reads.remotes.accounts()) later(key, FIRST_POLL_DELAY);
    },
    async close(): Promise<void> {
      stopListening();
      sync = null;
      for (const { timer } of accounts.values()) clearTimeout(timer);
      await Promise.all([...accounts.values()].map(endAll));
    },
  };
}
