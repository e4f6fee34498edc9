import { useState } from "react";
import { callOrNotify, type Folder, folderName, host, notify, reasonText, useCall } from "../app/index.ts";
import { FormDialog, useBusy, useTranslation } from "../components/index.ts";

interface Props {
  readonly folder: Folder;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

/** Asks before a folder is deleted: its flows go to the home folder. Undo brings it back with them. */
export function DeleteFolder({ folder, onDeleted, onClose }: Props) {
  const { t } = useTranslation();
  const { id } = folder;
  const inIt = useCall("folders.get", { id }, ["settings", "draft"]);
  const [problem, setProblem] = useState<string | null>(null);
  const { busy, unlessBusy } = useBusy();
  const name = folderName(t, folder);
  const wrong = problem ?? inIt.error?.message ?? null;
  const why = inIt.value?.why ?? null;
  const loading = inIt.value === null ? t("common.loading") : null;
  const blocked = why === null ? loading : reasonText(why);

  const remove = () =>
    unlessBusy(async () => {
      const removed = await host.call("folders.remove", { id });
      if (!removed.ok) return setProblem(removed.error.message);
      onClose();
      onDeleted();
      const undo = () => void callOrNotify(t("folders.restoreFailed"), "folders.bringBack", { id });
      notify(t("folders.deleted", { folder: name }), undefined, { label: t("common.undo"), run: undo });
    });
  return (
    <FormDialog
      title={t("folders.deleteTitle", { folder: name })}
      description={blocked ?? t("folders.deleteText", { count: inIt.value?.flows ?? 0 })}
      done={t("folders.delete")}
      dangerous
      busy={busy}
      blocked={blocked}
      problem={wrong === null ? null : reasonText(wrong)}
      onSubmit={remove}
      onClose={onClose}
    >
      {why === null && <p className="soft">{t("folders.deleteRules")}</p>}
    </FormDialog>
  );
}
