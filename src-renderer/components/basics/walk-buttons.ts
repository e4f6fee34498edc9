import type { KeyboardEvent } from "react";
import { nextIndex } from "./next-index.ts";

/**
 * Arrows, Home and End move the focus among the buttons of a list, by `next`: `nextAcross` if they are side by side.
 */
export function walkButtons(event: KeyboardEvent<HTMLElement>, selector: string, next = nextIndex): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)];
  const target = next(event.key, buttons.indexOf(event.target as HTMLElement), buttons.length);
  if (target === null) return;
  event.preventDefault();
  buttons[target]?.focus();
}
