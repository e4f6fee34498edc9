import type { Refusal, State } from "../model/index.ts";
import {
  type CommandOf,
  coveringAuthentication,
  hasActsAhead,
  hasSigned,
  isPending,
  mayRejectDocument,
  participantNamed,
  slotOfAct,
} from "../model/index.ts";
import { dropConfirmations } from "./notifications.ts";
import { advance } from "./progress.ts";
import { refuse, type Transaction, type Verdict } from "./transaction.ts";

/** Signs or approves a document [G3] [G4] [U1]. */
export function act(tx: Transaction, command: CommandOf<"act">): Verdict {
  const { participant, verb, document, signature } = command;
  const unknown = refuseUnknown(tx.state, "G4", participant, document);
  if (unknown !== undefined) return unknown;
  if (!isPending(tx.state, participant, verb, document)) return refuseUnexpected(tx.state, command);
  let authentication: string | null = null;
  if (participantNamed(tx.state, participant)?.authToSign) {
    authentication = coveringAuthentication(tx.state, participant, document, tx.at, command.authentications);
    if (authentication === null) {
      const message = `${participant} must authenticate for "${document}" before they ${verb} it.`;
      return refuse("authentication_required", "U1", message);
    }
  }
  tx.emit({ type: "acted", at: tx.at, participant, verb, document, authentication, signature });
  return advance(tx);
}

/** Rejects one document, which ends the flow [G6]. */
export function rejectDocument(tx: Transaction, command: CommandOf<"reject_document">): Verdict {
  const { participant, document, message } = command;
  const unknown = refuseUnknown(tx.state, "G6", participant, document);
  if (unknown !== undefined) return unknown;
  if (!mayRejectDocument(tx.state, participant, document)) {
    const reason = hasSigned(tx.state, participant, document)
      ? `${participant} has signed "${document}" and can no longer reject it.`
      : `${participant} has nothing to do on "${document}" now, so they cannot reject it.`;
    return refuse("document_state_error", "G6", reason);
  }
  tx.emit({ type: "document_rejected", at: tx.at, participant, document, message });
  return failRejected(tx, message);
}

/** Rejects the whole flow, which ends it [G6]; the author may always do so while it is in progress [interface 1.6]. */
export function rejectInstance(tx: Transaction, command: CommandOf<"reject_instance">): Verdict {
  const { participant, message } = command;
  const refusal = participant === null ? undefined : refuseRejection(tx.state, participant);
  if (refusal !== undefined) return refusal;
  tx.emit({ type: "instance_rejected", at: tx.at, participant, message });
  return failRejected(tx, message);
}

/** Why a participant may not reject the whole flow; undefined: they may. */
function refuseRejection(state: State, participant: string): Refusal | undefined {
  const unknown = refuseUnknown(state, "G6", participant);
  if (unknown !== undefined) return unknown;
  if (!state.program.allowRejections) {
    const reason = "This flow cannot be rejected as a whole; reject one of your documents instead.";
    return refuse("insufficient_privileges", "G6", reason);
  }
  if (hasActsAhead(state, participant)) return undefined;
  const reason = `${participant} has nothing left to do in this flow, so they cannot reject it.`;
  return refuse("instance_state_error", "G6", reason);
}

function failRejected(tx: Transaction, message: string | null): undefined {
  tx.emit({ type: "failed", at: tx.at, reason: "rejected", document: null, message });
  dropConfirmations(tx, "rejected");
}

/** 404 for a participant or document that the flow does not have. */
export function refuseUnknown(
  state: State,
  rule: string,
  participant: string,
  ...documents: readonly string[]
): Refusal | undefined {
  if (!state.program.participantIndex.has(participant)) {
    return refuse("resource_not_found", rule, `This flow has no participant "${participant}".`);
  }
  const missing = documents.find((document) => !state.program.documentIndex.has(document));
  if (missing === undefined) return undefined;
  return refuse("resource_not_found", rule, `This flow has no document "${missing}".`);
}

function refuseUnexpected(state: State, { participant, verb, document }: CommandOf<"act">): Refusal {
  const expected = slotOfAct(state.program, state.stage, participant, verb, document) >= 0;
  const stage = state.program.stages[state.stage]?.name ?? "";
  const message = expected
    ? `Nothing is left for ${participant} to ${verb} on "${document}": it is done, or enough others have done it.`
    : `The stage "${stage}" does not wait for ${participant} to ${verb} "${document}".`;
  return refuse("document_state_error", "G4", message);
}
