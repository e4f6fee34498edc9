import type { OAuthClaim } from "../../src-shared/service/index.ts";
import { ok, type Result, type SyncNote, type SyncReport } from "../host/index.ts";
import type { RemoteAccountRow, RemoteDraftName } from "../store/index.ts";
import type { Workspace } from "../workspace/index.ts";
import { forEachConcurrent } from "./concurrency.ts";
import { clientFor, type SyncOptions, stopIfCredentialsUnchanged, storedCredentials } from "./connect.ts";
import { reportOthers } from "./drafts/conflicts.ts";
import { folderIds } from "./drafts/folders.ts";
import { confirmLosses, isOtherAccount } from "./drafts/mass-loss.ts";
import { askWhich, createDraft, noteMaybeCreated } from "./drafts/new-drafts.ts";
import { type Bound, isBound, syncDraft } from "./drafts/sync-draft.ts";
import { syncSettings } from "./drafts/sync-settings.ts";
import { pullUnknown } from "./drafts/unknown-drafts.ts";
import { noteShared } from "./duplicate-accounts.ts";
import type { InstanceRun } from "./instances/save-instance.ts";
import { syncInstances, tellUnknownStarts } from "./instances/sync-instances.ts";
import { isolateDraft } from "./isolate-draft.ts";
import { localFailureMessage } from "./local-failures.ts";
import { checkRetention } from "./remote/check.ts";
import type { Client } from "./remote/client.ts";
import { listDrafts } from "./remote/drafts.ts";
import { RemoteError } from "./remote/remote-error.ts";
import { syncRetention } from "./retention.ts";
import { type LockDraft, newReport, noteAsRuns, notePlanned, type Parts, type Report, type Run } from "./run.ts";

export interface AskOptions extends SyncOptions {
  readonly dryRun?: boolean;
  /** Nothing of the data retention is sent; left out: as its author holds it back. */
  readonly leavesRetention?: boolean;
  /** Whether a change of the data retention that goes with it is told as done; left out: yes. */
  readonly tellsRetention?: boolean;
  /** The work itself sends the data retention, once it knows that the account is still the same. */
  readonly retentionLater?: boolean;
  /** Told what the work comes to, as it goes on. */
  readonly began?: (report: Report) => void;
}
interface AccountRun extends AskOptions {
  /** Nobody asked for it now: only runs whose look is due are looked at [Y13]. */
  readonly byItself: boolean;
  /** Drafts, by their keys, that are left as their author holds them back. */
  readonly held: ReadonlySet<string>;
  /** Whether a draft, by its key, is left as it is on both sides. */
  readonly leaves: (draftKey: string) => boolean;
  readonly lockDraft: LockDraft;
  /** Whether a draft there, by its id, does not come in. */
  readonly leavesThere: (remoteId: string) => boolean;
  /** Whether a command of a run, by its key, is not sent. */
  readonly leavesCommand: (key: string) => boolean;
  /** Whether no run is looked at, and nothing of runs is sent. */
  readonly leavesRuns: boolean;
}

/** One whole sync of an account. Problems are in the report. */
export async function syncAccount(
  workspace: Workspace,
  parts: Parts,
  account: RemoteAccountRow,
  { byItself, held, leaves, leavesThere, leavesCommand, leavesRuns, lockDraft, ...options }: AccountRun,
): Promise<Result<SyncReport>> {
  const report = await onAccount(workspace, account, { ...options, retentionLater: true }, async (asked, retention) => {
    const isAnother = await syncDrafts({ ...asked, ...parts, byItself, leaves, leavesThere, lockDraft });
    if (!isAnother) await retention();
    if (!asked.dry) reportOthers(asked, held);
    if (leavesRuns || isAnother) return tellUnknownStarts(asked);
    await noteAsRuns(asked.report, () => syncInstances({ ...asked, leavesCommand }, byItself));
  });
  byFlow(report.planned);
  return ok(report);
}

/** Several drafts are read at once; their requests are listed together, in order. */
function byFlow(planned: Report["planned"]): void {
  const places = new Map<string | null, number>();
  for (const { draft } of planned) if (!places.has(draft)) places.set(draft, places.size);
  planned.sort((a, b) => (places.get(a.draft) ?? 0) - (places.get(b.draft) ?? 0));
}

