import { useState } from "react";
import type { FlowOutline } from "../../../src-shared/language/index.ts";
import { doneAfterAll, host, notify, notifyOutcome } from "../../app/index.ts";
import { pickedFiles, type Translate, useTranslation } from "../../components/index.ts";
import { addIntents, type FlowDocument, giveIntent, type Upload } from "../model/documents.ts";
import { useSession } from "../session/use-session.ts";

type Files = readonly File[];

/**
 * The uploaded PDFs, with their new ids. A refused one is reported by its file's name.
 * @param of their purpose, if another file may replace them
 */
export async function uploadPdfs(t: Translate, files: Files, of: string | null = null) {
  const taken: Upload[] = [];
  for (const file of files) {
    const uploaded = await host.upload({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
    const failed = t("documents.uploadFailed", { file: file.name });
    notifyOutcome(failed, uploaded.ok ? null : uploaded.error, of);
    if (uploaded.ok) taken.push({ file: file.name, id: uploaded.value.id });
  }
  return taken;
}

/** Asks for one PDF of this machine, synchronously: only within a user's click or key. Empty if none is chosen. */
export function choosePdf(): Promise<Files> {
  const picker = document.createElement("input");
  picker.type = "file";
  picker.accept = "application/pdf,.pdf";
  return new Promise((done) => {
    picker.addEventListener("change", () => done(pickedFiles(picker)));
    picker.addEventListener("cancel", () => done([]));
    picker.click();
  });
}

/** The functions that give the flow PDFs. A refused one is reported by its file's name, and the others continue. */
export function useGiveDocuments(outline: FlowOutline) {
  const { t } = useTranslation();
  const session = useSession();
  /** Names whose PDF is being uploaded; null: new documents. */
  const [busy, setBusy] = useState<ReadonlySet<string | null>>(new Set());

  async function during(name: string | null, work: () => Promise<void>) {
    setBusy((before) => new Set([...before, name]));
    try {
      await work();
    } finally {
      setBusy((before) => new Set([...before].filter((each) => each !== name)));
    }
  }

  const add = (files: Files) => {
    if (files.length === 0) return;
    void during(null, async () => {
      const intents = addIntents(await uploadPdfs(t, files), outline);
      if (intents.length > 0 && (await session.change(intents)))
        notify(t("documents.added", { count: intents.length }));
    });
  };

  const give = (document: FlowDocument, files: Files) => {
    const [only, more] = files;
    if (only === undefined) return;
    if (more !== undefined) return notify(t("documents.onlyOne", { name: document.name }));
    void during(document.name, async () => {
      const of = `PDF of ${document.name}`;
      const [taken] = await uploadPdfs(t, [only], of);
      if (taken) doneAfterAll(of);
      if (taken && (await session.change([giveIntent(document, taken.id)])))
        notify(t("documents.set", { name: document.name, id: taken.id }));
    });
  };

  return { busy, add, give };
}
