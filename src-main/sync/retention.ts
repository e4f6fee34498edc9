import { type RetentionPolicy, retentionDiffers, retentionSince } from "../../src-shared/sync/index.ts";
import type { RemoteAccountRow, RemoteRetention } from "../store/index.ts";
import { write } from "../workspace/index.ts";
import type { InstanceRun } from "./instances/save-instance.ts";
import { checkRetention } from "./remote/check.ts";
import { RemoteError } from "./remote/remote-error.ts";
import { notePlanned, type Report } from "./run.ts";

const WHAT = "the data retention";
const UNANSWERED = "It got no answer, and may still arrive: the next sync checks again.";
const UNSEEN = "It was sent, and canceled before its result was checked: the next sync checks again.";

/**
 * Saves the account's data retention and sends a waiting change, unless the account has it already, as after a lost
 * answer [Y11].
 */
export async function syncRetention(run: InstanceRun, seen: RetentionPolicy): Promise<void> {
  const known = run.workspace.reads.remotes.account(run.account.key)?.retention ?? null;
  await keep(run, await settled(run, seen, known));
}

async function settled(
  run: InstanceRun,
  seen: RetentionPolicy,
  known: RemoteRetention | null,
): Promise<RemoteRetention> {
  const { wanted, why } = retentionSeen(seen, known);
  if (wanted === null || retentionDiffers(seen, wanted).length === 0) return { seen, wanted: null, why: null };
  const { client, report } = run;
  // What was refused is not sent again before its author says so.
  if (why !== null) return why === known?.why ? { seen, wanted, why } : refused(report, { seen, wanted, why });
  if (!client.has("setRetention")) return refused(report, { seen, wanted, why: "The service has no such command." });
  if (notePlanned(run, "setRetention", { title: "the home folder", draft: null })) return { seen, wanted, why };
  const answered = await sent(client, wanted);
  if (typeof answered === "string") return refused(report, { seen, wanted, why: answered });
  const perhaps = (why = UNANSWERED) => report.perhaps.push({ what: WHAT, about: { kind: "retention" }, why });
  const now = await checkRetention(client).catch((error: unknown) => {
    if (!answered) perhaps();
    else if (error instanceof RemoteError && error.fault === "canceled") perhaps(UNSEEN);
    throw error;
  });
  const differs = retentionDiffers(now, wanted);
  if (differs.length === 0) {
    report.done.push(WHAT);
    report.carriedOut.push({ what: WHAT });
  } else if (answered)
    return refused(report, { seen: now, wanted, why: `The service shows otherwise: ${differs.join(", ")}.` });
  else perhaps();
  return { seen: now, wanted: differs.length === 0 ? null : wanted, why: null };
}

/** What is known of a policy that is seen again: what waits is only what its author changed [Y4]. */
export function retentionSeen(seen: RetentionPolicy, known: RemoteRetention | null): RemoteRetention {
  if (known === null || known.wanted === null) return { seen, wanted: null, why: null };
  const { wanted, contrary } = retentionSince(known.wanted, known.seen, seen);
  const changed = `On the service ${contrary.join(", ")} changed meanwhile: ask for it again, or discard the change.`;
  return { seen, wanted, why: contrary.length === 0 ? known.why : changed };
}

/** @returns whether it was answered, or why it was refused */
async function sent(client: InstanceRun["client"], json: RetentionPolicy): Promise<boolean | string> {
  try {
    await client.ask("setRetention", { json });
    return true;
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    if (error.perhapsDone) return false;
    if (error.fault !== "refused" && error.fault !== "not_found") throw error;
    return error.message;
  }
}

function refused(report: Report, retention: RemoteRetention & { readonly why: string }): RemoteRetention {
  report.refused.push({ what: WHAT, about: { kind: "retention" }, why: retention.why });
  return retention;
}

async function keep({ dry, workspace, account }: InstanceRun, retention: RemoteRetention): Promise<void> {
  const before = workspace.reads.remotes.account(account.key)?.retention;
  if (dry || JSON.stringify(before) === JSON.stringify(retention)) return;
  await write(workspace, "account", account.key, (tx) => tx.remotes.update(account.key, { retention }));
}

/** Puts a policy in place of one that waits; null: takes it back. */
export function requestRetention(
  workspace: InstanceRun["workspace"],
  { key, retention }: RemoteAccountRow,
  wanted: RetentionPolicy | null,
): Promise<void> {
  const seen = retention?.seen ?? null;
  return write(workspace, "account", key, (tx) => tx.remotes.update(key, { retention: { seen, wanted, why: null } }));
}

/**
 * Cancels a waiting change, also one that may have been sent: it is not sent again.
 * @param account as it was before the request
 */
export function cancelRetention(
  workspace: InstanceRun["workspace"],
  { key, retention: before }: RemoteAccountRow,
  asked: RetentionPolicy,
): Promise<void> {
  return write(workspace, "account", key, (tx) => {
    const now = tx.remotes.account(key)?.retention ?? null;
    // It was done, or its author has asked for something else since.
    if (now === null || now.wanted === null || retentionDiffers(now.wanted, asked).length > 0) return;
    const { wanted, why } = before ?? { wanted: null, why: null };
    tx.remotes.update(key, { retention: { seen: now.seen, wanted, why } });
  });
}
