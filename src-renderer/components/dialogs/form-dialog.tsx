import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "../controls/button.tsx";
import { MessageText } from "../texts/message-text.tsx";
import { useTranslation } from "../texts/texts.ts";
import { Dialog } from "./dialog.tsx";

interface FormDialogProps {
  readonly title: string;
  readonly description?: string;
  readonly wide?: boolean;
  readonly focusFirst?: RefObject<HTMLElement | null>;
  /** The word on the button that does it. */
  readonly done: string;
  readonly dangerous?: boolean;
  readonly busy?: boolean;
  /** Whether it stays open while it is busy, and nothing stops what it does. */
  readonly holds?: boolean;
  /** What Cancel does while it is busy; it stays open until then: what goes out cannot be taken back. */
  readonly onStop?: () => void;
  /** What is wrong with what was typed; `FORM_PROBLEM` is its id, for the field. */
  readonly problem?: string | null | undefined;
  /** Said quietly in its place while nothing is wrong: what the form still needs, or will do. */
  readonly note?: string;
  /** Why the button is off; said in the dialog, too, once somebody tries. */
  readonly blocked?: string | null | undefined;
  /** Whether the form itself says why the button is off, such as in the place of what could not be loaded. */
  readonly saysBlocked?: boolean;
  readonly onSubmit: () => Promise<void> | void;
  /** It was tried while the button was off: what is wrong is marked, and the first such field has the focus. */
  readonly onRefused?: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export const FORM_PROBLEM = "form-problem";

/** A dialog that asks for something: its fields, what is wrong with them, and the buttons that cancel or do it. */
export function FormDialog({
  done,
  dangerous,
  busy,
  holds = false,
  onStop,
  problem = null,
  note,
  blocked,
  saysBlocked = false,
  onSubmit,
  onRefused,
  children,
  ...dialog
}: FormDialogProps) {
  const { t } = useTranslation();
  // What comes of work that its reader has stopped is no error.
  const [stopped, setStopped] = useState(false);
  const [tried, setTried] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const asked = useRef(false);
  // What was asked for came to nothing: whoever has not gone on elsewhere goes on where it is wrong.
  useEffect(() => {
    if (busy !== false || !asked.current) return;
    asked.current = false;
    if (!document.activeElement?.matches("input, textarea, select")) focusWrong(form.current);
  }, [busy]);
  const held = busy === true && (holds || onStop !== undefined);
  const close = () => {
    if (!held) dialog.onClose();
  };
  const stop = () => {
    setStopped(true);
    onStop?.();
  };
  // Why the button is off, once it was tried; a form that marks its fields says it there.
  const refusal = !saysBlocked && onRefused === undefined && blocked && tried === blocked ? blocked : null;
  const wrong = problem ?? refusal;
  const isQuiet = stopped || (wrong === null && note !== undefined);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!blocked) {
      if (busy) return;
      setStopped(false);
      setTried(null);
      asked.current = true;
      void onSubmit();
      return;
    }
    flushSync(() => {
      setTried(blocked);
      onRefused?.();
    });
    focusWrong(event.currentTarget);
  };
  return (
    <Dialog open {...dialog} onClose={close}>
      <form ref={form} className="form" noValidate onSubmit={submit}>
        {children}
        <p
          id={FORM_PROBLEM}
          className={isQuiet ? "soft" : "form-problem"}
          role={note === undefined && !stopped ? "alert" : "status"}
        >
          <MessageText text={wrong ?? note ?? ""} />
        </p>
        <div className="dialog-foot">
          <Button
            blocked={held && onStop === undefined ? t("common.underWay") : null}
            onClick={() => (held ? stop() : close())}
          >
            {t("common.cancel")}
          </Button>
          <Button look={dangerous ? "danger" : "primary"} type="submit" busy={busy} blocked={blocked}>
            {done}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const focusWrong = (form: HTMLFormElement | null) => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
