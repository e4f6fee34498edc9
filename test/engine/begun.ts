import { everyEffect } from "../../src-main/engine/core/append.ts";
import type { Engine } from "../../src-main/engine/core/engine.ts";
import type { MailSender } from "../../src-main/engine/effects/queue-mail.ts";
import { postOffice } from "../../src-main/mail/index.ts";
import type { ClockRow, StoreWrites } from "../../src-main/store/index.ts";
import { DEFAULT_RETENTION } from "../../src-main/store/index.ts";
import { decide } from "../../src-shared/flow/index.ts";
import { analyse } from "../../src-shared/language/index.ts";
import { AT, type SmallFlow, smallFlow } from "../fixtures/small-flow.ts";

/** Begins the small flow at `AT` in an engine that stands alone. @throws when it cannot be begun */
export async function begin(
  engine: Engine,
  id: string,
  clock: Pick<ClockRow, "id">,
  flow: Omit<SmallFlow, "documentId"> = {},
): Promise<void> {
  const begun = await engine.begin<string>(id, (tx) => {
    const { account, document } = belongings(tx);
    const { draft } = analyse(smallFlow({ ...flow, documentId: document.id }));
    if (draft === null) return { ok: false, error: "the small flow has errors" };
    const { sha256, title, pages } = document;
    const decision = decide(
      null,
      {
        type: "start",
        draft,
        participantIds: ["1", "2"],
        documents: [{ name: "contract", documentId: document.id, sha256, title, pages }],
        timeZone: "UTC",
        recordEndUserInfo: false,
      },
      AT,
    );
    if (!decision.ok) return { ok: false, error: decision.refusal.message };
    const context = { id, origin: "local", clockId: clock.id, accountId: account.id, draftId: null };
    const decisions = [{ by: "author", events: decision.events }];
    return { ok: true, value: { context, decisions, wanted: everyEffect, alongside: () => undefined } };
  });
  if (!begun.ok) throw new Error(begun.error);
}

function belongings(tx: StoreWrites) {
  const account = tx.accounts.create({
    ...{ email: "a@example.test", name: "A", passwordHash: "", twoFactor: false, recordEndUserInfo: false },
  });
  tx.folders.create({ accountId: account.id, name: "Home", home: true, retention: DEFAULT_RETENTION });
  const document = tx.documents.create({
    ...{
      key: "k",
      accountId: account.id,
      title: "Contract",
      fileName: "c.pdf",
      sha256: "a".repeat(64),
      size: 1,
      pages: 1,
      removed: [],
    },
    ...{ instanceId: null, name: null, state: null, sealedSha256: null, wallCreated: AT },
  });
  return { account, document };
}

/** The mail room, without rules: everything arrives at once. */
export const everythingArrives: MailSender = postOffice({
  ...{ rules: () => [], clockNow: () => AT, sizeOf: () => 1 },
  server: () => null,
  forkSends: () => false,
  codeRef: (instanceId, codeHash) => `code:${instanceId}:${codeHash}`,
});
