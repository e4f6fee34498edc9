import { controlsShown } from "../../../src-shared/basics/index.ts";
import {
  nextDocument,
  type OverviewPage,
  type PageDocument,
  type ParticipantPage,
} from "../../../src-shared/service/index.ts";

/** The participant's current situation: decides the page's headline. */
export type Situation =
  | "act"
  /** Has pending acts, and is locked out of authenticating for them [U3]. */
  | "locked"
  | "ahead"
  | "done"
  | "lapsed"
  | "recipient"
  | "finalising"
  | "completed"
  | "rejected_by_me"
  | "rejected"
  | "failed"
  | "canceled"
  | "timed_out";

export type Verb = "sign" | "approve";

/**
 * The page as shown. Bidirectional control marks in people's text cannot reorder the text beside them. Titles are
 * unique: documents with equal titles also get the flow's name.
 */
export function shownPage(answer: ParticipantPage): ParticipantPage {
  const page = withMarksShown(answer);
  if (page.page !== "overview") return page;
  const documents = page.documents.map((document) => {
    const twins = page.documents.filter(({ title }) => title === document.title).length > 1;
    return twins ? { ...document, title: `${document.title} (${document.name})` } : document;
  });
  return { ...page, documents };
}

function withMarksShown<T>(value: T): T {
  if (typeof value === "string") return controlsShown(value.replaceAll(/\r\n?/g, "\n")) as T;
  if (Array.isArray(value)) return value.map(withMarksShown) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withMarksShown(part)])) as T;
}

const isVerb = (action: PageDocument["actions"][number]): action is Verb => action !== "reject";

/** The acts on the document that this participant must do now. */
export const verbsOf = (document: PageDocument): readonly Verb[] => document.actions.filter(isVerb);

export const awaitsMe = (document: PageDocument): boolean => verbsOf(document).length > 0;

export function situationOf(page: OverviewPage): Situation {
  if (page.status === "failed") {
    if (page.rejection === null) return "failed";
    return page.rejection.by === page.participant.name ? "rejected_by_me" : "rejected";
  }
  if (page.status !== "in_progress") return page.status;
  if (page.documents.some(awaitsMe)) return page.sign_authentication?.state === "locked" ? "locked" : "act";
  const state = page.participants.find(({ me }) => me)?.state ?? "recipient";
  // `waiting` without an act on a visible document: nothing that this page could offer.
  return state === "ahead" || state === "done" || state === "lapsed" || state === "recipient" ? state : "ahead";
}

/** The participant's pending acts: one verb, or both. Null for none. */
export function awaitedVerbs(documents: readonly PageDocument[]): Verb | "both" | null {
  const verbs = new Set(documents.flatMap(verbsOf));
  if (verbs.size === 2) return "both";
  return verbs.values().next().value ?? null;
}

/** What the participant has done so far: `approve` if they only approved. */
export const doneVerb = (documents: readonly PageDocument[]): Verb =>
  documents.some(({ done }) => done.some(({ type }) => type === "sign")) ? "sign" : "approve";

/** The document that the page opens automatically after an act; null leads to the overview. */
export const documentAfterAct = (page: OverviewPage): string | null =>
  nextDocument(
    page.automatic_document_redirects,
    page.documents.flatMap((document) => verbsOf(document).map(() => document.document_id)),
  );

/** The documents that a sign authentication requested at `documentId` may cover [U1]: that one first. */
export function coverable(page: OverviewPage, documentId: string): readonly PageDocument[] {
  const covered = new Set(page.sign_authentication?.covered);
  const open = page.documents.filter((document) => awaitsMe(document) && !covered.has(document.document_id));
  return [...open].sort((a, b) => Number(b.document_id === documentId) - Number(a.document_id === documentId));
}

/** True when the participant must authenticate before acting on the document [U1]. */
export const mustAuthenticate = (page: OverviewPage, documentId: string): boolean =>
  page.sign_authentication !== null && !page.sign_authentication.covered.includes(documentId);
