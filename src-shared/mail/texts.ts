/** Placeholders of stored mails; the secrets are filled in only when a mail is shown (law 9). */
export const LINK = "{{link}}";
export const CODE = "{{code}}";

/** What every SMS begins with; a real one would not have it, and it counts for no length. */
const SMS_MARK = "SIMULATED. ";

/** The text of an SMS as it would really be sent. */
export const withoutMark = (sms: string): string => (sms.startsWith(SMS_MARK) ? sms.slice(SMS_MARK.length) : sms);

/** @param minutes that the code stays good [U4] */
export function codeText(title: string, minutes: number): string {
  const what = isBlank(title) ? "Your code" : `Your code for "${title}"`;
  return `${SMS_MARK}${what} is ${CODE}. It is valid for ${minutes} minutes.`;
}

/** What stands in a subject or a heading for a flow without a title. */
const UNTITLED = "Documents";

const isBlank = (title: string): boolean => title.trim() === "";

/** Such as ` in "Loan"`. */
const ofFlow = (title: string): string => (isBlank(title) ? "" : ` in "${title}"`);

const FOOTER = "SIMULATED: Countersign made this message on this machine; nothing was sent to anybody.";

/** What callbacks call a message [interface 6]. */
export const deliveryTypes = ["invitation", "confirmation"] as const;

interface KindOfMessage {
  /** What it says where the flow names no text. */
  readonly builtIn: (title: string) => string;
  readonly subject: (title: string) => string;
  /** The words of its link. */
  readonly call: string;
  /** Waits until the documents are sealed, and brings them along. */
  readonly waitsForSeals: boolean;
  /** Reminders count as invitations [Mail]. */
  readonly deliveryType: (typeof deliveryTypes)[number];
}

const KINDS = {
  invitation: {
    builtIn: (title) => `Documents wait for you${ofFlow(title)}.`,
    subject: (title) => title,
    call: "Open the documents",
    waitsForSeals: false,
    deliveryType: "invitation",
  },
  reminder: {
    builtIn: (title) => `You still have something to do${ofFlow(title)}.`,
    subject: (title) => `Reminder: ${title}`,
    call: "Open the documents",
    waitsForSeals: false,
    deliveryType: "invitation",
  },
  confirmation: {
    builtIn: (title) => `All documents${ofFlow(title)} are finished.`,
    subject: (title) => `Completed: ${title}`,
    call: "See the finished documents",
    waitsForSeals: true,
    deliveryType: "confirmation",
  },
} as const satisfies Readonly<Record<string, KindOfMessage>>;

/** What a message of a flow is for. */
export type MessageKind = keyof typeof KINDS;

export const messageKinds: Readonly<Record<MessageKind, KindOfMessage>> = KINDS;

/** What stands in a mailbox: messages of a flow, and the SMS with a code [U4]. */
export const mailKinds = [...(Object.keys(KINDS) as MessageKind[]), "code"] as const;
export type MailKind = (typeof mailKinds)[number];

/** A message as it is kept: the access link is still a placeholder. */
export interface MessageContent {
  /** null of an SMS. */
  readonly subject: string | null;
  readonly text: string;
  /** null of an SMS. */
  readonly html: string | null;
}

/**
 * What a message of a flow says, for delivery and for the author's preview alike [Mail].
 * @param message the text of the parameters; null: the built-in text of its kind [C1]
 */
export function messageContent(
  kind: MessageKind,
  method: "email" | "sms",
  title: string,
  message: string | null,
): MessageContent {
  const words = message ?? messageKinds[kind].builtIn(title);
  if (method === "sms") return { subject: null, text: smsText(words), html: null };
  const shown = isBlank(title) ? UNTITLED : title;
  return {
    subject: messageKinds[kind].subject(shown),
    text: plainText(kind, words),
    html: htmlText(kind, shown, words),
  };
}

/** The message with its access link, for showing only (law 9). */
export function withLink<Content extends MessageContent>(content: Content, link: string): Content {
  const html = content.html === null ? null : content.html.replaceAll(LINK, () => escapeHtml(link));
  return { ...content, text: content.text.replaceAll(LINK, () => link), html };
}

function plainText(kind: MessageKind, message: string): string {
  const linked = message.includes(LINK)
    ? message.trimEnd()
    : `${message.trimEnd()}\n\n${messageKinds[kind].call}: ${LINK}`;
  return `${linked}\n\n${FOOTER}`;
}

function smsText(message: string): string {
  return `${SMS_MARK}${message.includes(LINK) ? message : `${message.trimEnd()} ${LINK}`}`;
}

function htmlText(kind: MessageKind, title: string, message: string): string {
  const paragraphs = escapeHtml(message.trim())
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.replaceAll("\n", "<br>")}</p>`)
    .join("");
  return [
    `<!doctype html><html><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>`,
    '<body style="margin:0;padding:32px 16px;background:#f4f5f7;color:#1c2430;font:16px/1.5 system-ui,sans-serif">',
    '<div style="max-width:560px;margin:0 auto;padding:32px;background:#fff;border:1px solid #e1e4ea;border-radius:8px;overflow-wrap:anywhere">',
    `<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escapeHtml(title)}</h1>`,
    paragraphs,
    `<p style="margin:28px 0"><a href="${LINK}" style="padding:12px 20px;background:#1f5fbf;color:#fff;border-radius:6px;text-decoration:none">${messageKinds[kind].call}</a></p>`,
    `<p style="margin:0;padding-top:16px;border-top:1px solid #e1e4ea;color:#5b6573;font-size:13px">${FOOTER}</p>`,
    "</div></body></html>",
  ].join("");
}

/** Text within HTML, attributes in double quotes included. */
export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
