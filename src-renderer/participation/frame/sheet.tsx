import type { ReactNode } from "react";
import { Dialog } from "../../components/dialogs/dialog.tsx";
import "./sheet.css";

interface SheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
}

/** A dialog of the participants' page; on a narrow screen it rises from the lower edge. */
export const Sheet = (props: SheetProps) => <Dialog className="sheet-dialog participation" {...props} />;
