import { type FormEvent, useRef, useState } from "react";
import { Button } from "../controls/button.tsx";
import { useTranslation } from "../texts/texts.ts";
import { Dialog } from "./dialog.tsx";

interface Props {
  readonly title: string;
  readonly label: string;
  /** The present name; empty for something new. */
  readonly value?: string;
  readonly done: string;
  readonly maxLength: number;
  /** Answers why the name cannot be had; null once it is. */
  readonly onDone: (name: string) => Promise<string | null>;
  readonly onClose: () => void;
}

/** Asks for one name. */
export function NameDialog({ title, label, value = "", done, maxLength, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(value);
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const wanted = name.trim();
  const missing = wanted === "" ? t("common.nameFirst") : null;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (missing !== null || busy) return;
    setBusy(true);
    const problem = wanted === value ? null : await onDone(wanted);
    setBusy(false);
    setRefused(problem);
    if (problem === null) onClose();
  };
  return (
    <Dialog open onClose={onClose} focusFirst={field} title={title}>
      <form className="form" onSubmit={(event) => void submit(event)}>
        <label className="form-field">
          {label}
          <input
            ref={field}
            className="field"
            value={name}
            maxLength={maxLength}
            autoComplete="off"
            onFocus={(event) => event.target.select()}
            onChange={(event) => {
              setName(event.target.value);
              setRefused(null);
            }}
          />
        </label>
        <p className="form-problem" role="status">
          {refused}
        </p>
        <div className="dialog-foot">
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button look="primary" type="submit" busy={busy} blocked={missing}>
            {done}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
