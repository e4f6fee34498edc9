import { type FormEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
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
  /** The label of the submit button. */
  readonly done: string;
  readonly dangerous?: boolean;
  readonly busy?: boolean;
  /** Whether it stays open while busy, and its work cannot be stopped. */
  readonly holds?: boolean;
  /** The action of Cancel and Escape while it is busy; it stays open until the work has ended. */
  readonly onStop?: () => void;
  /** Whether the request may change something for others: then only Cancel stops it, not Escape. */
  readonly sends?: boolean;
  /** The account or host whose answer it waits for while busy, by name. */
  readonly waitsFor?: string;
  /** The problem with the input; `FORM_PROBLEM` is its id, for the field. Hidden while busy. */
  readonly problem?: string | null | undefined;
  /** A hint in the same place without a problem: what the form still needs, or will do. */
  readonly note?: string;
  /** Why the button is off; shown in the dialog, too, after an attempt. */
  readonly blocked?: string | null | undefined;
  /** Whether the form itself says why the button is off, for example instead of content that could not be loaded. */
  readonly saysBlocked?: boolean;
  readonly onSubmit: () => Promise<void> | void;
  /** Called on an attempt while the button was off: marks the problems, and focuses the first such field. */
  readonly onRefused?: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export const FORM_PROBLEM = "form-problem";

/**
 * A dialog with a form: its fields, their problems, and the buttons to cancel or submit. While it waits for an answer
 * that only Cancel ends, its fields stay as they were sent.
 */
export function FormDialog({
  done,
  dangerous,
  busy,
  holds = false,
  onStop,
  sends = false,
  waitsFor,
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
  // The result of work that its reader has stopped is not an error.
  const [stopped, setStopped] = useState(false);
  const [tried, setTried] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const held = busy === true && (holds || onStop !== undefined);
  const asking = useFocusKept(form, busy, held);
  const [wait, tellNow] = useWaitInWords({ busy: busy === true, stopped, holds, sends, waitsFor });
  const stop = () => {
    setStopped(true);
    onStop?.();
  };
  const close = () => {
    if (!held) return dialog.onClose();
    if (onStop === undefined || sends) tellNow();
    else stop();
  };
  // Why the button is off, after an attempt; a form that marks its fields shows it there.
  const refusal = !saysBlocked && onRefused === undefined && blocked && tried === blocked ? blocked : null;
  // The result of an earlier try does not apply to the current one.
  const wrong = busy ? null : (problem ?? refusal);
  const isQuiet = stopped || (wrong === null && note !== undefined);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!blocked) {
      if (busy) return;
      setStopped(false);
      setTried(null);
      asking();
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
        <fieldset className="form-fields" role="presentation" disabled={held}>
          {children}
        </fieldset>
        <p
          id={FORM_PROBLEM}
          className={isQuiet ? "soft" : "form-problem"}
          role={note === undefined && !stopped ? "alert" : "status"}
        >
          <MessageText text={wrong ?? note ?? ""} />
        </p>
        <div className="dialog-foot">
          {busy && (
            <p className="dialog-wait" role="status">
              {wait}
            </p>
          )}
          <Button
            blocked={held && onStop === undefined ? t("common.underWay") : null}
            onClick={() => (held ? stop() : dialog.onClose())}
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

/**
 * Disabled fields lose the focus, so it waits on the button. At the end it goes to the invalid field, else to its
 * earlier place, unless it has moved elsewhere.
 * @returns to be called on submit
 */
function useFocusKept(form: RefObject<HTMLFormElement | null>, busy: boolean | undefined, held: boolean): () => void {
  const asked = useRef(false);
  const before = useRef<Element | null>(null);
  const button = () => form.current?.querySelector<HTMLElement>("[type=submit]") ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button is looked for when it is needed
  useLayoutEffect(() => {
    if (held && before.current?.closest("fieldset:disabled")) button()?.focus();
  }, [held]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (busy !== false || !asked.current) return;
    asked.current = false;
    const { activeElement } = document;
    if (activeElement?.matches("input, textarea, select")) return;
    const isOnButton = activeElement === button() || activeElement === document.body;
    if (isOnButton && before.current instanceof HTMLElement && before.current.isConnected) before.current.focus();
    if (!document.activeElement?.matches("input, textarea, select")) focusWrong(form.current);
  }, [busy]);
  return () => {
    asked.current = true;
    before.current = document.activeElement;
  };
}

/** Milliseconds of wall time before a busy form shows a message. */
const SAID_AFTER = 1_500;

interface Wait {
  readonly busy: boolean;
  readonly stopped: boolean;
  readonly holds: boolean;
  readonly sends: boolean;
  readonly waitsFor: string | undefined;
}

/** The text for a long wait; and the function to show it now. */
function useWaitInWords({ busy, stopped, holds, sends, waitsFor }: Wait): readonly [string | null, () => void] {
  const { t } = useTranslation();
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setLasts(true), SAID_AFTER);
    return () => {
      clearTimeout(timer);
      setLasts(false);
    };
  }, [busy]);
  const words = () => {
    if (stopped) return t("common.canceling");
    if (!lasts) return null;
    if (holds) return t("common.holds");
    if (waitsFor === undefined) return t("common.working");
    return t(sends ? "common.waitsForSent" : "common.waitsFor", { name: waitsFor, button: t("common.cancel") });
  };
  return [words(), () => setLasts(true)];
}
