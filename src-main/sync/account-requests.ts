import { fail, ok, type Result, type SyncReport, type SyncUseCases } from "../host/index.ts";
import type { DraftRow, RemoteAccountRow, RemoteMapping } from "../store/index.ts";
import { missingDraft, type Workspace } from "../workspace/index.ts";
import { accountNamed, type RunExclusive, withAccount } from "./account-locks.ts";
import type { SyncOptions } from "./connect.ts";
import { unsent } from "./drafts/mappings.ts";
import { createDraft } from "./drafts/new-drafts.ts";
import { forOneDraft } from "./drafts/one-draft.ts";
import { titleOf } from "./drafts/sync-draft.ts";
import { accountCallbacks } from "./instances/callbacks.ts";
import { fingerprintOf, NOT_PUBLISHED, whyChanged } from "./instances/confirmed.ts";
import type { InstanceRun } from "./instances/save-instance.ts";
import { syncInstances } from "./instances/sync-instances.ts";
import { SEND_MESSAGES, type WaitForAuthor } from "./interactive-wait.ts";
import { cancelRetention, requestRetention } from "./retention.ts";
import { type Parts, type Run, saveMapping } from "./run.ts";
import type { SchedulerOptions } from "./scheduler.ts";
import { onAccount } from "./sync-account.ts";
import { writtenFields } from "./views.ts";

interface Given {
  readonly workspace: Workspace;
  readonly parts: Parts;
  readonly options: SyncOptions;
  /** For what nobody waits for. */
  readonly runExclusive: RunExclusive;
  readonly waitForAuthor: WaitForAuthor;
  readonly log: SchedulerOptions["log"];
}

interface Asking {
  /** Of the account as it is once its turn has come. */
  readonly before?: (now: RemoteAccountRow) => Promise<void>;
  readonly dryRun?: boolean;
  readonly tellsRetention?: boolean;
  readonly leavesRetention?: boolean;
}

/** Requests about the account itself: data retention, and checks after its callbacks. */
export function accountRequests({ workspace, parts, options, runExclusive, waitForAuthor, log }: Given): {
  readonly useCases: Pick<SyncUseCases, "setRetention" | "callbackSecret" | "received" | "publishable" | "publish">;
  /** Of an account of which nothing else is synced by itself [Y11]. */
  readonly lookAtRuns: (account: RemoteAccountRow) => Promise<Result<SyncReport>>;
  readonly close: () => void;
} {
  const { reads } = workspace;
  const asking = (
    { name }: RemoteAccountRow,
    work: (run: InstanceRun) => Promise<void>,
    { before, ...how }: Asking = {},
  ): Promise<Result<SyncReport>> =>
    waitForAuthor(
      name,
      async ({ account: now, asking }) => {
        await before?.(now);
        return ok(await onAccount(workspace, now, { ...options, ...asking, ...how }, work));
      },
      SEND_MESSAGES,
      how.dryRun,
    );
  const reached = async ({ name }: RemoteAccountRow, work: (run: InstanceRun) => Promise<void>) => {
    try {
      const report = await runExclusive(name, async (now, signal) =>
        ok(await onAccount(workspace, now, { ...options, signal }, work)),
      );
      return report.ok && !report.value.canceled && (report.value.unreachable ?? report.value.failed) === null;
    } catch (error) {
      // Nobody waits for it: thrown on, it would end the program.
      log({ level: "error", message: `The look after a callback of “${name}” ended in an error.`, error });
      return false;
    }
  };
  const callbacks = accountCallbacks({ workspace, asking: reached });
  return {
    useCases: {
      setRetention: (name, wanted) =>
        withAccount(reads, name, async (account) => {
          let asked: RemoteAccountRow | null = null;
          const before = (now: RemoteAccountRow) => {
            asked = now;
            return requestRetention(workspace, now, wanted);
          };
          // Every work with an account begins with its retention.
          const told = await asking(account, async () => undefined, { before, leavesRetention: false });
          if (asked !== null && wanted !== null && told.ok && told.value.canceled)
            await cancelRetention(workspace, asked, wanted);
          return told;
        }),
      callbackSecret: (name) => withAccount(reads, name, async (account) => ok(await callbacks.secret(account))),
      received: callbacks.received,
      publishable: (name, draftId) => {
        const account = accountNamed(reads, name);
        const found = account.ok ? publishable(workspace, account.value, draftId) : account;
        return found.ok ? ok({ fingerprint: found.value.fingerprint, address: found.value.address }) : found;
      },
      publish: (name, draftId, { dryRun = false, fingerprint } = {}) =>
        withAccount(reads, name, async (account) => {
          const asked = publishable(workspace, account, draftId);
          if (!asked.ok) return asked;
          const { fingerprint: now } = asked.value;
          const changed = dryRun ? null : whyChanged(fingerprint, now, NOT_PUBLISHED);
          if (changed !== null) return fail("conflict_error", changed);
          const work = (run: InstanceRun) => publish(run, parts, { draftId, fingerprint: fingerprint ?? now });
          return asking(account, work, { dryRun, tellsRetention: false });
        }),
    },
    lookAtRuns: ({ name }) =>
      runExclusive(name, async (account, signal) =>
        ok(await onAccount(workspace, account, { ...options, signal }, (run) => syncInstances(run, true))),
      ),
    close: callbacks.close,
  };
}

