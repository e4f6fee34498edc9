import { isCodeSpent } from "../../../src-shared/flow/index.ts";
import { settingKey } from "../../engine/index.ts";
import { type Attempt, fail, ok, type Result } from "../../host/index.ts";
import { wholeList } from "../../store/index.ts";
import { secretRef } from "../secrets/index.ts";
import { nowOf, type Workspace } from "../workspace.ts";
import { ownAttempt } from "./own-attempt.ts";

/** Whether a participant's page may fill in the code of an SMS: only in the local simulation, and not where Settings says no. */
export function offersCodes({ reads, engine }: Workspace, instanceId: string): boolean {
  return mayOfferCodes({ reads }) && engine.load(instanceId)?.row.origin === "local";
}

export function mayOfferCodes({ reads }: Pick<Workspace, "reads">): boolean {
  return reads.settings.get(settingKey.offersCodes) !== "no";
}

/** The attempt's code, once its SMS has arrived: the mailbox is the source of truth (decision 0818). */
export function readCode(workspace: Workspace, request: Attempt): Result<{ readonly code: string }> {
  const { instanceId, participant, transactionId } = request;
  const own = ownAttempt(workspace, request);
  if (!own.ok) return own;
  if (!offersCodes(workspace, instanceId))
    return fail("insufficient_privileges", "This page does not fill in codes: read the code in the SMS.");
  const attempt = own.value.state.authentications.find((candidate) => candidate.transactionId === transactionId);
  if (attempt?.status !== "pending" || attempt.code === null || isCodeSpent(attempt, nowOf(workspace, own.value)))
    return fail("instance_state_error", "This attempt has no code that is still valid.", { rule: "U4" });
  const code = deliveredCode(workspace, { instanceId, participant, codeHash: attempt.code.hash });
  if (code !== null) return ok({ code });
  return fail("conflict_error", "The SMS with the code has not arrived: a mail rule holds it up or bounces it.");
}

/** The code in the SMS; null while the SMS has not arrived. */
export function deliveredCode(
  { reads, vault }: Pick<Workspace, "reads" | "vault">,
  sent: { readonly instanceId: string; readonly participant: string; readonly codeHash: string },
): string | null {
  const { instanceId, participant, codeHash } = sent;
  const codeRef = secretRef.code(instanceId, codeHash);
  const sms = wholeList(reads.mail.list, { instanceId, participant }).find((mail) => mail.codeRef === codeRef);
  return sms?.status === "delivered" ? vault.get(codeRef) : null;
}
