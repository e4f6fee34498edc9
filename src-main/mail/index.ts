/** The mail room's front door: composing, simulated delivery and rendering of e-mail and SMS. */

export { fileName } from "./compose.ts";
export type { MailOptions } from "./deliver.ts";
export { mailHandler, postOffice } from "./deliver.ts";
export { storedMailRules } from "./mail-rules.ts";
export { rawMail } from "./raw-mail.ts";
export { toEml } from "./render.ts";
export { storedMailServer } from "./server-setting.ts";
export { createSmtpSender, type SmtpSender } from "./smtp.ts";
export { mailboxUseCases } from "./use-cases.ts";
