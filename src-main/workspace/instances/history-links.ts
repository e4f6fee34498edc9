import { eventKinds, type FlowEvent, hasCallback, isKnown, type State } from "../../../src-shared/flow/index.ts";
import type { Opened } from "../../host/index.ts";
import type { InstanceRow, RecordedEvent, StoreReads } from "../../store/index.ts";

/** The current state of the run that a history page belongs to. */
export interface PagedRun {
  readonly state: State;
  readonly row: Pick<InstanceRow, "lastSeq">;
}

type Reads = Pick<StoreReads, "mail" | "callbacks" | "events">;

const HEARD = Object.entries(eventKinds)
  .filter(([, kind]) => kind.callback)
  .map(([type]) => type);

/**
 * For the events of a history page, one after the other: the message, callback and document of each. A fork has no
 * messages for its prefix.
 */
export function linksOf(
  reads: Reads,
  id: string,
  { state, row }: PagedRun,
  page: readonly RecordedEvent[],
): (item: RecordedEvent) => readonly Opened[] {
  const documents = new Map(state.start.documents.map(({ name, documentId }) => [name, documentId]));
  const mails = reads.mail.among(page.flatMap(({ event }) => mailOf(id, event) ?? []));
  const heard = page.filter(({ event }) => isHeard(event)).length;
  // The last page is requested most, and a long history precedes it.
  const isLast = page.at(-1)?.seq === row.lastSeq;
  let sequence = isLast ? state.callbackCount - heard : reads.events.heardOf(id, (page[0]?.seq ?? 1) - 1, HEARD);
  const callbacks = reads.callbacks.idsOf(id, sequence + 1, heard);
  const known = (mail: string | null) => (mail !== null && mails.has(mail) ? mail : undefined);
  return ({ event }) => {
    if (isHeard(event)) sequence += 1;
    const found: readonly (readonly [Opened["what"], string | undefined])[] = [
      ["mail", known(mailOf(id, event))],
      ["callback", isHeard(event) ? callbacks.get(sequence) : undefined],
      ["document", documents.get(documentOf(event) ?? "")],
    ];
    return found.flatMap(([what, opened]) => (opened === undefined ? [] : [{ what, id: opened }]));
  };
}

/** For an event type of a newer release, this release cannot tell whether receivers hear of it. */
const isHeard = (event: FlowEvent): boolean => isKnown(event) && hasCallback(event);

/** A message's id is the run's id followed by the id of its notification or the hash of its code. */
function mailOf(id: string, event: FlowEvent): string | null {
  const part = event.type === "sms_code_sent" ? event.codeHash : notificationOf(event);
  return part === null ? null : `${id}-${part}`;
}

function notificationOf(event: FlowEvent): number | null {
  switch (event.type) {
    case "notification_queued":
    case "notification_released":
    case "notification_status_changed":
      return event.id;
    // Nobody received a dropped message.
    case "notification_dropped":
      return null;
    default:
      event satisfies Exclude<FlowEvent, { readonly id: number }>;
      return null;
  }
}

function documentOf(event: FlowEvent): string | null {
  switch (event.type) {
    case "acted":
    case "seal_requested":
    case "document_sealed":
    case "document_rejected":
    case "failed":
      return event.document;
    default:
      event satisfies Exclude<FlowEvent, { readonly document: unknown }>;
      return null;
  }
}
