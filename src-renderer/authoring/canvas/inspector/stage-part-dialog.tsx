import { useState } from "react";
import type { FlowOutline } from "../../../../src-shared/language/index.ts";
import { useTranslation } from "../../../components/index.ts";
import { CheckList } from "../../forms/check-list.tsx";
import { FormDialog } from "../../forms/form-dialog.tsx";

/** Parts of a stage beside its acts and notifications. */
export type StagePartKind = "callback" | "allow-viewing" | "deny-viewing" | "redirect";

/** `text`: the callback's name, or the address of a redirect. */
export interface StagePart {
  readonly users: readonly string[];
  readonly documents: readonly string[];
  readonly text: string;
}

const WEB_ADDRESS = /^https?:\/\/\S+$/i;
const isCallback = (kind: StagePartKind) => kind === "callback";
const hasText = (kind: StagePartKind) => kind === "callback" || kind === "redirect";
const hasDocuments = (kind: StagePartKind) => !hasText(kind);

interface StagePartDialogProps {
  readonly kind: StagePartKind;
  readonly outline: FlowOutline;
  /** null: a new one. */
  readonly part: StagePart | null;
  readonly onDone: (part: StagePart) => void;
  readonly onClose: () => void;
}

/** Asks for what a callback, a permission to view or a redirect needs. */
export function StagePartDialog({ kind, outline, part, onDone, onClose }: StagePartDialogProps) {
  const { t } = useTranslation();
  const [form, setForm] = useState<StagePart>(part ?? { users: [], documents: [], text: "" });
  const text = form.text.trim();
  const missing = whatIsMissing();
  function whatIsMissing(): string | null {
    if (isCallback(kind)) return text === "" ? t("stagePart.needsName") : null;
    if (form.users.length === 0) return t("common.needsParticipants");
    if (hasDocuments(kind)) return form.documents.length === 0 ? t("common.needsDocuments") : null;
    return WEB_ADDRESS.test(text) ? null : t("stagePart.needsUrl");
  }
  const names = (of: "users" | "documents", listed: readonly { readonly name: string }[]) => (
    <CheckList
      label={t(`stagePart.${of}`)}
      names={listed.map(({ name }) => name)}
      chosen={form[of]}
      onChange={(chosen) => setForm({ ...form, [of]: chosen })}
    />
  );
  return (
    <FormDialog
      title={t(`stagePart.${kind}`)}
      missing={missing}
      summary={t(`stagePart.${kind}_text`)}
      submit={t(part === null ? "common.add" : "common.change")}
      onDone={() => onDone({ ...form, text })}
      onClose={onClose}
    >
      {!isCallback(kind) && names("users", outline.participants)}
      {hasDocuments(kind) && names("documents", outline.documents)}
      {hasText(kind) && (
        <label className="form-field">
          {t(isCallback(kind) ? "stagePart.name" : "stagePart.url")}
          <input
            className="field"
            value={form.text}
            onChange={(event) => setForm({ ...form, text: event.target.value })}
            autoComplete="off"
            spellCheck={false}
          />
        </label>
      )}
    </FormDialog>
  );
}
