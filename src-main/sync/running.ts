import { wallBetween } from "../../src-shared/basics/index.ts";
import { sameJson } from "../../src-shared/language/index.ts";
import { RESTS_AFTER } from "../../src-shared/sync/index.ts";
import { ok, type Result, type SyncReport } from "../host/index.ts";
import type { RemoteAccountRow } from "../store/index.ts";
import type { Workspace } from "../workspace/index.ts";
import type { SyncOptions } from "./connect.ts";
import { AS_BEGUN, type Kept, keptOf } from "./drafts/kept.ts";
import { heldBackNotes, leavingWaiting, lookedAt } from "./reviews.ts";
import type { DraftTurn, Parts } from "./run.ts";
import { syncAccount } from "./sync-account.ts";

/** How an account is synced. */
export interface Running {
  readonly dryRun: boolean;
  /** Left out: those that are held back. */
  readonly without?: readonly string[] | undefined;
  readonly withoutCommands?: readonly string[] | undefined;
  readonly review?: string | undefined;
  /** A draft that is held back no more: it alone is synced. */
  readonly only?: string | undefined;
  /** Nobody asked for it now: drafts in which somebody types are left until they rest [Y3]. */
  readonly byItself: boolean;
  /** Told of each wait in which the service gives no answer for a while. */
  readonly silent?: (() => void) | undefined;
}

interface Given {
  readonly workspace: Workspace;
  readonly parts: Parts;
  readonly options: SyncOptions;
  readonly keep: Keep;
  readonly draftTurn: DraftTurn;
}

/** Changes how an account is kept in sync from now on, as `changeKept` does. */
export type Keep = (account: RemoteAccountRow, change: (before: Kept | null) => Kept | null) => Promise<void>;

interface Now {
  readonly now: RemoteAccountRow;
  readonly given: Running;
  readonly signal: AbortSignal;
}

/** What a sync of one draft leaves. */
const ALONE = {
  leavesThere: () => true,
  leavesCommand: () => true,
  ...{ leavesRetention: true, leavesRuns: true, byItself: false, dryRun: false },
};

/** A draft is held back no more, neither by its author nor as it changed after their look. */
function letGo({ held, waiting, ...kept }: Kept, draft: string): Kept {
  const without = (keys: readonly string[]) => keys.filter((key) => key !== draft);
  return { ...kept, held: without(held), waiting: { ...waiting, drafts: without(waiting.drafts) } };
}

/** One sync of an account whose turn has come, with what its author holds back, and what changed since they looked. */
export function running({ workspace, parts, options, keep, draftTurn }: Given) {
  const { reads } = workspace;
  const reviews = lookedAt(workspace);

  /** Syncs one draft; what else is held back or waits stays so. */
  async function one(account: RemoteAccountRow, draft: string, signal: AbortSignal): Promise<Result<SyncReport>> {
    await keep(account, (before) => before && letGo(before, draft));
    const kept = keptOf(reads, account.key);
    const leaving = { ...ALONE, draftTurn, held: new Set(kept?.held), leaves: (key: string) => key !== draft };
    const result = await syncAccount(workspace, parts, account, { ...options, ...leaving, signal });
    const left = leavingWaiting(workspace, account, kept ?? AS_BEGUN);
    const heldBack = heldBackNotes(workspace, account, left, new Set(kept?.held));
    return result.ok ? ok({ ...result.value, heldBack }) : result;
  }

  async function whole({ now: account, given, signal }: Now): Promise<Result<SyncReport>> {
    const { dryRun, without, withoutCommands = [], byItself, review } = given;
    const looked = reviews.of(account, review, new Set(withoutCommands));
    if (!looked.ok) return looked;
    const kept = keptOf(reads, account.key);
    const held = new Set(without ?? kept?.held);
    const left = byItself ? leavingWaiting(workspace, account, kept ?? AS_BEGUN) : looked.value;
    if (without !== undefined && !dryRun) await keep(account, (now) => ({ ...AS_BEGUN, ...now, held: [...held] }));
    const waits = async () => {
      const [drafts, commands] = [[...left.changed()], [...left.commands()]];
      const waiting = { drafts, retention: left.leavesRetention, commands };
      const now = keptOf(reads, account.key);
      if (!dryRun && now !== null && !sameJson(now.waiting, waiting))
        await keep(account, (before) => before && { ...before, waiting });
    };
    // Also where the sync comes to nothing: what was not looked at is not sent by itself soon after.
    await waits();
    const rests = (key: string) =>
      wallBetween(reads.drafts.byKey(key)?.wallModified ?? 0, workspace.clockNow()) >=
        (options.restsAfter ?? RESTS_AFTER) && !workspace.removedDrafts.isFresh(key);
    const leaves = (key: string) => !dryRun && (held.has(key) || left.leaves(key) || (byItself && !rests(key)));
    // As it is by then: a draft may leave the account while its list is read.
    const leavesThere = (id: string) => Object.hasOwn(keptOf(reads, account.key)?.left ?? {}, id);
    const { leavesRetention, leavesCommand } = left;
    const leaving = {
      byItself,
      draftTurn,
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
    if (!dryRun && reached && keptOf(reads, account.key) === null) await keep(account, (before) => before ?? AS_BEGUN);
    await waits();
    return result.ok ? ok({ ...result.value, heldBack: heldBackNotes(workspace, account, left, held) }) : result;
  }

  return (asked: Now): Promise<Result<SyncReport>> =>
    asked.given.only === undefined ? whole(asked) : one(asked.now, asked.given.only, asked.signal);
}
