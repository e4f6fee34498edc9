import type { MouseEvent } from "react";

/** For a list whose rows disappear on a press: the second click of a double click would press the next row's button. */
export const ONE_CLICK = {
  onClickCapture(event: MouseEvent): void {
    if (event.detail > 1 && event.target instanceof Element && event.target.closest("button") !== null)
      event.stopPropagation();
  },
};
