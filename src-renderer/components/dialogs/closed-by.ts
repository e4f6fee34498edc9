import type { Dialog } from "@base-ui/react/dialog";

/**
 * Handles a dialog's open change by closing it. The second click of a double click on its opener lands outside it, and
 * must leave it open.
 */
export const closedBy =
  (onClose: () => void) =>
  (isOpen: boolean, { reason, event }: Dialog.Root.ChangeEventDetails): void => {
    const isSecondClick = reason === "outside-press" && event.detail > 1;
    if (!isOpen && !isSecondClick) onClose();
  };
