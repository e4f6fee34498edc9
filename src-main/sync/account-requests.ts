import { fail, ok, type Result, type SyncReport, type SyncUseCases } from "../host/index.ts";
import type { DraftRow, RemoteAccountRow, RemoteMapping } from "../store/index.ts";
import { missingDraft, type Workspace } from "../workspace/index.ts";
import type { SyncOptions } from "./connect.ts";
import { unsent } from "./drafts/mappings.ts";
import { createDraft } from "./drafts/new-drafts.ts";
import { forOneDraft } from "./drafts/one-draft.ts";
import { titleOf } from "./drafts/sync-draft.ts";
import type { AskInTurn } from "./in-turn.ts";
import { named } from "./in-turn.ts";
import { accountCallbacks } from "./instances/callbacks.ts";
import type { InstanceRun } from "./instances/keep.ts";
import { syncInstances } from "./instances/sync-instances.ts";
import type { KeeperOptions } from "./keeper.ts";
import type { AskPatiently } from "./patience.ts";
import { wantRetention } from "./retention.ts";
import { keep, type Parts, type Run } from "./run.ts";
import { onAccount } from "./sync-account.ts";
import { writtenFields } from "./views.ts";

interface Given {
  readonly workspace: Workspace;
  readonly parts: Parts;
  readonly options: SyncOptions;
  /** For what nobody waits for. */
  readonly askInTurn: AskInTurn;
  readonly askPatiently: AskPatiently;
  readonly log: KeeperOptions["log"];
}

interface Asking {
  /** Of the account as it is once its turn has come. */
  readonly before?: (now: RemoteAccountRow) => Promise<void>;
  readonly dryRun?: boolean;
  readonly tellsRetention?: boolean;
}

/** What is asked of an account itself, beside its drafts and runs: its data retention, and looks after its callbacks. */
export function accountRequests({ workspace, parts, options, askInTurn, askPatiently, log }: Given): {
  readonly useCases: Pick<SyncUseCases, "setRetention" | "callbackSecret" | "received" | "publish">;
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
    askPatiently(name, async ({ account: now, asking }) => {
      await before?.(now);
      return ok(await onAccount(workspace, now, { ...options, ...asking, ...how }, work));
    });
  const reached = async ({ name }: RemoteAccountRow, work: (run: InstanceRun) => Promise<void>) => {
    try {
      const report = await askInTurn(name, async (now, signal) =>
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
        named(reads, name, (account) =>
          // Every work with an account begins with its retention.
          asking(account, async () => undefined, { before: (now) => wantRetention(workspace, now, wanted) }),
        ),
      callbackSecret: (name) => named(reads, name, async (account) => ok(await callbacks.secret(account))),
      received: callbacks.received,
      publish: (name, draftId, { dryRun = false, revision } = {}) =>
        named(reads, name, async (account) => {
          const asked = publishable(workspace, account, draftId, dryRun ? undefined : revision);
          if (!asked.ok) return asked;
          return asking(account, (run) => publish(run, parts, asked.value), { dryRun, tellsRetention: false });
        }),
    },
    lookAtRuns: ({ name }) =>
      askInTurn(name, async (account, signal) =>
        ok(await onAccount(workspace, account, { ...options, signal }, (run) => syncInstances(run, true))),
      ),
    close: callbacks.close,
  };
}

const CHANGED = "Nothing was published: the flow has changed since you looked. Look at it again, then publish again.";

/** The draft as it is to be created: a new one each time, unless the last time has no answer yet. */
function publishable(
  { reads, clockNow }: Workspace,
  { key, name, level }: RemoteAccountRow,
  draftId: string,
  revision: number | undefined,
): Result<Publishing> {
  if (level !== "publish")
    return fail("conflict_error", `“${name}” keeps drafts in sync: make the flow the account's, and sync.`);
  const draft = reads.drafts.get(draftId);
  if (draft === null) return missingDraft(draftId);
  if (revision !== undefined && draft.revision !== revision) return fail("conflict_error", CHANGED);
  const before = reads.remotes.ofDraft(draft.key);
  if (before !== null && before.accountKey !== key)
    return fail("conflict_error", "The draft belongs to another remote account.");
  const isOpen = before !== null && before.remoteId === null && before.sent !== null;
  return ok({ mapping: isOpen ? before : unsent(key, draft.key, clockNow()), text: draft.text });
}

interface Publishing {
  readonly mapping: RemoteMapping;
  /** As it was when its author asked for it. */
  readonly text: string;
}

async function publish(asked: InstanceRun, parts: Parts, { mapping, text }: Publishing): Promise<void> {
  const run = await forOneDraft(asked, parts, mapping.localKey);
  const draft = asked.workspace.reads.drafts.byKey(mapping.localKey);
  const why = draft === null ? null : whyNotPublished(run, draft, text);
  if (why !== null) return void run.report.refused.push({ what: titleOf(run, mapping), why });
  await keep(run, mapping);
  await createDraft(run, mapping, draft);
}

function whyNotPublished(run: Run, draft: DraftRow, asked: string): string | null {
  if (writtenFields(run, draft) === null) return "The text of the draft does not parse: correct it first.";
  return run.dry || draft.text === asked ? null : CHANGED;
}
