import type { FlowEvent, InstanceStatus, Instant, State } from "../../../src-shared/flow/index.ts";
import { plusDaysSameLocalTime } from "../../../src-shared/flow/index.ts";
import type { FolderRow, JobRow, Retention, StoreReads } from "../../store/index.ts";
import { type InstanceContext, jobId, newJob } from "../project.ts";

export type RetentionAction = "trash" | "delete";

/** From when retention counts: the later of end and last restore, and the trashing [C4]. */
export interface RetentionBase {
  readonly restingSince: Instant | null;
  readonly trashedAt: Instant | null;
}

/** Reads the instants out of a history, latest event first. */
export function retentionBase(events: readonly FlowEvent[], state: State): RetentionBase {
  const restored = events.findLast((event) => event.type === "restored")?.at ?? null;
  const trashedAt = state.trashed ? (events.findLast((event) => event.type === "trashed")?.at ?? null) : null;
  if (state.endedAt === null) return { restingSince: null, trashedAt };
  return { restingSince: Math.max(state.endedAt, restored ?? state.endedAt), trashedAt };
}

/** When retention acts on an instance next, and how; null: never [C4]. */
export function nextRetention(
  state: State,
  base: RetentionBase,
  policy: Retention,
): { readonly action: RetentionAction; readonly at: Instant } | null {
  if (state.unknownSince !== null) return null;
  const zone = state.start.settings.timeZone;
  if (state.trashed) {
    if (base.trashedAt === null) return null;
    // Unset means 30 days here, never "keep" (interface 2.3, 8).
    return { action: "delete", at: plusDaysSameLocalTime(base.trashedAt, policy.delete_trashed ?? 30, zone) };
  }
  const days = daysUntilTrash(state.status, policy);
  if (days === null || base.restingSince === null) return null;
  return { action: "trash", at: plusDaysSameLocalTime(base.restingSince, days, zone) };
}

/**
 * What becomes of an instance at once under a policy, at flow time `now`: what it trashes has been in the trash since it
 * fell due, and may be due for deletion already [C3, C4].
 */
export function retentionNow(
  state: State,
  base: RetentionBase,
  policy: Retention,
  now: Instant,
): RetentionAction | null {
  const next = nextRetention(state, base, policy);
  if (next === null || next.at > now) return null;
  if (next.action === "delete") return "delete";
  const trashedAt = Math.max(next.at, state.lastEventAt);
  const after = nextRetention({ ...state, trashed: true }, { ...base, trashedAt }, policy);
  return after !== null && after.at <= now ? "delete" : "trash";
}

function daysUntilTrash(status: InstanceStatus, policy: Retention): number | null {
  switch (status) {
    case "completed":
      return policy.trash_completed;
    case "failed":
    case "canceled":
      return policy.trash_failed;
    case "timed_out":
      return policy.trash_timed_out;
    case "in_progress":
    case "finalising":
      return null;
  }
}

export function retentionJobId(instanceId: string): string {
  return jobId(instanceId, "retention");
}

export function retentionJob(
  context: InstanceContext,
  next: { readonly action: RetentionAction; readonly at: Instant },
): JobRow & { readonly kind: "retention" } {
  return newJob(context, "retention", "retention", next.at, { action: next.action });
}

type Folders = Pick<StoreReads, "folders">;

/** An instance's folder; where it is gone, the account's home. */
export function folderOf({ folders }: Folders, accountId: string, folderId: string | null): FolderRow {
  return (folderId === null ? null : folders.get(folderId)) ?? folders.home(accountId);
}

/** The policy of an instance's folder. */
export function policyOf(reads: Folders, accountId: string, folderId: string | null): Retention {
  return folderOf(reads, accountId, folderId).retention;
}
