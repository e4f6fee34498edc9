import path from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { messageContent, sampleLink, withLink } from "../../src-shared/mail/index.ts";
import { AT, playAll, startSmall, uploadPdf } from "../fixtures/small-flow.ts";
import { must, mustFail, type TestWorkspace, testWorkspace } from "../harness/workspace.ts";

let workspace: TestWorkspace;
beforeAll(async () => {
  workspace = await testWorkspace({ baseUrl: "http://127.0.0.1:4711" });
});
afterAll(() => workspace.dispose());

const virtual = { clock: { virtual: "new", at: AT } } as const;

test("Mail: a message holds a placeholder at rest and the participant's own link when it is shown", async () => {
  const { host } = workspace;
  const { id } = await startSmall(host, {}, virtual);
  await host.idle();
  const row = host.mailbox.list({ instanceId: id, participant: "alice" }).items[0];
  expect(row).toMatchObject({ to: "alice@example.test", subject: "Small", kind: "invitation", sentAt: AT });
  const link = must(host.instances.accessLinks(id)).alice ?? "";
  expect(JSON.stringify(row)).not.toContain(link);
  const shown = must(host.mailbox.get(row?.id ?? ""));
  expect(shown.text).toContain(link);
  expect(shown.html).toContain(`href="${link}"`);
});

test("U5: an e-mail and the SMS of a code say that they are simulated", async () => {
  const { host } = workspace;
  const { id } = await startSmall(host, { authToSign: "{ provider: sms_otp }" }, virtual);
  const asked = { instanceId: id, participant: "bob", kind: "sign", documents: ["contract"] } as const;
  must(await host.participants.startAuthentication(asked));
  await host.idle();
  const mails = host.mailbox.list({ instanceId: id, participant: "bob" }).items;
  const shown = (wanted: string) => must(host.mailbox.get(mails.find(({ kind }) => kind === wanted)?.id ?? ""));
  const eml = Buffer.from(must(await host.mailbox.eml(shown("invitation").id)).bytes).toString("latin1");
  expect(eml).toMatch(/^From: "Countersign \(SIMULATED\)" <countersign@localhost>/m);
  expect(shown("invitation").html).toContain("SIMULATED: Countersign made this message on this machine");
  expect(shown("code").text).toMatch(/^SIMULATED\. Your code for "Small" is \d{6}\./);
});

test("Mail: a confirmation attaches the sealed documents, and its .eml carries their bytes", async () => {
  const { host } = workspace;
  const { id, documents } = await startSmall(host, {}, virtual);
  await playAll(host, id);
  const mail = host.mailbox.list({ instanceId: id }).items.find(({ kind }) => kind === "confirmation");
  const sealed = must(await host.documents.content(documents[0]?.documentId ?? ""));
  expect(mail?.attachments).toEqual([{ name: "Contract.pdf", sha256: sealed.etag, size: sealed.bytes.length }]);
  const eml = Buffer.from(must(await host.mailbox.eml(mail?.id ?? "")).bytes).toString("latin1");
  expect(eml).toContain("To: alice@example.test");
  expect(eml.replaceAll("\r\n", "")).toContain(Buffer.from(sealed.bytes).toString("base64").slice(0, 200));
  const attachment = must(await host.mailbox.attachmentPath(mail?.id ?? "", 0));
  expect(attachment.fileName).toBe("Contract.pdf");
  expect(mustFail(await host.mailbox.attachmentPath(mail?.id ?? "", 1)).code).toBe("resource_not_found");
});

test("Mail: an address that bounces is not_delivered with the reason, and the flow goes on", async () => {
  const { host } = workspace;
  must(
    await host.mailbox.setRules([{ address: "BOB@example.test", effect: { kind: "bounce", reason: "mailbox full" } }]),
  );
  const { id } = await startSmall(host, {}, virtual);
  await host.idle();
  must(await host.mailbox.setRules([]));
  const mails = host.mailbox.list({ instanceId: id }).items.map(({ to, status, reason }) => [to, status, reason]);
  expect(mails).toContainEqual(["bob@example.test", "not_delivered", "mailbox full"]);
  expect(mails).toContainEqual(["alice@example.test", "delivered", null]);
  const events = must(host.instances.history(id)).items.map(({ event }) => event);
  expect(events).toContainEqual(
    expect.objectContaining({ type: "notification_status_changed", status: "not_delivered", reason: "mailbox full" }),
  );
  const unreached = must(host.instances.get(id)).participants.map(({ name, unreached }) => [name, unreached]);
  expect(Object.fromEntries(unreached)).toMatchObject({ alice: null, bob: "mailbox full" });
  await playAll(host, id);
  expect(must(host.instances.get(id)).status).toBe("completed");
});

