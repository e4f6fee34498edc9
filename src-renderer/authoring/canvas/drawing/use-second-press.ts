import { useEffect, useRef } from "react";

/**
 * Two presses on a card whose first opens the panel right over it: the second one presses nothing there, and does what two
 * presses on the card do.
 */
export function useSecondPress(act: () => void): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    let onDrawing = false;
    const onClick = (event: MouseEvent) => {
      const place = event.target instanceof Element ? event.target.closest(".canvas, .inspector") : null;
      const isPanel = place?.classList.contains("inspector") ?? false;
      if (event.detail <= 1) onDrawing = place !== null && !isPanel;
      if (event.detail <= 1 || !onDrawing || !isPanel) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.detail === 2) latest.current();
    };
    window.addEventListener("click", onClick, true);
    return () => window.removeEventListener("click", onClick, true);
  }, []);
}
