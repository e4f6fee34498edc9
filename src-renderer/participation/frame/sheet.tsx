import { type ReactNode, useLayoutEffect, useRef } from "react";
import { Dialog } from "../../components/dialogs/dialog.tsx";
import "./sheet.css";

interface SheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
}

/** A dialog of the participants' page; on a narrow screen it rises from the lower edge. */
export function Sheet(props: SheetProps) {
  const opener = useRef<Element | null>(null);
  const { open } = props;
  useLayoutEffect(() => {
    // Before the dialog takes the focus.
    if (open) opener.current = document.activeElement;
  }, [open]);
  // What was done took the button with it, often from far down the page: what came of it stands at its head.
  const onClosed = () => {
    if (opener.current?.isConnected === false) document.querySelector("h1")?.focus();
  };
  return <Dialog className="sheet-dialog participation" {...props} onClosed={onClosed} />;
}
