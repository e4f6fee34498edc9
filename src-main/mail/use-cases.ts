import { mailServer } from "../../src-shared/mail/index.ts";
import { inputInWords } from "../basics/index.ts";
import { settingKey } from "../engine/index.ts";
import type { MailboxUseCases, MailRule, MailServerTest, RenderedMail } from "../host/index.ts";
import { fail, ok, type Result } from "../host/index.ts";
import { DamagedRowError, type MailRow, type StoreWrites } from "../store/index.ts";
import { errorsAsValues, set, type Workspace, write } from "../workspace/index.ts";
import { fileName } from "./compose.ts";
import { smtpLine } from "./deliver.ts";
import { mailRules, type OwnedMailRule, storedMailRules } from "./mail-rules.ts";
import { rawMail, rendered } from "./raw-mail.ts";
import { toEml } from "./render.ts";
import { storedMailServer } from "./server-setting.ts";
import type { SmtpSender } from "./smtp.ts";

/** The mailbox: what was made, rendered with its secrets for the author's eyes. */
export function mailboxUseCases(workspace: Workspace, smtp: SmtpSender): MailboxUseCases {
  const { reads, documents } = workspace;
  return errorsAsValues<MailboxUseCases>({
    list: (filter) => {
      const page = reads.mail.list(filter);
      return { ...page, items: page.items.map((row) => seenByNow(workspace, row)) };
    },
    get: (id) => {
      const mail = stored(workspace, id);
      return mail.ok ? ok(rendered(workspace, seenByNow(workspace, mail.value))) : mail;
    },
    eml: async (id) => {
      const mail = stored(workspace, id);
      if (!mail.ok) return mail;
      if (mail.value.method !== "email") return fail("request_parameters_invalid", "An SMS has no .eml form.");
      const bytes = await rawMail(workspace, mail.value);
      return ok({ bytes, fileName: fileName(mail.value.subject ?? "", "eml") });
    },
    attachmentPath: async (mailId, index) => {
      const attachment = reads.mail.get(mailId)?.attachments[index];
      if (attachment === undefined) return fail("resource_not_found", `The mail ${mailId} has no attachment ${index}.`);
      return ok({ path: await documents.blobs.checkedPath(attachment.sha256), fileName: attachment.name });
    },
    rules: (accountId = workspace.defaultAccountId) =>
      storedMailRules(reads.settings)
        .filter((rule) => rule.accountId === accountId)
        .map(({ address, effect }) => ({ address, effect })),
    setRules: async (rules, accountId = workspace.defaultAccountId) => {
      const parsed = mailRules.safeParse(rules);
      if (!parsed.success) return fail("request_parameters_invalid", inputInWords(parsed.error));
      return setRules(workspace, parsed.data, accountId);
    },
    server: () => storedMailServer(reads.settings),
    setServer: async (server) => {
      const parsed = mailServer.safeParse(server);
      if (!parsed.success) return fail("request_parameters_invalid", inputInWords(parsed.error));
      return set(workspace, settingKey.mailServer, JSON.stringify(parsed.data));
    },
    testServer: () => testServer(workspace, smtp),
  });
}

function setRules(workspace: Workspace, rules: readonly MailRule[], accountId: string): Promise<Result<null>> {
  const put = (tx: StoreWrites): Result<null> => {
    const others = readableRules(tx.settings).filter((rule) => rule.accountId !== accountId);
    const own = rules.map((rule) => ({ ...rule, accountId }));
    tx.settings.set(settingKey.mailRules, JSON.stringify([...others, ...own]));
    return ok(null);
  };
  return write(workspace, "setting", settingKey.mailRules, put);
}

/** Replaces unreadable rules, as their error asks for: none of them can be kept. */
function readableRules(settings: StoreWrites["settings"]): readonly OwnedMailRule[] {
  try {
    return storedMailRules(settings);
  } catch (error) {
    if (error instanceof DamagedRowError) return [];
    throw error;
  }
}

/** Without what has yet to come of its reading. */
function seenByNow({ reads, engine }: Workspace, row: MailRow): MailRow {
  if (row.readAt === null && row.clickedAt === null) return row;
  const clockId = reads.instances.get(row.instanceId)?.clockId;
  const now = clockId === undefined ? null : engine.now(clockId);
  const come = (at: number | null) =>
    row.status === "delivered" && at !== null && now !== null && at <= now ? at : null;
  return { ...row, readAt: come(row.readAt), clickedAt: come(row.clickedAt) };
}

function stored({ reads }: Workspace, id: string): Result<MailRow> {
  const row = reads.mail.get(id);
  return row === null
    ? fail("resource_not_found", `There is no mail ${id}; it may have gone with its instance.`)
    : ok(row);
}

/** One message, to see whether the server is there. */
async function testServer(workspace: Workspace, smtp: SmtpSender): Promise<Result<MailServerTest>> {
  const server = storedMailServer(workspace.reads.settings);
  if (server === null) return fail("conflict_error", "E-mail is delivered to no server: name one first.");
  const wallAt = workspace.clockNow();
  const bytes = await toEml(testMail(workspace.newId(), wallAt), []);
  const { kind, answer } = await smtp.send(server, { to: TEST_ADDRESS, bytes });
  await workspace.engine.transact((tx) => tx.ledger.addOutbound(smtpLine(server, wallAt, answer)));
  workspace.publish({ kind: "mail", id: "test", instanceId: null });
  return ok({ taken: kind === "taken", answer });
}

const TEST_ADDRESS = "test@countersign.localhost";

function testMail(id: string, at: number): RenderedMail {
  return {
    ...{ id: `test-${id}`, instanceId: "", notification: null, participant: "", method: "email", kind: "invitation" },
    ...{ to: TEST_ADDRESS, subject: "Test message from Countersign", html: null, attachments: [], codeRef: null },
    text: "SIMULATED. Countersign can deliver e-mail to this server.",
    ...{ status: "queued", reason: null, sentAt: at, wallSent: at, readAt: null, clickedAt: null, link: null },
  };
}
