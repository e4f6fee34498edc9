import { useState } from "react";
import { FormDialog, type Translate, useTranslation } from "../../components/index.ts";
import { useCall } from "../connection/use-call.ts";
import { type Folder, folderName } from "../language/folder-name.ts";
import { callOrNotify, notify } from "../notices/notify.ts";
import { changedTexts, PolicyFields, type PolicyTexts, policyOf, textsOf } from "./retention-policy.tsx";

/** Changes a folder's policy; first says what that would do at once [C4]. */
export function RetentionDialog({ folder, onClose }: { readonly folder: Folder; readonly onClose: () => void }) {
  const { t } = useTranslation();
  // Fields that were not edited here follow the folder: another window may change it.
  const [typed, setTyped] = useState<Partial<PolicyTexts>>({});
  const texts = { ...textsOf(folder.retention), ...typed };
  const policy = policyOf(texts);
  const preview = useCall("folders.previewRetention", { id: folder.id, retention: policy ?? folder.retention }, [
    "instance",
    "clock",
  ]);
  const removes = policy !== null && (preview.value?.remove ?? 0) > 0;
  const save = async () => {
    if (policy === null) return;
    const input = { id: folder.id, retention: policy };
    if ((await callOrNotify(t("retention.notChanged"), "folders.setRetention", input)) === null) return;
    onClose();
    notify(t("retention.changed"));
  };
  return (
    <FormDialog
      title={t("retention.changeOf", { folder: folderName(t, folder) })}
      description={t("retention.dialogText")}
      done={t(removes ? "retention.saveAndDelete" : "common.save")}
      dangerous={removes}
      blocked={policy === null ? t("retention.noPreview") : null}
      saysBlocked
      onSubmit={save}
      onClose={onClose}
    >
      <PolicyFields texts={texts} onChange={(next) => setTyped({ ...typed, ...changedTexts(texts, next) })} />
      <p role="status" className={removes ? "retention-now form-problem" : "retention-now"}>
        {policy === null ? t("retention.noPreview") : preview.value && effectText(t, preview.value)}
        {policy !== null && preview.error?.message}
      </p>
    </FormDialog>
  );
}

function effectText(t: Translate, { trash, remove }: { readonly trash: number; readonly remove: number }) {
  const trashes = trash > 0 ? [t("retention.trashesNow", { count: trash })] : [];
  const deletes = remove > 0 ? [t("retention.deletesNow", { count: remove })] : [];
  return [...trashes, ...deletes].join(" ") || t("retention.nothingNow");
}
