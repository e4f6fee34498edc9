import MailComposer from "nodemailer/lib/mail-composer/index.js";
import { CODE, withLink } from "../../src-shared/mail/index.ts";
import type { RenderedMail } from "../host/index.ts";
import type { MailRow } from "../store/index.ts";

/** Fills in the secrets, for showing only (law 9). A code that is gone shows as `(gone)`. */
export function renderMail(row: MailRow, link: string | null, code: string | null): RenderedMail {
  const shownCode = row.codeRef === null ? CODE : (code ?? "(gone)");
  const shown = withLink(row, link ?? "(no link)");
  return { ...shown, text: shown.text.replaceAll(CODE, shownCode), link };
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
