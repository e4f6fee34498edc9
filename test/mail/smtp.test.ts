import path from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Host } from "../../src-main/host/index.ts";
import { createSmtpSender } from "../../src-main/mail/index.ts";
import { verifyWorkspace } from "../../src-main/verification/index.ts";
import { AT, startSmall } from "../fixtures/small-flow.ts";
import { must, mustFail, type TestWorkspace, testWorkspace } from "../harness/workspace.ts";
import { rawServer, smtpServer, type TestServer } from "./smtp-fixture.ts";

let workspace: TestWorkspace;
let server: TestServer;
beforeEach(async () => {
  [workspace, server] = await Promise.all([testWorkspace({ baseUrl: "http://127.0.0.1:4711" }), smtpServer()]);
});
afterEach(async () => {
  await workspace.dispose();
  await server.close();
});

const virtual = { clock: { virtual: "new", at: AT } } as const;
const mails = (host: Host, instanceId: string) =>
  host.mailbox.list({ instanceId }).items.map(({ participant, status, reason }) => ({ participant, status, reason }));
const ledger = (host: Host) => host.ledger.outbound({}).items.filter(({ kind }) => kind === "smtp");

test("law 8: no server is told of a mail until the author names one, on this machine", async () => {
  const { host } = workspace;
  expect(host.mailbox.server()).toBeNull();
  expect(mustFail(await host.mailbox.testServer()).code).toBe("conflict_error");
  for (const at of ["mail.example.test", "localhost", "10.0.0.1", "0.0.0.0"])
    expect(mustFail(await host.mailbox.setServer({ host: at as never, port: 25 })).code).toBe(
      "request_parameters_invalid",
    );
  for (const port of [0, 65_536, 1.5])
    expect(mustFail(await host.mailbox.setServer({ host: "127.0.0.1", port })).code).toBe("request_parameters_invalid");
  await startSmall(host, {}, virtual);
  await host.idle();
  expect(ledger(host)).toEqual([]);
  expect(server.taken).toEqual([]);
});

test("Mail: an e-mail is delivered to the server at once, with flow time in its date, and equals the .eml", async () => {
  const { host } = workspace;
  must(await host.mailbox.setServer(server.at));
  const { id } = await startSmall(host, {}, virtual);
  await host.idle();
  expect(server.taken.map(({ to }) => to).sort()).toEqual([["alice@example.test"], ["bob@example.test"]]);
  for (const { bytes, parsed, to } of server.taken) {
    expect(parsed.date?.getTime()).toBe(AT);
    const mail = host.mailbox.list({ instanceId: id }).items.find((item) => item.to === to[0]);
    expect(parsed.messageId).toBe(`<${mail?.id}@countersign.localhost>`);
    const eml = Buffer.from(must(await host.mailbox.eml(mail?.id ?? "")).bytes).toString();
    expect(bytes.toString().trimEnd()).toBe(eml.trimEnd());
  }
  const where = `127.0.0.1:${server.at.port}`;
  for (const { status, reason } of mails(host, id)) {
    expect(status).toBe("delivered");
    expect(reason).toMatch(new RegExp(`^The mail server at ${where} took it: 250 `));
  }
  expect(ledger(host).map(({ target }) => target)).toEqual([`smtp://${where}`, `smtp://${where}`]);
  const changed = must(host.instances.history(id)).items.filter(
    ({ event }) => event.type === "notification_status_changed",
  );
  expect(changed.map(({ event, at }) => [event, at])).toEqual(
    changed.map(() => [expect.objectContaining({ status: "delivered", reason: null }), AT]),
  );
});

test("Mail: what the server refuses for good is not_delivered with the server's words, and the flow goes on", async () => {
  const { host } = workspace;
  server.verdict = { code: 550, says: "No such user here\u202E" };
  must(await host.mailbox.setServer(server.at));
  const { id } = await startSmall(host, {}, virtual);
  await host.idle();
  for (const { status, reason } of mails(host, id)) {
    expect(status).toBe("not_delivered");
    expect(reason).toContain("refused it: 550 No such user here\\u202e");
  }
  expect(ledger(host).length).toBe(2);
  expect(must(host.instances.get(id)).status).toBe("in_progress");
});

test("Mail: a server that is away is tried again, and after a restart gets each message with its id", async () => {
  const { at } = server;
  await server.close();
  let { host } = workspace;
  must(await host.mailbox.setServer(at));
  const { id } = await startSmall(host, {}, { clock: "real" });
  await expect.poll(() => ledger(host).length).toBeGreaterThanOrEqual(2);
  for (const { status, reason } of mails(host, id))
    expect({ status, reason }).toEqual({
      status: "queued",
      reason: `No mail server answers at 127.0.0.1:${at.port}: start it, or stop the delivery in Settings.`,
    });
  server = await smtpServer(at.port);
  host = await workspace.reopen();
  await host.idle();
  expect(mails(host, id).map(({ status }) => status)).toEqual(["delivered", "delivered"]);
  expect(server.taken.map(({ parsed }) => parsed.messageId).sort()).toEqual(
    host.mailbox
      .list({ instanceId: id })
      .items.map((mail) => `<${mail.id}@countersign.localhost>`)
      .sort(),
  );
});

