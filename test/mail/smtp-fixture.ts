import { once } from "node:events";
import net from "node:net";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";
import type { MailServer } from "../../src-shared/mail/index.ts";

/** What a server says after a message; null: it takes it. */
type Verdict = { readonly code: number; readonly says: string } | null;

export interface TestServer {
  readonly at: MailServer;
  /** As they came, the recipients of the envelope with them. */
  readonly taken: { readonly bytes: Buffer; readonly parsed: ParsedMail; readonly to: readonly string[] }[];
  verdict: Verdict;
  close(): Promise<void>;
}

/** A real SMTP server. @param port 0: a free one */
export async function smtpServer(port = 0): Promise<TestServer> {
  const taken: TestServer["taken"] = [];
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    onData: async (stream, session, done) => {
      const pieces: Buffer[] = [];
      for await (const piece of stream) pieces.push(piece as Buffer);
      const { verdict } = made;
      if (verdict !== null) return done(Object.assign(new Error(verdict.says), { responseCode: verdict.code }));
      const bytes = Buffer.concat(pieces);
      const to = session.envelope.rcptTo.map(({ address }) => address);
      taken.push({ bytes, to, parsed: await simpleParser(bytes, { skipTextToHtml: true }) });
      return done();
    },
  });
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");
  const address = server.server.address() as net.AddressInfo;
  const made: TestServer = {
    at: { host: "127.0.0.1", port: address.port },
    taken,
    verdict: null,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return made;
}

/** A server with scripted behaviour for each connection. */
export async function rawServer(
  meet: (socket: net.Socket) => void,
): Promise<{ at: MailServer; close(): Promise<void> }> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    meet(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as net.AddressInfo;
  return {
    at: { host: "127.0.0.1", port },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
