import type SMTPConnection from "nodemailer/lib/smtp-connection/index.js";
import { controlsShown } from "../../src-shared/basics/index.ts";
import { type MailServer, serverName } from "../../src-shared/mail/index.ts";

/** A server's result for a message, as a sentence that says where. */
export interface SmtpAnswer {
  /** `refused`: for good [RFC 5321 4.2.1]. `failed`: another try may do. */
  readonly kind: "taken" | "refused" | "failed";
  readonly answer: string;
}

export interface SmtpMessage {
  /** One address. */
  readonly to: string;
  /** RFC 5322 bytes. */
  readonly bytes: Uint8Array;
}

/** Delivers messages to a server on this machine. */
export interface SmtpSender {
  /** @throws Error when the sender is closed in between: the outcome is unknown */
  send(server: MailServer, message: SmtpMessage): Promise<SmtpAnswer>;
  /** Aborts deliveries under way. */
  close(): void;
}

/** Milliseconds of wall time. */
export interface SmtpLimits {
  /** Until a server that says nothing counts as away. */
  readonly idle: number;
  /** For a whole message: one that says a little now and then is away, too. */
  readonly whole: number;
}

const FROM = "countersign@localhost";
const CLOSED = "The workspace was closed while a mail was on its way.";
/** Most characters of a server's answer to keep. */
const LONGEST_ANSWER = 300;

/** Hands mail to an SMTP server of this machine, a connection each. @param limits wall milliseconds */
export function createSmtpSender(limits: SmtpLimits = { idle: 10_000, whole: 30_000 }): SmtpSender {
  const open = new Set<SMTPConnection>();
  let closed = false;
  return {
    async send(server, { to, bytes }) {
      // Loaded with the first message, for it takes long to load.
      const { default: Connection } = await import("nodemailer/lib/smtp-connection/index.js");
      if (closed) throw new Error(CLOSED);
      const connection = new Connection({
        ...{ host: server.host, port: server.port, secure: false, ignoreTLS: true, name: "localhost" },
        ...{ connectionTimeout: limits.idle, greetingTimeout: limits.idle, socketTimeout: limits.idle },
      });
      open.add(connection);
      let late = false;
      const timer = setTimeout(() => {
        late = true;
        connection.close();
      }, limits.whole);
      try {
        const response = await talk(connection, { from: FROM, to: [to] }, bytes);
        return { kind: "taken", answer: `The mail server at ${serverName(server)} took it: ${shown(response)}` };
      } catch (error) {
        if (closed) throw new Error(CLOSED, { cause: error });
        return trouble(server, error, late);
      } finally {
        clearTimeout(timer);
        open.delete(connection);
        connection.close();
      }
    },
    close() {
      closed = true;
      for (const connection of open) connection.close();
    },
  };
}

/** @returns the server's answer when it took the message */
function talk(connection: SMTPConnection, envelope: SMTPConnection.Envelope, bytes: Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    connection.on("error", reject);
    connection.on("end", () => reject(new Error("The connection ended.")));
    connection.connect((refusal) => {
      if (refusal) return reject(refusal);
      connection.send(envelope, Buffer.from(bytes), (error, info) => {
        if (error) reject(error);
        else resolve(info.response);
      });
    });
  });
}

const shown = (response: string): string =>
  controlsShown(response.replaceAll(/\s+/g, " ").trim()).slice(0, LONGEST_ANSWER);

function trouble(server: MailServer, error: unknown, late: boolean): SmtpAnswer {
  const { responseCode, response, code, message } = error as SMTPConnection.SMTPError;
  const where = serverName(server);
  if (responseCode !== undefined) {
    const kind = responseCode >= 500 ? "refused" : "failed";
    return { kind, answer: `The mail server at ${where} refused it: ${shown(response ?? message)}` };
  }
  if (code === "EENVELOPE")
    return { kind: "refused", answer: `The mail server at ${where} cannot take it: ${shown(message)}` };
  if (message.includes("ECONNREFUSED"))
    return {
      kind: "failed",
      answer: `No mail server answers at ${where}: start it, or stop the delivery in Settings.`,
    };
  if (late || code === "ETIMEDOUT")
    return { kind: "failed", answer: `The mail server at ${where} did not answer in time.` };
  return { kind: "failed", answer: `The mail server at ${where} broke the connection off.` };
}
