import { Archive, ArchiveRestore } from "lucide-react";
import { callOrNotify } from "../../app/index.ts";
import { Button, useTranslation } from "../../components/index.ts";
import { useSession } from "../session/use-session.ts";
import "./bars.css";

/** States that the flow is archived, possibly from another window while it is open here. */
export function ArchivedBar() {
  const { t } = useTranslation();
  const { draft } = useSession();
  const isArchived = draft.useStore((state) => state.draft?.archived ?? false);
  if (!isArchived) return null;
  return (
    <div className="file-bar" data-state="archived">
      <Archive className="icon" aria-hidden />
      <p role="status">{t("flows.isArchived")}</p>
      <Button
        icon={ArchiveRestore}
        writes
        onClick={() => void callOrNotify(t("flows.bringBackFailed"), "drafts.unarchive", { id: draft.id })}
      >
        {t("common.bringBack")}
      </Button>
    </div>
  );
}
