import { z } from "zod";

/** Addresses of this machine: a name could be led elsewhere (law 8). */
export const mailServerHosts = ["127.0.0.1", "::1"] as const;

/** The SMTP server that e-mail is delivered to as well; null: it stays in the mailbox. */
export const mailServer = z
  .object({
    host: z.enum(mailServerHosts),
    port: z.number().int().min(1, "A port is 1 to 65535.").max(65_535, "A port is 1 to 65535."),
  })
  .nullable();
export type MailServer = NonNullable<z.output<typeof mailServer>>;

/** Such as `127.0.0.1:2525` or `[::1]:2525`. */
export const serverName = ({ host, port }: MailServer): string => `${host.includes(":") ? `[${host}]` : host}:${port}`;
