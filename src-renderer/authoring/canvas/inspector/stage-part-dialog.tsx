import { type FormEvent, useState } from "react";
import type { FlowOutline } from "../../../../src-shared/language/index.ts";
import { Dialog, useTranslation } from "../../../components/index.ts";
import { CheckList } from "../../forms/check-list.tsx";
import { FormFoot } from "../../forms/form-foot.tsx";

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
  const done = (event: FormEvent) => {
    event.preventDefault();
    if (missing === null) onDone({ ...form, text });
  };
  return (
    <Dialog open onClose={onClose} title={t(`stagePart.${kind}`)}>
      <form className="form" onSubmit={done}>
        {!isCallback(kind) && (
          <CheckList
            label={t("stagePart.users")}
            names={outline.participants.map(({ name }) => name)}
            chosen={form.users}
            onChange={(users) => setForm({ ...form, users })}
          />
        )}
        {hasDocuments(kind) && (
          <CheckList
            label={t("stagePart.documents")}
            names={outline.documents.map(({ name }) => name)}
            chosen={form.documents}
            onChange={(documents) => setForm({ ...form, documents })}
          />
        )}
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
        <FormFoot
          missing={missing}
          says={t(`stagePart.${kind}_text`)}
          does={t(part === null ? "common.add" : "common.change")}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}
