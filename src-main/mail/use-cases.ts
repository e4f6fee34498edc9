import { inputInWords } from "../basics/index.ts";
import { settingKey } from "../engine/index.ts";
import type { MailboxUseCases, MailRule, RenderedMail } from "../host/index.ts";
import { fail, ok, type Result } from "../host/index.ts";
import type { MailRow, StoreWrites } from "../store/index.ts";
import { DamagedRowError } from "../store/index.ts";
import { accessLink, errorsAsValues, type Workspace, write } from "../workspace/index.ts";
import { fileName } from "./compose.ts";
import { mailRules, type OwnedMailRule, storedMailRules } from "./mail-rules.ts";
import { renderMail, toEml } from "./render.ts";

/** The mailbox: what was made, rendered with its secrets for the author's eyes. */
export function mailboxUseCases(workspace: Workspace): MailboxUseCases {
  const { reads, documents } = workspace;
  return errorsAsValues<MailboxUseCases>({
    list: (filter) => reads.mail.list(filter),
    get: (id) => rendered(workspace, id),
    eml: async (id) => {
      const mail = rendered(workspace, id);
      if (!mail.ok) return mail;
      if (mail.value.method !== "email") return fail("request_parameters_invalid", "An SMS has no .eml form.");
      const attachments = await Promise.all(
        mail.value.attachments.map(async ({ name, sha256 }) => ({ name, bytes: await documents.blobs.read(sha256) })),
      );
      const bytes = await toEml(mail.value, attachments);
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

/** What cannot be read is set anew, as its error says: nobody's rules are left of it. */
function readableRules(settings: StoreWrites["settings"]): readonly OwnedMailRule[] {
  try {
    return storedMailRules(settings);
  } catch (error) {
    if (error instanceof DamagedRowError) return [];
    throw error;
  }
}

function rendered(workspace: Workspace, id: string): Result<RenderedMail> {
  const row = workspace.reads.mail.get(id);
  if (row === null) return fail("resource_not_found", `There is no mail ${id}; it may have gone with its instance.`);
  const code = row.codeRef === null ? null : workspace.vault.get(row.codeRef);
  return ok(renderMail(row, linkOf(workspace, row), code));
}

function linkOf(workspace: Workspace, { instanceId, participant, kind }: MailRow): string | null {
  if (kind === "code") return null;
  const link = workspace.reads.links.ofInstance(instanceId).find((candidate) => candidate.participant === participant);
  return link === undefined ? null : accessLink(workspace, link);
}