test("Mail: a rule for a telephone number fits it however its digits are set apart", async () => {
  const { host } = workspace;
  const reason = "out of range";
  must(await host.mailbox.setRules([{ address: "+46 (70) 174-06.05", effect: { kind: "bounce", reason } }]));
  const { id } = await startSmall(host, { authToSign: "{ provider: sms_otp }" }, virtual);
  const asked = { instanceId: id, participant: "bob", kind: "sign", documents: ["contract"] } as const;
  must(await host.participants.startAuthentication(asked));
  await host.idle();
  must(await host.mailbox.setRules([]));
  const code = host.mailbox.list({ instanceId: id, participant: "bob" }).items.find(({ kind }) => kind === "code");
  expect(code).toMatchObject({ to: "+46701740605", status: "not_delivered", reason });
});

test("Mail: a rule that was stored before rules had an owner is the first author's", async () => {
  const own = await testWorkspace();
  await own.host.close();
  const stored = [{ address: "bob@example.test", effect: { kind: "bounce", reason: "mailbox full" } }];
  const db = new Database(path.join(own.dir, "countersign.db"));
  db.prepare("INSERT INTO settings VALUES ('mail.rules', ?)").run(JSON.stringify(stored));
  db.close();
  const host = await own.reopen();
  const other = must(await host.accounts.create({ email: "o@example.test", name: "O", password: "long enough" }));
  expect(host.mailbox.rules()).toEqual(stored);
  expect(host.mailbox.rules(other.id)).toEqual([]);
  const { id } = await startSmall(host, {}, virtual);
  await host.idle();
  expect(host.mailbox.list({ instanceId: id, participant: "bob" }).items[0]?.status).toBe("not_delivered");
  // What another author sets leaves it in its place.
  must(await host.mailbox.setRules([{ address: "*", effect: { kind: "delay", minutes: 1 } }], other.id));
  expect(host.mailbox.rules()).toEqual(stored);
  await own.dispose();
});

test("Mail: a rule for an address counts before one for every other, in whatever order they were set", async () => {
  const { host } = workspace;
  const bounce = (address: string) =>
    ({ address, effect: { kind: "bounce", reason: `bounced by ${address}` } }) as const;
  must(await host.mailbox.setRules([bounce("*"), bounce("bob@example.test")]));
  const { id } = await startSmall(host, {}, virtual);
  await host.idle();
  must(await host.mailbox.setRules([]));
  const reason = (participant: string) => host.mailbox.list({ instanceId: id, participant }).items[0]?.reason;
  expect(reason("bob")).toBe("bounced by bob@example.test");
  expect(reason("alice")).toBe("bounced by *");
});

test("Mail: by rules a message is read, and its link followed, when its time has come after its arrival", async () => {
  const { host } = workspace;
  const late = (kind: "delay" | "read" | "click", minutes: number) =>
    ({ address: "bob@example.test", effect: { kind, minutes } }) as const;
  must(await host.mailbox.setRules([late("delay", 60), late("read", 30), late("click", 45)]));
  const { id, clockId } = await startSmall(host, {}, virtual);
  await host.idle();
  must(await host.mailbox.setRules([]));
  const seen = (participant: string) => {
    const [row] = host.mailbox.list({ instanceId: id, participant }).items;
    const { status, sentAt = 0, readAt, clickedAt } = must(host.mailbox.get(row?.id ?? ""));
    return [status, ...[readAt, clickedAt].map((at) => at && (at - sentAt) / 60_000)];
  };
  const after = async (minutes: number) => must(await host.clocks.advance(clockId, { by: `PT${minutes}M` }));
  expect(seen("bob")).toEqual(["queued", null, null]);
  await after(60);
  expect(seen("bob")).toEqual(["delivered", null, null]);
  await after(30);
  expect(seen("bob").slice(0, 2)).toEqual(["delivered", expect.any(Number)]);
  expect(seen("bob")[2]).toBeNull();
  await after(15);
  expect(seen("bob")[2]).toEqual(expect.any(Number));
  expect(seen("alice")).toEqual(["delivered", null, null]);
});

