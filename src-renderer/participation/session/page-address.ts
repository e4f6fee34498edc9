import { countersignDialect } from "../../../src-shared/dialect/index.ts";

/** The instance and participant of this page. */
export interface Place {
  readonly instanceId: string;
  readonly participantId: string;
}

const PATH = /^\/participant\/([^/]+)\/([^/]+)\/?$/;

/** Reads `/participant/{instance}/{participant id}`; null for any other path. */
export function placeOf(pathname: string): Place | null {
  const [, instanceId, participantId] = PATH.exec(pathname) ?? [];
  if (instanceId === undefined || participantId === undefined) return null;
  return { instanceId, participantId };
}

/** The participant's own CSRF token among the page's cookies: one browser may serve several participants. */
export function csrfTokenOf(cookies: string, participantId: string): string | null {
  const name = `${countersignDialect.cookies.participantCsrf}${participantId}=`;
  const found = cookies.split("; ").find((cookie) => cookie.startsWith(name));
  return found === undefined ? null : decodeURIComponent(found.slice(name.length));
}

const DOCUMENT_HASH = /^#\/documents\/([0-9]+)$/;

export const OVERVIEW_HASH = "#/";
export const hashOfDocument = (documentId: string): string => `#/documents/${documentId}`;

/** Identifier of the document in the address; null for the overview. */
export const documentOfHash = (hash: string): string | null => DOCUMENT_HASH.exec(hash)?.[1] ?? null;
