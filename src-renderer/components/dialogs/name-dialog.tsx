import { useState } from "react";
import { useBusy } from "../basics/use-busy.ts";
import { InputField } from "../controls/inputs.tsx";
import { useTranslation } from "../texts/texts.ts";
import { FORM_PROBLEM, FormDialog } from "./form-dialog.tsx";

interface Props {
  readonly title: string;
  readonly description?: string;
  readonly label: string;
  /** The current name; empty for a new item. */
  readonly value?: string;
  readonly done: string;
  /** The initial message if the input is not a name. */
  readonly first?: string;
  readonly maxLength: number;
  /** Returns why the name cannot be used; null once it is. */
  readonly onDone: (name: string) => Promise<string | null>;
  /** The action of Cancel while `onDone` is running: it stays open until then. Left out: it closes at once. */
  readonly onStop?: () => void;
  /** Whose answer it waits for. */
  readonly waitsFor?: string;
  readonly onClose: () => void;
}

/** Asks for one name. */
export function NameDialog({ label, value = "", first, maxLength, onDone, ...dialog }: Props) {
  const { t } = useTranslation();
  const [name, setName] = useState(value);
  const [refused, setRefused] = useState<string | null>(null);
  const { busy, unlessBusy } = useBusy();
  const wanted = name.trim();
  const submit = () =>
    unlessBusy(async () => {
      const problem = wanted === value ? null : await onDone(wanted);
      setRefused(problem);
      if (problem === null) dialog.onClose();
    });
  const blocked = wanted === "" ? (first ?? t("common.nameFirst")) : null;
  return (
    <FormDialog {...dialog} busy={busy} problem={refused} blocked={blocked} onSubmit={submit}>
      <InputField
        {...{ label, maxLength }}
        value={name}
        aria-describedby={FORM_PROBLEM}
        aria-invalid={refused !== null && !busy}
        onFocus={(event) => event.target.select()}
        onChange={(typed) => {
          setName(typed);
          setRefused(null);
        }}
      />
    </FormDialog>
  );
}
