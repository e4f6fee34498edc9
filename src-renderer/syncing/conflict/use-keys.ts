import { useEffect, useRef } from "react";

/** Elements that take letters or hold the focus; a radio button uses only the arrow keys. */
const TAKES_LETTERS =
  "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable=true], [role=dialog] *";

function isTaken(key: string, target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.matches(TAKES_LETTERS) || (key.startsWith("Arrow") && target.matches("input, [role=radio]"));
}

/**
 * Keys of the page, wherever the focus is, except while somebody types or holds Ctrl, Cmd or Alt.
 * @param act returns whether the key has an action
 */
export function useKeys(act: (key: string, target: EventTarget | null) => boolean): void {
  const current = useRef(act);
  current.current = act;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, target } = event;
      const isOurs = !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (isOurs && !isTaken(key, target) && current.current(key, target)) event.preventDefault();
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}
