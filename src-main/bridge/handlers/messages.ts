import type { BridgeHandlers, OutputOf } from "../../../src-shared/bridge/index.ts";
import type { Host } from "../../host-types.ts";
import type { CallbackRow, MailRow } from "../../store/types.ts";
import { answer, done, instanceTitles, ok } from "./shared.ts";

type MessageNames = Extract<keyof BridgeHandlers, `mailbox.${string}` | `callbacks.${string}`>;

const mailSummary = (row: MailRow, title: (id: string) => string): OutputOf<"mailbox.list">["items"][number] => ({
  id: row.id,
  instanceId: row.instanceId,
  instanceTitle: title(row.instanceId),
  participant: row.participant,
  method: row.method,
  kind: row.kind,
  to: row.to,
  subject: row.subject,
  status: row.status,
  reason: row.reason,
  at: row.sentAt,
});

const callbackSummary = (
  row: CallbackRow,
  title: (id: string) => string,
): OutputOf<"callbacks.list">["items"][number] => ({
  eventId: row.eventId,
  instanceId: row.instanceId,
  instanceTitle: title(row.instanceId),
  sequence: row.sequence,
  type: row.type,
  url: row.url,
  state: row.state,
  attempts: row.attempts,
  nextAttempt: row.nextAttemptAt,
  created: row.createdAt,
});

/** What went out of the flow: mail and callbacks. */
export function messageHandlers(host: Host): Pick<BridgeHandlers, MessageNames> {
  return {
    "mailbox.list": async ({ cursor, limit, search, instanceId }) => {
      const page = host.mailbox.list({
        cursor: cursor ?? null,
        ...(limit && { limit }),
        ...(search && { search }),
        ...(instanceId && { instanceId }),
      });
      const title = instanceTitles(
        host,
        page.items.map((row) => row.instanceId),
      );
      return ok({ items: page.items.map((row) => mailSummary(row, title)), next: page.next });
    },
    "mailbox.get": async ({ id }) =>
      answer(host.mailbox.get(id), (row) => ({
        ...mailSummary(row, instanceTitles(host, [row.instanceId])),
        text: row.text,
        html: row.html,
        link: row.link,
        attachments: row.attachments.map(({ name, size }, index) => ({
          name,
          size,
          url: `/bridge/files/mail/${encodeURIComponent(id)}/${index}.pdf`,
        })),
      })),
    "callbacks.list": async ({ cursor, limit, search, instanceId }) => {
      const page = host.callbacks.list({
        cursor: cursor ?? null,
        ...(limit && { limit }),
        ...(search && { search }),
        ...(instanceId && { instanceId }),
      });
      const title = instanceTitles(
        host,
        page.items.map((row) => row.instanceId),
      );
      return ok({ items: page.items.map((row) => callbackSummary(row, title)), next: page.next });
    },
    "callbacks.get": async ({ eventId }) =>
      answer(host.callbacks.get(eventId), ({ callback, attempts }) => ({
        ...callbackSummary(callback, instanceTitles(host, [callback.instanceId])),
        body: { ...callback.body },
        attemptList: attempts.map(({ eventId: _, requestHeaders, responseHeaders, ...attempt }) => ({
          ...attempt,
          requestHeaders: { ...requestHeaders },
          responseHeaders: responseHeaders && { ...responseHeaders },
        })),
      })),
    "callbacks.replay": async ({ eventId }) => done(host.callbacks.replay(eventId)),
  };
}
