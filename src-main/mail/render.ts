import { isEmailAddress } from "../../src-shared/basics/index.ts";
import { CODE, withLink } from "../../src-shared/mail/index.ts";
import type { RenderedMail } from "../host/index.ts";
import type { MailRow } from "../store/index.ts";
import { headerText } from "./header-text.ts";

/** Fills in the secrets, for showing only (law 9). A code that is gone shows as `(gone)`. */
export function renderMail(row: MailRow, link: string | null, code: string | null): RenderedMail {
  const shownCode = row.codeRef === null ? CODE : (code ?? "(gone)");
  const shown = withLink(row, link ?? "(no link)");
  return { ...shown, text: shown.text.replaceAll(CODE, shownCode), link };
}

/**
 * RFC 5322 bytes of an e-mail as it would have gone out: text and HTML as alternatives, and PDFs attached. What people wrote
 * stays text: nothing in it becomes a header, a recipient or a part. The same message gives the same bytes.
 */
export async function toEml(
  mail: RenderedMail,
  attachments: readonly { readonly name: string; readonly bytes: Uint8Array }[],
): Promise<Uint8Array> {
  // Loaded with the first message, for it takes long to load.
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer/index.js");
  const composer = new MailComposer({
    from: '"Countersign (SIMULATED)" <countersign@localhost>',
    to: isEmailAddress(mail.to ?? "") ? { name: "", address: mail.to ?? "" } : NOBODY,
    headers: [{ key: "Subject", value: { prepared: true, foldLines: true, value: headerText(mail.subject ?? "") } }],
    alternatives: [part("text/plain", mail.text), ...(mail.html === null ? [] : [part("text/html", mail.html)])],
    date: new Date(mail.sentAt),
    messageId: `<${mail.id}@countersign.localhost>`,
    attachments: attachments.map(({ name, bytes }) => ({
      filename: name,
      content: Buffer.from(bytes),
      contentType: "application/pdf",
    })),
    baseBoundary: `${NEVER_IN_A_PART}${mail.id}`,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

/** The recipients of a message without a single address, in RFC 5322's words. */
const NOBODY = "undisclosed-recipients:;";

/** Quoted-printable and base64 write neither of these two beside each other [RFC 2045 6.7]. */
const NEVER_IN_A_PART = "=_";

function part(type: "text/plain" | "text/html", content: string) {
  const lines = content.replaceAll(/\r\n?|\n/g, "\r\n");
  return {
    contentType: `${type}; charset=utf-8`,
    contentTransferEncoding: "quoted-printable" as const,
    content: lines,
  };
}
