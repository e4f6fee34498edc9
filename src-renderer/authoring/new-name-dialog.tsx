import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";

/** Names a new participant, with the address that mail goes to, or a new document. */
export function NewNameDialog({
  kind,
  taken,
  onDone,
  onClose,
}: {
  readonly kind: "participant" | "document";
  readonly taken: readonly string[];
  readonly onDone: (name: string, email: string) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const wanted = name.trim();
  const problem = whyNot();
  function whyNot(): string | null {
    if (wanted === "") return t("newName.needsName");
    if (taken.includes(wanted)) return t("rename.refused.taken", { name: wanted });
    return kind === "participant" && !/^\S+@\S+$/.test(email.trim()) ? t("newName.needsEmail") : null;
  }
  const done = (event: FormEvent) => {
    event.preventDefault();
    if (problem === null) onDone(wanted, email.trim());
  };
  return (
    <Dialog open onClose={onClose} focusFirst={field} title={t(`newName.${kind}`)}>
      <form className="form" onSubmit={done}>
        <label className="form-field">
          {t("newName.name")}
          <input
            ref={field}
            className="field"
            value={name}
            maxLength={200}
            onChange={(event) => setName(event.target.value)}
            autoComplete="off"
            spellCheck={false}
          />
        </label>
        {kind === "participant" && (
          <label className="form-field">
            {t("newName.email")}
            <input
              className="field"
              type="email"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
              autoComplete="off"
            />
          </label>
        )}
        <p className="soft" role="status">
          {problem ?? t(`newName.${kind}Text`)}
        </p>
        <div className="dialog-foot">
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button look="primary" type="submit" blocked={problem}>
            {t("newName.add")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
