import { isRunning, type State } from "../../../src-shared/flow/index.ts";
import type { StoreWrites } from "../../store/index.ts";
import { hashSecret, secretRef } from "../secrets/index.ts";
import type { Workspace } from "../workspace.ts";

/**
 * Which browser session began which authentication [U1]: an attempt counts for its session alone, and one to view for the
 * page that asked for it. The page of an ended flow asks for its own, `auth_to_view_archived` (decision 0016). What is begun
 * inside the host, without a session, counts for no session (decision 0706).
 */
export interface BegunIn {
  readonly instanceId: string;
  readonly transactionId: string;
  /** The session's token. */
  readonly session: string;
}

/** Runs in the transaction that begins the attempt; `state` is the flow's state at that time. */
export function keepBegun(
  { vault }: Workspace,
  tx: StoreWrites,
  { instanceId, transactionId, session }: BegunIn,
  { status }: Pick<State, "status">,
): void {
  vault.put(tx, secretRef.attempt(instanceId, transactionId), mark(session, !isRunning(status)), instanceId);
}

/** Whether the session began the attempt, on any page. */
export function isBegunIn(workspace: Workspace, begun: BegunIn): boolean {
  return isBegunOn(workspace, begun, false) || isBegunOn(workspace, begun, true);
}

/** Whether the session began the attempt on the page of an ended flow (`archived`), or of a running one. */
export function isBegunOn(
  { vault }: Workspace,
  { instanceId, transactionId, session }: BegunIn,
  archived: boolean,
): boolean {
  return vault.get(secretRef.attempt(instanceId, transactionId)) === mark(session, archived);
}

/** The participant's sign authentications that count for an act: the session's own; inside the host, all. */
export function signAttemptsOf(
  workspace: Workspace,
  state: State,
  who: { readonly instanceId: string; readonly participant: string; readonly session?: string | undefined },
): readonly string[] {
  const { instanceId, participant, session } = who;
  return state.authentications
    .filter((attempt) => attempt.participant === participant && attempt.kind === "sign")
    .map(({ transactionId }) => transactionId)
    .filter((transactionId) => session === undefined || isBegunIn(workspace, { instanceId, transactionId, session }));
}

/** An attempt for an archived page is stored under a different hash, which no session's own hash can match. */
function mark(session: string, archived: boolean): string {
  return hashSecret(archived ? `archived ${session}` : session);
}
