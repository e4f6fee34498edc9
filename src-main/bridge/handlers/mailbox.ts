import type { BridgeHandlers } from "../../../src-shared/bridge/index.ts";
import type { Host } from "../../host/index.ts";
import type { MailRow } from "../../store/index.ts";
import { answer, done, type FileUrl, ok, pageOf, type RunName, runNames, same } from "./shared.ts";

const mailSummary = <T extends MailRow>(row: T, nameOf: (id: string) => RunName) => ({
  ...row,
  ...nameOf(row.instanceId),
  at: row.sentAt,
});

/** E-mail and SMS, as the Mailbox shows them. */
export function mailboxHandlers(host: Host, fileUrl: FileUrl) {
  return {
    "mailbox.list": async (request) => {
      const page = host.mailbox.list(pageOf(request));
      const nameOf = runNames(host, page.items);
      return ok({ items: page.items.map((row) => mailSummary(row, nameOf)), next: page.next });
    },
    "mailbox.get": async ({ id }) =>
      answer(host.mailbox.get(id), (row) => ({
        ...mailSummary(row, runNames(host, [row])),
        eml: row.method === "email" ? fileUrl(`mail/${id}.eml`) : null,
        attachments: row.attachments.map(({ name, size }, index) => ({
          name,
          size,
          url: fileUrl(`mail/${id}/${index}.pdf`),
        })),
      })),
    "mailbox.rules": async () => ok({ items: [...host.mailbox.rules()] }),
    "mailbox.setRules": async ({ items }) => done(host.mailbox.setRules(items)),
    "mailbox.server": async () => ok({ server: host.mailbox.server() }),
    "mailbox.setServer": async ({ server }) => done(host.mailbox.setServer(server)),
    "mailbox.testServer": async () => answer(host.mailbox.testServer(), same),
  } satisfies Partial<BridgeHandlers>;
}
