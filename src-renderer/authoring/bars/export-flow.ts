import { callOrNotify, download, notify } from "../../app/index.ts";
import { translate, useTranslation } from "../../components/index.ts";
import { flushOrNotify } from "../session/draft-store.ts";
import { useSession } from "../session/use-session.ts";
import { useFlowActions } from "../use-flow-actions.ts";

/** Saves a flow as a file, with `pdfs` as one zip; says what a file alone leaves out, and why it cannot be done. */
export async function exportFlow(id: string, pdfs: boolean): Promise<void> {
  const made = await callOrNotify(translate("export.failed"), "drafts.export", { id, pdfs });
  if (!made) return;
  download(made.address);
  const [first, second] = made.without;
  if (first !== undefined)
    notify(
      translate("export.alone"),
      translate(second === undefined ? `export.without.${first}` : "export.without.both"),
    );
}

/** The open flow is exported from the palette. */
export function useExportActions() {
  const { t } = useTranslation();
  const { draft } = useSession();
  const save = async (pdfs: boolean) => {
    if (await flushOrNotify(draft, t("export.failed"))) await exportFlow(draft.id, pdfs);
  };
  useFlowActions([
    ["draft.exportZip", t("export.zip"), () => save(true)],
    ["draft.exportFile", t("export.file"), () => save(false)],
  ]);
}
