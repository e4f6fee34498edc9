import { useEffect, useRef } from "react";

/**
 * Handles a double click on a card whose panel opens over it on the first click: the second click presses nothing
 * there, and acts on the card.
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
