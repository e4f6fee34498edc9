import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, type RefObject, useRef } from "react";
import { marksShown } from "../../../src-shared/basics/index.ts";
import { useFocusStays } from "../controls/use-focus-stays.ts";
import { useTranslation } from "../texts/texts.ts";
import { closedBy } from "./closed-by.ts";
import { firstIn } from "./first-field.ts";
import { useOnePress } from "./use-one-press.ts";
import "./dialog.css";

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: string;
  readonly wide?: boolean;
  readonly className?: string;
  /** The first focus; left out, the first field, else the dialog itself: Enter must not close what is still loading. */
  readonly focusFirst?: RefObject<HTMLElement | null>;
  /** Once it has left the screen, and the page behind it scrolls again. */
  readonly onClosed?: () => void;
  readonly children: ReactNode;
}

/** A modal dialog. The focus goes to `focusFirst`, else to its first field, and returns when it closes. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  wide,
  className,
  focusFirst,
  onClosed,
  children,
}: DialogProps) {
  const { t } = useTranslation();
  const popup = useRef<HTMLDivElement>(null);
  /** An element inside that already has the focus keeps it. */
  const firstFocus = () =>
    !popup.current?.contains(document.activeElement) && (firstIn(popup.current) ?? popup.current ?? true);
  return (
    <Base.Root open={open} onOpenChange={closedBy(onClose)} onOpenChangeComplete={(isOpen) => !isOpen && onClosed?.()}>
      <Base.Portal>
        {/* The second click of a double click on its opener leaves the focus in it. */}
        <Base.Backdrop className="backdrop" onMouseDown={(event) => event.preventDefault()} />
        <Base.Popup
          className={["dialog", wide && "dialog-wide", className].filter(Boolean).join(" ")}
          ref={popup}
          initialFocus={focusFirst ?? firstFocus}
        >
          <header className="dialog-head">
            <Base.Title className="dialog-title" title={marksShown(title)}>
              {marksShown(title)}
            </Base.Title>
            {/* Without a tooltip: an open one would handle Escape itself. */}
            <Base.Close className="icon-button" aria-label={t("common.close")}>
              <X className="icon" aria-hidden />
            </Base.Close>
          </header>
          {description && <Base.Description className="dialog-text">{description}</Base.Description>}
          {children}
          <WhileOpen within={popup} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** The dialog's popup is mounted only while it is open, and this with it. */
function WhileOpen({ within }: { readonly within: RefObject<HTMLElement | null> }) {
  useFocusStays(within);
  useOnePress(within);
  return null;
}
