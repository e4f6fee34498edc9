import type { Action } from "../../language/index.ts";
import { hasBit, isEmpty, type State, slotsOfDocument } from "../model/index.ts";
import { channels, queueNotification, releaseConfirmations } from "./notifications.ts";
import { endReminders, planReminders } from "./reminders.ts";
import type { Transaction } from "./transaction.ts";

/** Enters a stage: its actions run once, in order, and its reminders are planned [G2] [C1]. */
export function enterStage(tx: Transaction, stage: number): void {
  tx.emit({ type: "stage_entered", at: tx.at, stage });
  for (const action of tx.state.program.stages[stage]?.actions ?? []) runAction(tx, action, stage);
  planReminders(tx);
}

/** All consequences of an act: reminders end, documents are sealed, stages pass, the flow finishes [G2] [G5]. */
export function advance(tx: Transaction): undefined {
  endReminders(tx);
  requestSeals(tx);
  while (isEmpty(tx.state.pending) && tx.state.stage + 1 < tx.state.program.stages.length) {
    enterStage(tx, tx.state.stage + 1);
    requestSeals(tx);
  }
  if (maySeeOtherwise(tx)) releaseConfirmations(tx);
  if (!isEmpty(tx.state.pending)) return;
  tx.emit({ type: "finalising", at: tx.at });
  completeWhenSealed(tx);
}

/**
 * Whether the documents that confirmations wait for may have changed: by new confirmations, by new viewing permissions,
 * or when an act ends the only reason to see a document [G16]. Called after all empty stages have passed.
 */
function maySeeOtherwise({ events, state }: Transaction): boolean {
  return state.viewing.length > 0 || events.some(({ type }) => type === "stage_entered");
}

/** Completes a finalising flow once every document is sealed [G5]. */
export function completeWhenSealed(tx: Transaction): undefined {
  if (tx.state.status !== "finalising") return;
  if (tx.state.documents.every((document) => document.state === "sealed")) {
    tx.emit({ type: "completed", at: tx.at });
  }
}

/** Requests the seal of each document that no later stage and no pending act needs any more [G5]. */
export function requestSeals(tx: Transaction): void {
  for (let document = 0; document < tx.state.documents.length; document += 1) {
    const progress = tx.state.documents[document];
    if (progress === undefined || !isReadyToSeal(tx.state, document)) continue;
    tx.emit({ type: "seal_requested", at: tx.at, document: progress.name });
  }
}

function isReadyToSeal(state: State, document: number): boolean {
  const progress = state.documents[document];
  if (progress === undefined || progress.state !== "in_progress" || progress.sealRequested) return false;
  if ((state.program.lastStageOfDocument[document] ?? -1) > state.stage) return false;
  return !slotsOfDocument(state.program, state.stage, document).some((slot) => hasBit(state.pending, slot));
}

function runAction(tx: Transaction, action: Action, stage: number): void {
  switch (action.kind) {
    case "notify":
      runNotify(tx, action);
      return;
    case "callback":
      tx.emit({
        type: "callback_requested",
        at: tx.at,
        callbackName: action.callbackName,
        stage: tx.state.program.stages[stage]?.name ?? "",
      });
      return;
    case "allow-viewing":
    case "deny-viewing": {
      const { users, documents } = action;
      tx.emit({ type: "viewing_changed", at: tx.at, users, documents, allow: action.kind === "allow-viewing" });
      return;
    }
  }
}

function runNotify(tx: Transaction, action: Extract<Action, { kind: "notify" }>): void {
  const kind = action.confirmation ? "confirmation" : "invitation";
  for (const participant of action.users) {
    for (const { method, message } of channels(action.methods)) {
      // email-link-only concerns attachments, which only e-mail confirmations have [interface 2.6].
      const emailLinkOnly = action.confirmation && method === "email" && action.methods.emailLinkOnly;
      queueNotification(tx, { kind, participant, method, message, emailLinkOnly });
    }
  }
}
