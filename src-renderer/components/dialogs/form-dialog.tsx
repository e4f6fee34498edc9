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
  /** The word on the button that does it. */
  readonly done: string;
  readonly dangerous?: boolean;
  readonly busy?: boolean;
  /** Whether it stays open while it is busy, and nothing stops what it does. */
  readonly holds?: boolean;
  /** What Cancel does while it is busy, and Escape with it; it stays open until that has come to its end. */
  readonly onStop?: () => void;
  /** Whether what goes out may change something for others: Cancel alone stops it then, not Escape. */
  readonly sends?: boolean;
  /** Whose answer it waits for while it is busy: the name of an account, or a host. */
  readonly waitsFor?: string;
  /** What is wrong with what was typed; `FORM_PROBLEM` is its id, for the field. Not shown while it is busy. */
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

/**
 * A dialog that asks for something: its fields, what is wrong with them, and the buttons that cancel or do it. While it waits
 * for an answer that only Cancel ends, its fields stay as they were sent.
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
  // What comes of work that its reader has stopped is no error.
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
  // Why the button is off, once it was tried; a form that marks its fields says it there.
  const refusal = !saysBlocked && onRefused === undefined && blocked && tried === blocked ? blocked : null;
  // What came of an earlier try says nothing of the one under way.
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
 * Fields that are off lose the focus: it waits on the button meanwhile. Whoever has not gone on elsewhere by the end goes on
 * where it is wrong, else where they were.
 * @returns to be called when it is asked for
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

/** Milliseconds of wall time after which a form that works says so. */
const SAID_AFTER = 1_500;

interface Wait {
  readonly busy: boolean;
  readonly stopped: boolean;
  readonly holds: boolean;
  readonly sends: boolean;
  readonly waitsFor: string | undefined;
}

/** What is waited for, once that lasts; and to say it now. */
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
