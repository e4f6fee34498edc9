/** The mail room's front door: what messages say, and how long an SMS is. Other rooms import from here only. */
export { accessLinkOn, sampleLink } from "./access-link.ts";
export { type MailServer, mailServer, mailServerHosts, serverName } from "./mail-server.ts";
export { type SmsLength, smsLength } from "./sms-length.ts";
export {
  CODE,
  codeText,
  deliveryTypes,
  escapeHtml,
  type MailKind,
  type MessageContent,
  type MessageKind,
  mailKinds,
  messageContent,
  messageKinds,
  withLink,
  withoutMark,
} from "./texts.ts";