test("Mail: a slow address is queued and delivered when its time has come on the instance's clock", async () => {
  const { host } = workspace;
  must(await host.mailbox.setRules([{ address: "bob@example.test", effect: { kind: "delay", minutes: 90 } }]));
  const { id, clockId } = await startSmall(host, {}, virtual);
  await host.idle();
  must(await host.mailbox.setRules([]));
  const bobs = () => host.mailbox.list({ instanceId: id, participant: "bob" }).items.map(({ status }) => status);
  expect(bobs()).toEqual(["queued"]);
  expect(must(host.instances.due(id))[0]).toMatchObject({ kind: "mail", participant: "bob", attempt: 1 });
  must(await host.clocks.advance(clockId, { by: "PT89M" }));
  expect(bobs()).toEqual(["queued"]);
  must(await host.clocks.advance(clockId, { by: "PT1M" }));
  expect(bobs()).toEqual(["delivered"]);
  const delivered = must(host.instances.history(id)).items.findLast(
    ({ event }) => event.type === "notification_status_changed",
  );
  expect(delivered?.at).toBe(AT + 90 * 60_000);
});

test("Mail: markup in a message is text, not markup", async () => {
  const { host } = workspace;
  const base = await startSmall(host, {}, virtual);
  const parameters = {
    ...base.processParameters,
    messages: { invitation: '<img src=x onerror="alert(1)">', done: "Done" },
  };
  const run = must(
    await host.instances.startProcess(
      { title: "<b>Bold</b>", process: base.process, process_parameters: await withFreshPdf(parameters) },
      virtual,
    ),
  );
  await host.idle();
  const html = must(host.mailbox.get(host.mailbox.list({ instanceId: run.id }).items[0]?.id ?? "")).html ?? "";
  expect(html).not.toContain("<img");
  expect(html).not.toContain("<b>");
});

async function withFreshPdf(parameters: object): Promise<unknown> {
  return { ...parameters, documents: { contract: await uploadPdf(workspace.host) } };
}

test("Mail: rules that are none are refused and leave the old ones", async () => {
  const { host } = workspace;
  const refused = await host.mailbox.setRules([{ address: "", effect: { kind: "delay", minutes: -1 } }]);
  expect(mustFail(refused).code).toBe("request_parameters_invalid");
  expect(host.mailbox.rules()).toEqual([]);
});

test("G14: an author's reminder goes to those with pending acts, at once", async () => {
  const { host } = workspace;
  const { id, participants } = await startSmall(host, {}, virtual);
  const [alice, bob] = participants.map(({ participantId }) => participantId);
  must(await host.participants.sign({ instanceId: id, participant: "alice", document: "contract" }));
  expect(mustFail(await host.instances.remind(id, [alice ?? ""])).code).toBe("instance_state_error");
  must(await host.instances.remind(id, [bob ?? ""]));
  await host.idle();
  const reminders = host.mailbox.list({ instanceId: id }).items.filter(({ kind }) => kind === "reminder");
  expect(reminders.map(({ participant, subject }) => [participant, subject])).toEqual([["bob", "Reminder: Small"]]);
});

test("Mail: the author's preview and the delivered message are one text, but for the link", async () => {
  const { host } = workspace;
  const { id } = await startSmall(host, {}, virtual);
  await playAll(host, id);
  const link = must(host.instances.accessLinks(id)).alice ?? "";
  const sample = sampleLink("http://127.0.0.1:4711");
  expect(sample.length).toBe(link.length);
  const mails = host.mailbox.list({ instanceId: id, participant: "alice" }).items;
  expect(mails.length).toBeGreaterThan(1);
  const messages = { invitation: "Please sign", reminder: null, confirmation: "All done" };
  for (const { id: mailId, kind, method } of mails) {
    if (kind === "code") throw new Error("the small flow asks for no code");
    const shown = must(host.mailbox.get(mailId));
    const preview = withLink(messageContent(kind, method, "Small", messages[kind]), link);
    expect([shown.subject, shown.text, shown.html]).toEqual([preview.subject, preview.text, preview.html]);
  }
});
