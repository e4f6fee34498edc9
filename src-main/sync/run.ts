import type { WireFields } from "../../src-shared/language/index.ts";
import { withDays } from "../../src-shared/sync/index.ts";
import type { keyedMutex } from "../basics/index.ts";
import type {
  DocumentUseCases,
  DraftUseCases,
  FolderUseCases,
  Incoming,
  PlannedRequest,
  SyncNote,
  SyncReport,
} from "../host/index.ts";
import type { RemoteAccountRow, RemoteMapping, StoreWrites } from "../store/index.ts";
import { type SyncedDrafts, type Workspace, write } from "../workspace/index.ts";
import type { Folders } from "./drafts/folders.ts";
import type { Client } from "./remote/client.ts";
import type { RemoteEntry } from "./remote/drafts.ts";
import { type RequestKind, requestKinds } from "./remote/requests.ts";

/** What sync asks of the workspace's other use cases. */
export interface Parts {
  readonly drafts: Pick<DraftUseCases, "setArchived">;
  readonly documents: Pick<DocumentUseCases, "upload" | "blobPath" | "get">;
  readonly folders: Pick<FolderUseCases, "list" | "create">;
  readonly synced: SyncedDrafts;
}

/** What looks at an account's drafts here alone: it asks the account nothing. */
export interface LocalRun extends Parts {
  readonly workspace: Workspace;
  readonly account: RemoteAccountRow;
  readonly dry: boolean;
  readonly folderIds: Pick<Folders, "has">;
}

export type LockDraft = ReturnType<typeof keyedMutex>;

/** One sync of one account, and what it has come to so far. */
export interface Run extends LocalRun {
  readonly client: Client;
  /** Nobody asked for it now. */
  readonly byItself: boolean;
  /** Whether a draft, by its key, is left as it is on both sides. */
  readonly leaves: (draftKey: string) => boolean;
  /** Whether a draft there, by its id, does not come in. */
  readonly leavesThere: (remoteId: string) => boolean;
  /** Locks one draft, by its key. It may be unlinked between two pieces of work. */
  readonly lockDraft: LockDraft;
  /** Every draft there, by its id; null where the service has no list. */
  readonly list: ReadonlyMap<string, RemoteEntry> | null;
  readonly folderIds: Folders;
  readonly report: Report;
}

export const localRun = (workspace: Workspace, parts: Parts, account: RemoteAccountRow): LocalRun => ({
  ...{ workspace, ...parts, account, dry: false, folderIds: { has: account.parts.folders } },
});

type Writable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer Item)[] ? Item[] : T[K] };
export type Report = Writable<SyncReport>;

export function newReport(account: string): Report {
  return {
    ...{ account, pushed: [], pulled: [], bound: [], merged: [], archived: [] },
    ...{ conflicts: [], refused: [], perhaps: [] },
    ...{
      runs: [],
      done: [],
      carriedOut: [],
      waits: null,
      requests: 0,
      unreachable: null,
      unusable: false,
      failed: null,
      canceled: false,
      planned: [],
      incoming: [],
      review: null,
      heldBack: [],
    },
  };
}

/** Marks notes made by `work` as notes of runs: they are shown there. */
export async function noteAsRuns<T>({ refused, perhaps }: Report, work: () => Promise<T>): Promise<T> {
  const before = [refused, perhaps].map((notes) => ({ notes, length: notes.length }));
  try {
    return await work();
  } finally {
    for (const { notes, length } of before)
      for (const [at, note] of notes.entries())
        if (at >= length && note.about?.kind !== "check") notes[at] = { ...note, about: { kind: "run" } };
  }
}

/** Dry run: notes what would be sent. @returns whether it is a dry run */
export function notePlanned(
  { dry, client, report }: Pick<Run, "dry" | "client" | "report">,
  kind: RequestKind,
  { title, id, draft, flow = "", command = null, run = null, days = null }: Planned,
): boolean {
  if (!dry) return false;
  const words = withDays(requestKinds[kind].words, days);
  const what: PlannedRequest["what"] = `${words}: ${title}${flow === "" ? "" : ` of “${flow}”`}`;
  const remoteId = run === null ? null : (id ?? null);
  report.planned.push({ what, kind, title, flow, draft, command, run, remoteId, days, ...client.describe(kind, id) });
  return true;
}

interface Planned
  extends Pick<PlannedRequest, "title" | "draft">,
    Partial<Pick<PlannedRequest, "flow" | "command" | "run" | "days">> {
  /** There. */
  readonly id?: string;
}

/** Dry run: notes what would change here. @returns whether it is a dry run */
export function noteIncoming(
  { dry, report, workspace }: Pick<Run, "dry" | "report" | "workspace">,
  how: Incoming["how"],
  { localKey, base }: Pick<RemoteMapping, "localKey" | "base">,
): boolean {
  if (!dry) return false;
  const title = workspace.reads.drafts.byKey(localKey)?.title ?? titleIn(base);
  if (!report.incoming.some(({ draft }) => draft === localKey)) report.incoming.push({ how, draft: localKey, title });
  return true;
}

/** Of what both sides had last, where the flow here is gone; "": it says none. */
export const titleIn = (base: WireFields | null): string => (typeof base?.title === "string" ? base.title : "");

/** Saves a draft's link and tells windows of it [Y17]; nothing in a dry run. */
export async function saveMapping(
  { dry, workspace, client }: Pick<Run, "dry" | "workspace" | "client">,
  mapping: RemoteMapping,
  also?: (tx: StoreWrites) => void,
): Promise<void> {
  if (dry) return;
  const put = (tx: StoreWrites) => {
    tx.remotes.putMapping({ ...mapping, wallAt: workspace.clockNow() });
    also?.(tx);
  };
  await write(workspace, "account", mapping.accountKey, put, { patience: client.patience });
}

/** A draft that is there alone, in a note. */
export const remoteDraft = (id: string): Pick<SyncNote, "what" | "about"> => ({
  what: `draft ${id} of the account`,
  about: { kind: "remote_draft", id },
});

/** Saves and reports a refusal, with further notes. An open conflict stays one [Y6]. */
export async function noteRefused(
  run: Run,
  mapping: RemoteMapping,
  note: SyncNote,
  ...others: readonly SyncNote[]
): Promise<void> {
  run.report.refused.push(note, ...others);
  if (mapping.conflicts.length === 0) await saveMapping(run, { ...mapping, state: "refused", why: note.why });
}
