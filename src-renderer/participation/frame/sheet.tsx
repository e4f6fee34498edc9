import { type ReactNode, useLayoutEffect, useRef } from "react";
import { Dialog } from "../../components/dialogs/dialog.tsx";
import "./sheet.css";

interface SheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
}

/** A dialog of the participants' page; on a narrow screen it slides up from the lower edge. */
export function Sheet(props: SheetProps) {
  const opener = useRef<Element | null>(null);
  const { open } = props;
  useLayoutEffect(() => {
    // Before the dialog takes the focus.
    if (open) opener.current = document.activeElement;
  }, [open]);
  // The act removed the button, often far down the page, so the focus moves to the result at the top.
  const onClosed = () => {
    if (opener.current?.isConnected === false) document.querySelector("h1")?.focus();
  };
  return <Dialog className="sheet-dialog participation" {...props} onClosed={onClosed} />;
}
