import { type EventWhere, eventKinds, type FlowEvent, type State } from "../../../src-shared/flow/index.ts";

/**
 * An event as the evidence of one document may show it: not every reader of that document may see the others.
 * null if the event is about other documents only. An event of the whole flow is reported unchanged [G5].
 */
export function redactFor(document: string, event: FlowEvent, state: State): FlowEvent | null {
  return isAboutDocuments(event) ? partOf(event, document, state) : event;
}

function isAboutDocuments(event: FlowEvent): event is EventWhere<"about", "documents"> {
  return eventKinds[event.type].about === "documents";
}

function partOf(event: EventWhere<"about", "documents">, document: string, state: State): FlowEvent | null {
  switch (event.type) {
    // Every reader may know how the flow began and why it ended.
    case "started":
    case "failed":
      return event;
    case "acted":
    case "seal_requested":
    case "document_sealed":
    case "document_rejected":
      return event.document === document ? event : null;
    case "viewing_changed":
      return event.documents.includes(document) ? { ...event, documents: [document] } : null;
    case "notification_released":
      if (event.attach.length === 0) return event;
      return event.attach.includes(document) ? { ...event, attach: [document] } : null;
    case "authentication_started": {
      if (event.kind === "view") return event;
      const documents = event.documents.filter(({ name }) => name === document);
      return documents.length > 0 ? { ...event, documents } : null;
    }
    case "sms_code_sent":
    case "sms_code_mistyped":
    case "authentication_attempted":
      return covers(event.transactionId, document, state) ? event : null;
  }
}

/** An authentication to view is for the whole flow; one to sign is for the documents that it names [U1]. */
function covers(transactionId: string, document: string, state: State): boolean {
  const attempt = state.authentications.find((known) => known.transactionId === transactionId);
  return attempt === undefined || attempt.kind === "view" || attempt.documents.some(({ name }) => name === document);
}
