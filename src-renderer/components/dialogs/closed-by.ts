import type { Dialog } from "@base-ui/react/dialog";

/**
 * What a dialog does when it is asked to open or close: it closes. The second click of a double click on what opened it lands
 * beside it, and leaves it open.
 */
export const closedBy =
  (onClose: () => void) =>
  (isOpen: boolean, { reason, event }: Dialog.Root.ChangeEventDetails): void => {
    const isSecondClick = reason === "outside-press" && event.detail > 1;
    if (!isOpen && !isSecondClick) onClose();
  };
