import { wallBetween } from "../../src-shared/basics/index.ts";
import { sameJson } from "../../src-shared/language/index.ts";
import { EDIT_DEBOUNCE } from "../../src-shared/sync/index.ts";
import { ok, type Result, type SyncReport } from "../host/index.ts";
import type { RemoteAccountRow } from "../store/index.ts";
import type { Workspace } from "../workspace/index.ts";
import type { SyncOptions } from "./connect.ts";
import { DEFAULT_SETTINGS, type SyncSettings, syncSettings } from "./drafts/sync-settings.ts";
import { createReviews, heldBackNotes, skipWaiting } from "./reviews.ts";
import type { LockDraft, Parts } from "./run.ts";
import { syncAccount } from "./sync-account.ts";

export interface SyncRequest {
  readonly dryRun: boolean;
  /** Left out: those that are held back. */
  readonly without?: readonly string[] | undefined;
  readonly withoutCommands?: readonly string[] | undefined;
  readonly review?: string | undefined;
  /** A draft that is held back no more: it alone is synced. */
  readonly only?: string | undefined;
  /** An automatic sync: it skips drafts while somebody types in them [Y3]. */
  readonly byItself: boolean;
  /** Told of each wait in which the service gives no answer for a while. */
  readonly silent?: (() => void) | undefined;
}

interface Given {
  readonly workspace: Workspace;
  readonly parts: Parts;
  readonly options: SyncOptions;
  readonly keep: Keep;
  readonly lockDraft: LockDraft;
}

/** Changes how an account is kept in sync from now on, as `changeKept` does. */
export type Keep = (
  account: RemoteAccountRow,
  change: (before: SyncSettings | null) => SyncSettings | null,
) => Promise<void>;

interface Now {
  readonly now: RemoteAccountRow;
  readonly given: SyncRequest;
  readonly signal: AbortSignal;
}

/** What a sync of a single draft skips. */
const ALONE = {
  leavesThere: () => true,
  leavesCommand: () => true,
  ...{ leavesRetention: true, leavesRuns: true, byItself: false, dryRun: false },
};

/** Releases a draft that was held back by its author or by a change after their review. */
function unhold({ held, waiting, ...kept }: SyncSettings, draft: string): SyncSettings {
  const without = (keys: readonly string[]) => keys.filter((key) => key !== draft);
  return { ...kept, held: without(held), waiting: { ...waiting, drafts: without(waiting.drafts) } };
}

/** Runs one sync with what its author holds back and what changed since their review. */
export function createSyncRunner({ workspace, parts, options, keep, lockDraft }: Given) {
  const { reads } = workspace;
  const reviews = createReviews(workspace);

  /** Syncs one draft; what else is held back or waits stays so. */
  async function one(account: RemoteAccountRow, draft: string, signal: AbortSignal): Promise<Result<SyncReport>> {
    await keep(account, (before) => before && unhold(before, draft));
    const kept = syncSettings(reads, account.key);
    const leaving = { ...ALONE, lockDraft, held: new Set(kept?.held), leaves: (key: string) => key !== draft };
    const result = await syncAccount(workspace, parts, account, { ...options, ...leaving, signal });
    const left = skipWaiting(workspace, account, kept ?? DEFAULT_SETTINGS);
    const heldBack = heldBackNotes(workspace, account, left, new Set(kept?.held));
    return result.ok ? ok({ ...result.value, heldBack }) : result;
  }

  async function whole({ now: account, given, signal }: Now): Promise<Result<SyncReport>> {
    const { dryRun, without, withoutCommands = [], byItself, review } = given;
    const looked = reviews.of(account, review, new Set(withoutCommands));
    if (!looked.ok) return looked;
    const kept = syncSettings(reads, account.key);
    const held = new Set(without ?? kept?.held);
    const left = byItself ? skipWaiting(workspace, account, kept ?? DEFAULT_SETTINGS) : looked.value;
    if (without !== undefined && !dryRun)
      await keep(account, (now) => ({ ...DEFAULT_SETTINGS, ...now, held: [...held] }));
    const waits = async () => {
      const [drafts, commands] = [[...left.changed()], [...left.commands()]];
      const waiting = { drafts, retention: left.leavesRetention, commands };
      const now = syncSettings(reads, account.key);
      if (!dryRun && now !== null && !sameJson(now.waiting, waiting))
        await keep(account, (before) => before && { ...before, waiting });
    };
    // Also if the sync fails: what was not reviewed is not sent automatically soon after.
    await waits();
    const rests = (key: string) =>
      wallBetween(reads.drafts.byKey(key)?.wallModified ?? 0, workspace.clockNow()) >=
        (options.restsAfter ?? EDIT_DEBOUNCE) && !workspace.removedDrafts.isFresh(key);
    const leaves = (key: string) => !dryRun && (held.has(key) || left.leaves(key) || (byItself && !rests(key)));
    // As it is by then: a draft may leave the account while its list is read.
    const leavesThere = (id: string) => Object.hasOwn(syncSettings(reads, account.key)?.left ?? {}, id);
    const { leavesRetention, leavesCommand } = left;
    const leaving = {
      byItself,
      lockDraft,
      held,
      leaves,
      leavesThere,
      leavesRetention,
      leavesCommand,
      leavesRuns: false,
    };
    const silent: SyncOptions["silent"] = (of, since, answered) => {
      options.silent?.(of, since, answered);
      if (since !== null) given.silent?.();
    };
    const taken = dryRun ? reviews.take(account) : null;
    const result = await syncAccount(workspace, parts, account, { ...options, ...leaving, silent, signal, dryRun });
    const reached =
      result.ok && result.value.unreachable === null && result.value.failed === null && !result.value.canceled;
    if (taken !== null && result.ok) return ok({ ...result.value, review: taken(result.value) });
    if (!dryRun && reached && syncSettings(reads, account.key) === null)
      await keep(account, (before) => before ?? DEFAULT_SETTINGS);
    await waits();
    return result.ok ? ok({ ...result.value, heldBack: heldBackNotes(workspace, account, left, held) }) : result;
  }

  return (asked: Now): Promise<Result<SyncReport>> =>
    asked.given.only === undefined ? whole(asked) : one(asked.now, asked.given.only, asked.signal);
}
