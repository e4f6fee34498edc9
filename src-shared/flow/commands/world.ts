import { type CommandOf, notificationOf, type Refusal, type State } from "../model/index.ts";
import { dropConfirmations, releaseConfirmations } from "./notifications.ts";
import { completeWhenSealed } from "./progress.ts";
import { dueAt, planOf, sendReminder, TIME_OUT } from "./reminders.ts";
import { refuse, type Transaction, type Verdict } from "./transaction.ts";

/** Runs one piece of due work at its due instant [C3]. */
export function fallDue(tx: Transaction, { id, collapseUntil }: CommandOf<"fall_due">): Verdict {
  const at = dueAt(tx.state, id);
  if (at === null || at > tx.at) {
    return refuse("instance_state_error", "C3", `"${id}" is not due; it was moved, or is no longer needed.`);
  }
  if (id === TIME_OUT) {
    tx.emit({ type: "timed_out", at: tx.at });
    return dropConfirmations(tx, "timed_out");
  }
  const plan = planOf(tx.state, id);
  if (plan !== undefined) sendReminder(tx, plan, collapseUntil);
  return undefined;
}

/** Handles a finished seal; it may release confirmations and complete the flow [G5]. */
export function sealSucceeded(tx: Transaction, { document, sha256 }: CommandOf<"seal_succeeded">): Verdict {
  const late = refuseLateSeal(tx.state, document);
  if (late !== undefined) return late;
  tx.emit({ type: "document_sealed", at: tx.at, document, sha256 });
  releaseConfirmations(tx);
  return completeWhenSealed(tx);
}

/** Ends the flow when a seal could not be made even after the retries [G5]. */
export function sealFailed(tx: Transaction, { document, reason }: CommandOf<"seal_failed">): Verdict {
  const late = refuseLateSeal(tx.state, document);
  if (late !== undefined) return late;
  tx.emit({ type: "failed", at: tx.at, reason: "sealing", document, message: reason });
  return dropConfirmations(tx, "sealing");
}

/** Records a message's final outcome, also after the flow's end [G6] [Mail]. */
export function notificationResult(tx: Transaction, command: CommandOf<"notification_result">): Verdict {
  const { id, status, reason } = command;
  const notification = notificationOf(tx.state, id);
  if (notification === undefined) {
    return refuse("resource_not_found", "Mail", `This flow has no notification ${id}.`);
  }
  if (notification.status !== "queued") {
    const message = `Notification ${id} is ${notification.status}; only one on its way can get an outcome, once.`;
    return refuse("instance_state_error", "Mail", message);
  }
  return tx.emit({ type: "notification_status_changed", at: tx.at, id, status, reason });
}

/** A seal counts only while its document is in progress and waits for it; a late one is discarded [G5]. */
function refuseLateSeal(state: State, name: string): Refusal | undefined {
  const document = state.documents[state.program.documentIndex.get(name) ?? -1];
  if (document === undefined) return refuse("resource_not_found", "G5", `This flow has no document "${name}".`);
  if (document.state === "in_progress" && document.sealRequested) return undefined;
  return refuse("document_state_error", "G5", `"${name}" is ${document.state} and waits for no seal.`);
}
