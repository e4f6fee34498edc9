import type { ReactNode } from "react";
import { Button } from "../controls/button.tsx";
import { useTranslation } from "../texts/texts.ts";
import { Dialog } from "./dialog.tsx";

interface FormDialogProps {
  readonly title: string;
  readonly description?: string;
  /** The word on the button that does it. */
  readonly done: string;
  readonly dangerous?: boolean;
  readonly busy?: boolean;
  /** What is wrong with what was typed; `FORM_PROBLEM` is its id, for the field. */
  readonly problem?: string | null | undefined;
  /** Why the button is off. */
  readonly blocked?: string | null | undefined;
  readonly onSubmit: () => Promise<void> | void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export const FORM_PROBLEM = "form-problem";

/** A dialog that asks for something: its fields, what is wrong with them, and the buttons that cancel or do it. */
export function FormDialog({
  done,
  dangerous,
  busy,
  problem,
  blocked,
  onSubmit,
  children,
  ...dialog
}: FormDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog open {...dialog}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy && !blocked) void onSubmit();
        }}
      >
        {children}
        <p id={FORM_PROBLEM} className="form-problem" role="alert">
          {problem}
        </p>
        <div className="dialog-foot">
          <Button onClick={dialog.onClose}>{t("common.cancel")}</Button>
          <Button look={dangerous ? "danger" : "primary"} type="submit" busy={busy} blocked={blocked}>
            {done}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