/** Runs work with an account's client and gives its report, with any problem in it. */
export async function onAccount(
  workspace: Workspace,
  account: RemoteAccountRow,
  { dryRun = false, leavesRetention, tellsRetention = true, retentionLater, began, ...sending }: AskOptions,
  work: (run: InstanceRun, retention: () => Promise<void>) => Promise<void>,
): Promise<Report> {
  const report = newReport(account.name);
  const asking = { workspace, account, report, sending };
  began?.(report);
  if (account.stopped !== null) {
    report.refused.push({
      ...ofAccount(account),
      why: `${account.stopped} Nothing is sent until \`account check\` succeeds.`,
    });
    return report;
  }
  let asksWith: OAuthClaim | null = null;
  try {
    asksWith = storedCredentials(workspace, account.key);
    await withClient(asking, async (client) => {
      const asked = { workspace, account, client, dry: dryRun, report };
      const seen = await checkRetention(client);
      const told = tellsRetention ? asked : { ...asked, report: { ...report, done: [] } };
      const leaves = leavesRetention ?? syncSettings(workspace.reads, account.key)?.waiting.retention === true;
      const retention = async () => (leaves ? undefined : syncRetention(told, seen));
      if (retentionLater !== true) await retention();
      await work(asked, retention);
    });
  } catch (error) {
    if (error instanceof RemoteError) {
      endedBy(account, report, error);
      if (error.fault === "unauthorised")
        await stopIfCredentialsUnchanged(workspace, account.key, asksWith, error.message);
    } else report.failed = localFailureMessage(error);
  }
  return report;
}

/** Of a note that stands for the whole account. */
const ofAccount = ({ name }: RemoteAccountRow): Pick<SyncNote, "what" | "about"> => ({
  what: name,
  about: { kind: "account" },
});

/** In any case: counts the requests, saves the time of the last answer, and closes the client. */
async function withClient(
  {
    workspace,
    account,
    report,
    sending,
  }: Pick<InstanceRun, "workspace" | "account" | "report"> & { sending: SyncOptions },
  work: (client: Client) => Promise<void>,
): Promise<void> {
  const client = clientFor(workspace, account, sending);
  try {
    await work(client);
  } finally {
    const { requests, answeredAt: wallContact } = client;
    report.requests = requests;
    const noted =
      wallContact !== null && workspace.engine.transact((tx) => tx.remotes.update(account.key, { wallContact }));
    await Promise.all([noted, client.close()]);
  }
}

/** What keeps anything else of an account from being asked. */
function endedBy(account: RemoteAccountRow, report: Report, error: RemoteError): void {
  if (error.fault === "canceled") {
    report.canceled = true;
    return;
  }
  if (error.offline) {
    report.unreachable = error.message;
    report.unusable = error.unusable;
    return;
  }
  if (error.fault === "proxy_setting") {
    report.failed = error.message;
    return;
  }
  report.refused.push({ ...ofAccount(account), why: error.message });
}

/** @returns whether another account seems to be behind the address: then its runs are another's, too [Y7] */
async function syncDrafts(of: Omit<Run, "list" | "folderIds">): Promise<boolean> {
  const { account, client, workspace } = of;
  if (account.level === "publish") {
    // A draft is published on purpose only, and nothing is read, where the service has no more.
    for (const lost of workspace.reads.remotes.unanswered(account.key))
      await noteMaybeCreated({ ...of, list: null }, lost);
    return false;
  }
  const list = account.level === "full" ? await listDrafts(client) : null;
  if (list !== null) await noteShared(workspace, account, list.keys());
  const plan = (name: string) => void notePlanned(of, "createFolder", { title: `“${name}”`, draft: null });
  const run: Run = { ...of, list, folderIds: await folderIds({ ...of, plan }) };
  const { remotes } = workspace.reads;
  const bound = () => remotes.draftNames(account.key);
  const before = bound().filter(({ remoteId, localKey }) => remoteId !== null && !run.leaves(localKey));
  if (await isOtherAccount(run, before)) return true;
  const known = new Set(bound().map(({ remoteId }) => remoteId));
  const unknown = [...(list?.keys() ?? [])].filter((id) => !known.has(id));
  const { found, mayBeThere } = await pullUnknown(run, unknown);
  const gone: Bound[] = [];
  const fresh = new Set(unknown);
  const asBefore = unchanged(run);
  // What has just come in is the same on both sides, and most else is as it was.
  const isSame = ({ remoteId, state }: RemoteDraftName) =>
    remoteId !== null && (asBefore.has(remoteId) || (state === "up_to_date" && fresh.has(remoteId)));
  const isBoundHere = ({ localKey }: RemoteDraftName) => run.dry && found.has(localKey);
  const all = bound().filter((name) => !isSame(name) && !isBoundHere(name) && !run.leaves(name.localKey));
  await forEachConcurrent(run.client, all, async (name) => {
    const key = { accountKey: account.key, kind: "draft", localKey: name.localKey } as const;
    await isolateDraft(run, { ...key, ...name }, async () => {
      const mapping = remotes.mapping(key);
      if (mapping === null) return;
      if (!isBound(mapping)) await (mayBeThere(mapping) ? askWhich : createDraft)(run, mapping);
      else if ((await syncDraft(run, mapping)) === "gone") gone.push(mapping);
    });
  });
  return confirmLosses(run, gone, before);
}

/** Drafts that have changed neither here nor, as the list says, there. */
function unchanged({ workspace, account, list }: Run): ReadonlySet<string> {
  const here = workspace.reads.remotes.unchangedHere(account.key);
  const same = here.filter(({ remoteId, marks }) => {
    const mark = list?.get(remoteId)?.mark ?? null;
    return mark !== null && marks.includes(mark);
  });
  return new Set(same.map(({ remoteId }) => remoteId));
}