/** A new create each time, unless the last one still has no answer. */
function publishable(
  workspace: Workspace,
  account: RemoteAccountRow,
  draftId: string,
): Result<Publishing & { readonly address: string }> {
  const { reads, clockNow } = workspace;
  const { key, name, level, baseUrl: address } = account;
  if (level !== "publish")
    return fail("conflict_error", `“${name}” keeps drafts in sync: make the flow the account's, and sync.`);
  const draft = reads.drafts.get(draftId);
  if (draft === null) return missingDraft(draftId);
  const before = reads.remotes.ofDraft(draft.key);
  if (before !== null && before.accountKey !== key)
    return fail("conflict_error", "The draft belongs to another remote account.");
  const isOpen = before !== null && before.remoteId === null && before.sent !== null;
  const mapping = isOpen ? before : unsent(key, draft.key, clockNow());
  return ok({ mapping, fingerprint: publishingOf(workspace, draft, account), address });
}

interface Publishing {
  readonly mapping: RemoteMapping;
  /** Of what its author confirmed. */
  readonly fingerprint: string;
}

/** What an author confirms before publishing: the content and the account. */
const publishingOf = (workspace: Workspace, draft: DraftRow, account: RemoteAccountRow): string =>
  fingerprintOf({ flow: writtenFields({ workspace }, draft) }, account);

/** Reads the mapping again: another publish may have gone out meanwhile and still have no answer [Y9]. */
async function publish(
  asked: InstanceRun,
  parts: Parts,
  { draftId, fingerprint }: { readonly draftId: string } & Pick<Publishing, "fingerprint">,
): Promise<void> {
  const { workspace, account, report } = asked;
  const found = publishable(workspace, account, draftId);
  if (!found.ok) return void report.refused.push({ what: `draft ${draftId}`, why: found.error.message });
  const { mapping } = found.value;
  const run = await forOneDraft(asked, parts, mapping.localKey);
  const draft = workspace.reads.drafts.byKey(mapping.localKey);
  const why = draft === null ? null : whyNotPublished(run, draft, fingerprint);
  if (why !== null) return void report.refused.push({ what: titleOf(run, mapping), why });
  await saveMapping(run, mapping);
  await createDraft(run, mapping, draft);
}

function whyNotPublished(run: Run, draft: DraftRow, confirmed: string): string | null {
  const { workspace, account, dry } = run;
  if (writtenFields(run, draft) === null) return "The text of the draft does not parse: correct it first.";
  return dry ? null : whyChanged(confirmed, publishingOf(workspace, draft, account), NOT_PUBLISHED);
}
