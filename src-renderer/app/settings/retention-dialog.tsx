import { useState } from "react";
import { FormDialog, InputField, type Translate, useTranslation } from "../../components/index.ts";
import { useCall } from "../connection/use-call.ts";
import { type Folder, folderName } from "../language/folder-name.ts";
import { callOrNotify, notify } from "../notices/notify.ts";

/** The interface's names of what a folder's policy trashes. */
export const TRASHES = ["trash_completed", "trash_failed", "trash_timed_out"] as const;
/** Interface 2.3: unset means 30 days, never "keep". */
export const USUAL_DELETE = 30;
const LONGEST = 3650;
const FIELDS = [...TRASHES, "delete_trashed"] as const;
type Field = (typeof FIELDS)[number];
type Texts = Readonly<Record<Field, string>>;

/** null: empty, which means never; undefined: no number of days. */
function daysOf(text: string): number | null | undefined {
  if (text.trim() === "") return null;
  const days = Number(text);
  return Number.isInteger(days) && days >= 1 && days <= LONGEST ? days : undefined;
}

/** The policy that the fields spell; null while one of them holds no number of days. */
function policyOf(texts: Texts): Folder["retention"] | null {
  const days = (field: Field) => daysOf(texts[field]);
  const [completed, failed, timedOut, deleted] = FIELDS.map(days);
  if (completed === undefined || failed === undefined || timedOut === undefined || deleted === undefined) return null;
  return { trash_completed: completed, trash_failed: failed, trash_timed_out: timedOut, delete_trashed: deleted };
}

/** Changes a folder's policy; says beforehand what that does at once [C4]. */
export function RetentionDialog({ folder, onClose }: { readonly folder: Folder; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [texts, setTexts] = useState<Texts>(() => textsOf(folder));
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
      onSubmit={save}
      onClose={onClose}
    >
      {FIELDS.map((field) => (
        <DaysField
          key={field}
          field={field}
          text={texts[field]}
          onChange={(text) => setTexts({ ...texts, [field]: text })}
        />
      ))}
      <p role="status" className={removes ? "retention-now form-problem" : "retention-now"}>
        {policy === null ? t("retention.noPreview") : preview.value && effectText(t, preview.value)}
        {policy !== null && preview.error?.message}
      </p>
    </FormDialog>
  );
}

function DaysField(props: { readonly field: Field; readonly text: string; readonly onChange: (text: string) => void }) {
  const { t } = useTranslation();
  const { field, text, onChange } = props;
  const wrong = daysOf(text) === undefined;
  return (
    <InputField
      label={
        <span className="retention-ask">
          {t(`retention.ask.${field}`)} <code className="soft">{field}</code>
        </span>
      }
      className="retention-days"
      inputMode="numeric"
      placeholder={field === "delete_trashed" ? String(USUAL_DELETE) : t("common.never")}
      value={text}
      aria-invalid={wrong}
      onChange={onChange}
    >
      {wrong && <span className="form-problem">{t("retention.noDays")}</span>}
    </InputField>
  );
}

const textsOf = ({ retention }: Folder): Texts => ({
  trash_completed: retention.trash_completed?.toString() ?? "",
  trash_failed: retention.trash_failed?.toString() ?? "",
  trash_timed_out: retention.trash_timed_out?.toString() ?? "",
  delete_trashed: retention.delete_trashed?.toString() ?? "",
});

function effectText(t: Translate, { trash, remove }: { readonly trash: number; readonly remove: number }) {
  const trashes = trash > 0 ? [t("retention.trashesNow", { count: trash })] : [];
  const deletes = remove > 0 ? [t("retention.deletesNow", { count: remove })] : [];
  return [...trashes, ...deletes].join(" ") || t("retention.nothingNow");
}