test("Mail: after the last try a message is not delivered", async () => {
  const { at } = server;
  await server.close();
  must(await workspace.host.mailbox.setServer(at));
  const { id } = await startSmall(workspace.host, {}, { clock: { virtual: "new", at: Date.UTC(2040, 0, 1) } });
  await expect.poll(() => ledger(workspace.host).length).toBeGreaterThanOrEqual(2);
  await workspace.host.close();
  expect((await verifyWorkspace(workspace.dir)).problems).toEqual([]);
  const db = new Database(path.join(workspace.dir, "countersign.db"));
  db.prepare("UPDATE jobs SET attempts = 3 WHERE kind = 'mail'").run();
  db.close();
  const host = await workspace.reopen();
  await host.idle();
  expect(mails(host, id).map(({ status }) => status)).toEqual(["not_delivered", "not_delivered"]);
  server = await smtpServer();
});

test("Mail: rules for bounces and delays come before the server", async () => {
  const { host } = workspace;
  must(await host.mailbox.setServer(server.at));
  must(
    await host.mailbox.setRules([
      { address: "alice@example.test", effect: { kind: "bounce", reason: "mailbox full" } },
      { address: "bob@example.test", effect: { kind: "delay", minutes: 5 } },
    ]),
  );
  const { id, clockId } = await startSmall(host, {}, virtual);
  await host.idle();
  expect(server.taken).toEqual([]);
  expect(mails(host, id)).toContainEqual({ participant: "alice", status: "not_delivered", reason: "mailbox full" });
  must(await host.clocks.advance(clockId, { by: "PT5M" }));
  expect(server.taken.map(({ to }) => to)).toEqual([["bob@example.test"]]);
});

test("Mail: a fork's mail stays in the mailbox until the author lets it go, as its callbacks do", async () => {
  const { host } = workspace;
  const { id } = await startSmall(host, {}, virtual);
  await host.idle();
  must(await host.mailbox.setServer(server.at));
  const fork = must(await host.instances.fork(id, 6));
  const [, bob] = must(host.instances.get(fork.id)).participants.map(({ participantId }) => participantId);
  must(await host.instances.remind(fork.id, [bob ?? ""]));
  await host.idle();
  expect(server.taken).toEqual([]);
  expect(mails(host, fork.id)[0]).toMatchObject({ participant: "bob", status: "delivered", reason: null });
  must(await host.callbacks.setHeld(fork.id, false));
  must(await host.instances.remind(fork.id, [bob ?? ""]));
  await host.idle();
  expect(server.taken.map(({ to }) => to)).toEqual([["bob@example.test"]]);
});

test("Mail: a test message shows what the server says, and the ledger has it", async () => {
  const { host } = workspace;
  must(await host.mailbox.setServer(server.at));
  expect(must(await host.mailbox.testServer())).toMatchObject({ taken: true });
  expect(server.taken[0]?.parsed.subject).toBe("Test message from Countersign");
  server.verdict = { code: 451, says: "Later" };
  expect(must(await host.mailbox.testServer())).toEqual({
    taken: false,
    answer: `The mail server at 127.0.0.1:${server.at.port} refused it: 451 Later`,
  });
  expect(ledger(host).length).toBe(2);
});

test("Mail: a server that hangs, drips, breaks off or talks nonsense costs its time and no more", async () => {
  const message = { to: "a@example.test", bytes: new TextEncoder().encode("Subject: x\r\n\r\ny") };
  const meetings = [
    [() => undefined, "did not answer in time"],
    [(socket: { write(text: string): void }) => socket.write("220 hello\r\n"), "did not answer in time"],
    [(socket: { resetAndDestroy(): void }) => socket.resetAndDestroy(), "broke the connection off"],
    [(socket: { end(text: string): void }) => socket.end("what?\r\n"), "The mail server at"],
    [
      (socket: { write(text: string): void; once(name: "close", then: () => void): void }) => {
        socket.write("220 hello\r\n");
        const timer = setInterval(() => socket.write("250-wait\r\n"), 20);
        socket.once("close", () => clearInterval(timer));
      },
      "did not answer in time",
    ],
  ] as const;
  for (const [meet, expected] of meetings) {
    const raw = await rawServer(meet as never);
    const answer = await createSmtpSender({ idle: 100, whole: 300 }).send(raw.at, message);
    expect(answer.kind).toBe("failed");
    expect(answer.answer).toContain(expected);
    await raw.close();
  }
});

test("Mail: closing breaks a delivery off, which the next opening makes again", async () => {
  let { host } = workspace;
  let met = 0;
  const raw = await rawServer(() => {
    met += 1;
  });
  must(await host.mailbox.setServer(raw.at));
  const { id } = await startSmall(host, {}, { clock: "real" });
  await expect.poll(() => met).toBe(2);
  await host.close();
  await raw.close();
  host = await workspace.reopen();
  must(await host.mailbox.setServer(server.at));
  await host.idle();
  expect(mails(host, id).map(({ status }) => status)).toEqual(["delivered", "delivered"]);
});
