/** What a participant's session may see: the gates of view authentication and of pages that are closed. */
import type { Host, ParticipantGate, ParticipantView } from "../host/index.ts";
import type { ParticipantSession } from "./callers.ts";
import { ServiceError, unwrap } from "./failures.ts";

/**
 * The participant's view, once the page is open to them and any view authentication is passed in this session.
 * @throws ServiceError 404 when trashed or past `accessible_duration` [G11, G13], 401 before the authentication [U1].
 */
export function openView(host: Host, session: ParticipantSession): ParticipantView {
  return passed(
    host,
    unwrap(host.participants.view(session.instanceId, session.participant, session.browser)),
    session,
  );
}

/** As `openView`, for acts: no more than what they pass is made. */
export function openGate(host: Host, session: ParticipantSession): ParticipantGate {
  return passed(host, unwrap(host.participants.gate(session.instanceId, session.participant)), session);
}

function passed<T extends ParticipantGate>(host: Host, gate: T, session: ParticipantSession): T {
  if (!gate.open) throw new ServiceError("resource_not_found", "This flow is no longer available to its participants.");
  if (mustAuthenticate(host, gate, session)) {
    throw new ServiceError("authentication_required", "Authenticate first: POST /flow/eid/start with kind view.", {
      details: { kind: "view", provider: gate.viewAuthentication?.provider },
    });
  }
  return gate;
}

/** Asked once per session while the flow runs, and once after it ended [U1]. */
export function mustAuthenticate(
  host: Host,
  { viewAuthentication }: ParticipantGate,
  session: ParticipantSession,
): boolean {
  if (viewAuthentication === null) return false;
  const { instanceId, participant, browser } = session;
  return !host.participants.hasViewed({
    instanceId,
    participant,
    session: browser,
    archived: viewAuthentication.archived,
  });
}

/** Name, in the process, of a document that the participant may see. @throws ServiceError 404 for any other. */
export function documentName(view: ParticipantGate, documentId: string): string {
  const found = view.documents.find((document) => document.documentId === documentId);
  if (found === undefined) throw new ServiceError("resource_not_found", `There is no document ${documentId} here.`);
  return found.name;
}

/** Identifier of a document that the process names so. */
export function documentIdOf(view: ParticipantView, name: string): string {
  const found = view.documents.find((document) => document.name === name);
  if (found === undefined) throw new Error(`The view names the document ${name} and does not list it.`);
  return found.documentId;
}
