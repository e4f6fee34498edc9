import MailComposer from "nodemailer/lib/mail-composer/index.js";
import type { RenderedMail } from "../host-types.ts";
import type { MailRow } from "../store/types.ts";
import { CODE, escapeHtml, LINK } from "./texts.ts";

/** Fills in the secrets, for showing only (law 9). A code that is gone shows as `(gone)`. */
export function renderMail(row: MailRow, link: string | null, code: string | null): RenderedMail {
  const shownLink = link ?? "(no link)";
  const shownCode = row.codeRef === null ? CODE : (code ?? "(gone)");
  return {
    ...row,
    text: row.text.replaceAll(LINK, shownLink).replaceAll(CODE, shownCode),
    html: row.html === null ? null : row.html.replaceAll(LINK, escapeHtml(shownLink)),
    link,
  };
}

/** RFC 5322 bytes of an e-mail as it would have gone out. */
export async function toEml(
  mail: RenderedMail,
  attachments: readonly { readonly name: string; readonly bytes: Uint8Array }[],
): Promise<Uint8Array> {
  const composer = new MailComposer({
    from: '"Countersign (SIMULATED)" <countersign@localhost>',
    to: mail.to ?? "nobody@localhost",
    subject: mail.subject ?? "",
    text: mail.text,
    ...(mail.html === null ? {} : { html: mail.html }),
    date: new Date(mail.sentAt),
    messageId: `<${mail.id}@countersign.localhost>`,
    attachments: attachments.map(({ name, bytes }) => ({
      filename: name,
      content: Buffer.from(bytes),
      contentType: "application/pdf",
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}
