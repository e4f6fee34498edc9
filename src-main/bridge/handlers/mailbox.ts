import type { BridgeHandlers, OutputOf } from "../../../src-shared/bridge/index.ts";
import type { Host } from "../../host/types.ts";
import type { MailRow } from "../../store/index.ts";
import { answer, type FileUrl, ok, pageOf, type RunName, runNames } from "./shared.ts";

type MailboxNames = Extract<keyof BridgeHandlers, `mailbox.${string}`>;

const mailSummary = (row: MailRow, nameOf: (id: string) => RunName): OutputOf<"mailbox.list">["items"][number] => ({
  id: row.id,
  instanceId: row.instanceId,
  ...nameOf(row.instanceId),
  participant: row.participant,
  method: row.method,
  kind: row.kind,
  to: row.to,
  subject: row.subject,
  status: row.status,
  reason: row.reason,
  at: row.sentAt,
});

/** E-mail and SMS, as the Mailbox shows them. */
export function mailboxHandlers(host: Host, fileUrl: FileUrl): Pick<BridgeHandlers, MailboxNames> {
  return {
    "mailbox.list": async (request) => {
      const page = host.mailbox.list(pageOf(request));
      const nameOf = runNames(host, page.items);
      return ok({ items: page.items.map((row) => mailSummary(row, nameOf)), next: page.next });
    },
    "mailbox.get": async ({ id }) =>
      answer(host.mailbox.get(id), (row) => ({
        ...mailSummary(row, runNames(host, [row])),
        text: row.text,
        html: row.html,
        link: row.link,
        attachments: row.attachments.map(({ name, size }, index) => ({
          name,
          size,
          url: fileUrl(`mail/${id}/${index}.pdf`),
        })),
      })),
  };
}
