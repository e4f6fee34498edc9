import { useTranslation } from "../../components/index.ts";
import { flushOrNotify } from "../session/draft-store.ts";
import { useSession } from "../session/use-session.ts";
import { useFlowActions } from "../use-flow-actions.ts";
import { exportFlow } from "./export-flow.ts";

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
