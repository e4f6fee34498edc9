import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { firstIn } from "../../components/dialogs/first-field.ts";
import { useTranslation } from "../session/texts.ts";
import "../../components/dialogs/dialog.css";
import "./sheet.css";

interface SheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: string;
  readonly children: ReactNode;
}

/**
 * A dialog; on a narrow screen it rises from the lower edge. Escape closes it, and the focus goes back. Its first field
 * has the focus first, or what it names itself, unless something within has taken it.
 */
export function Sheet({ open, onClose, title, description, children }: SheetProps) {
  const { t } = useTranslation();
  const popup = useRef<HTMLDivElement>(null);
  const isWithin = () => popup.current?.contains(document.activeElement) === true;
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup
          ref={popup}
          className="dialog sheet-dialog participation"
          initialFocus={() => !isWithin() && (firstIn(popup.current) ?? true)}
        >
          <header className="dialog-head">
            <Dialog.Title className="dialog-title">{title}</Dialog.Title>
            <button type="button" className="icon-button" aria-label={t("common.close")} onClick={onClose}>
              <X className="icon" aria-hidden />
            </button>
          </header>
          {description && <Dialog.Description className="dialog-text">{description}</Dialog.Description>}
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
