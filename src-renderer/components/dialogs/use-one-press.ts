import { type RefObject, useEffect } from "react";

/** Milliseconds of wall time: anything sooner after a press belongs to it. */
export const SECOND_PRESS = 400;

const PRESSED = "button, a[href], summary, [role=button]";
const OPEN = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/**
 * A closing dialog returns the focus to its opener: the second Enter of a double press would open it again, with a
 * question that is already answered. It is dropped, as is the second click of a double click.
 */
export function useOnePress(popup: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const within = popup.current;
    if (within === null) return;
    let last = Number.NEGATIVE_INFINITY;
    const isBehind = (target: Element) => target.closest(PRESSED) !== null && target.closest(OPEN) === null;
    const press = (event: Event, isSecond: boolean) => {
      if (!(event.target instanceof Element)) return;
      if (within.contains(event.target)) last = event.timeStamp;
      else if (isSecond && event.timeStamp - last < SECOND_PRESS && isBehind(event.target)) {
        event.preventDefault();
        event.stopPropagation();
      }
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Enter" || event.key === " ") press(event, true);
      else last = Number.NEGATIVE_INFINITY;
    };
    const onClick = (event: MouseEvent) => press(event, event.detail > 1);
    document.addEventListener("keydown", onKey, true);
    document.addEventListener("click", onClick, true);
    return () => {
      // The second press comes after the dialog has closed.
      setTimeout(() => {
        document.removeEventListener("keydown", onKey, true);
        document.removeEventListener("click", onClick, true);
      }, SECOND_PRESS);
    };
  }, [popup]);
}
