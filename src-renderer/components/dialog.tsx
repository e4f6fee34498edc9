import { AlertDialog } from "@base-ui/react/alert-dialog";
import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { useTranslation } from "react-i18next";
import { useQuestion } from "../app/notify.ts";
import { Button, IconButton } from "./button.tsx";

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: string;
  readonly wide?: boolean;
  /** What has the focus first; left out, the first thing that can. */
  readonly focusFirst?: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}

export function Dialog({ open, onClose, title, description, wide, focusFirst, children }: DialogProps) {
  const { t } = useTranslation();
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup
          className={wide ? "dialog dialog-wide" : "dialog"}
          {...(focusFirst && { initialFocus: focusFirst })}
        >
          <header className="dialog-head">
            <Base.Title className="dialog-title">{title}</Base.Title>
            <IconButton icon={X} label={t("common.close")} onClick={onClose} />
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
            <Button onClick={() => asked?.answer(false)}>{t("common.cancel")}</Button>
            <Button look={asked?.dangerous ? "danger" : "primary"} onClick={() => asked?.answer(true)}>
              {asked?.confirm}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
