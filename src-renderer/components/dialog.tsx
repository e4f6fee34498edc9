import { AlertDialog } from "@base-ui/react/alert-dialog";
import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, type RefObject, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useQuestion } from "../app/notify.ts";
import { Button } from "./button.tsx";
import { firstIn } from "./first-field.ts";

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: string;
  readonly wide?: boolean;
  /** What has the focus first; left out, the first field, else the button that closes. */
  readonly focusFirst?: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}

export function Dialog({ open, onClose, title, description, wide, focusFirst, children }: DialogProps) {
  const { t } = useTranslation();
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup
          className={wide ? "dialog dialog-wide" : "dialog"}
          ref={popup}
          initialFocus={focusFirst ?? (() => firstIn(popup.current) ?? true)}
        >
          <header className="dialog-head">
            <Base.Title className="dialog-title">{title}</Base.Title>
            {/* Without a tooltip: it often has the focus first, and an open tooltip would take the Escape for itself. */}
            <Base.Close className="icon-button" aria-label={t("common.close")}>
              <X className="icon" aria-hidden />
            </Base.Close>
          </header>
          {description && <Base.Description className="dialog-text">{description}</Base.Description>}
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** Shows what `confirmFirst` asks. One for the whole app. */
export function ConfirmDialog() {
  const { t } = useTranslation();
  const asked = useQuestion((state) => state.asked);
  return (
    <AlertDialog.Root open={asked !== null} onOpenChange={(open) => !open && asked?.answer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="dialog">
          <AlertDialog.Title className="dialog-title">{asked?.title}</AlertDialog.Title>
          <AlertDialog.Description className="dialog-text">{asked?.body}</AlertDialog.Description>
          <div className="dialog-foot">
            <Button onClick={() => asked?.answer(false)}>{asked?.keep ?? t("common.cancel")}</Button>
            <Button look={asked?.dangerous ? "danger" : "primary"} onClick={() => asked?.answer(true)}>
              {asked?.confirm}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
