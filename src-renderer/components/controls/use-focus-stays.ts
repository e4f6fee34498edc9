import { type RefObject, useEffect } from "react";

const REACHED_BY_TAB =
  'a[href], button:not([disabled]), input:not([disabled], [hidden]), select, textarea, [contenteditable="true"], [tabindex="0"]';

const NEVER = "data-never-next";

/** Final actions: a lost focus never moves to them, where Enter would press them. */
export const NEVER_NEXT = { [NEVER]: "" } as const;

const FOR_A_WHILE = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** The place of a removed element. */
interface Gap {
  readonly parent: Node;
  readonly before: Node | null;
  readonly after: Node | null;
}

/**
 * When the focused element in a view is removed, such as a deleted row, the focus moves to its neighbour, or to the
 * button that adds one. Otherwise the keyboard would start at the top of the page again. If the focus moves before the
 * next frame, nothing happens.
 */
export function useFocusStays(view: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = view.current;
    if (root === null) return;
    let held: Element | null = null;
    let gap: Gap | null = null;
    let frame = 0;
    const hold = ({ type, target }: Event) => {
      if (!(target instanceof Element)) return;
      // An open dialog takes a lost focus itself.
      if (type === "focusin" && target === root) return;
      // A dialog or menu takes the focus temporarily; the earlier place is remembered for its return.
      const away = !root.contains(target);
      if (away && (type === "focusin" || target.closest(FOR_A_WHILE) !== null)) return;
      held = away ? null : type === "focusin" ? target : target.closest(REACHED_BY_TAB);
      gap = null;
    };
    const fill = (lost: Gap) => {
      if (document.activeElement === document.body || document.activeElement === root) neighbour(root, lost)?.focus();
    };
    const soon = (lost: Gap) => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        if (gap !== lost) return;
        fill(lost);
        gap = null;
        // An open dialog may take the lost focus itself in the same frame, after this.
        frame = requestAnimationFrame(() => fill(lost));
      });
    };
    const watcher = new MutationObserver((changes) => {
      for (const { target, removedNodes, previousSibling, nextSibling } of changes) {
        // The elements around a gap may be removed after it.
        const lost = gap?.parent ?? held;
        if (lost !== null && [...removedNodes].some((node) => node.contains(lost)))
          gap = { parent: target, before: previousSibling, after: nextSibling };
      }
      if (held?.isConnected) gap = null;
      if (gap !== null) soon(gap);
    });
    // On the whole page: a dialog that closes after its row was removed leaves no focus, too.
    watcher.observe(document.body, { childList: true, subtree: true });
    document.addEventListener("focusin", hold);
    document.addEventListener("pointerdown", hold);
    return () => {
      watcher.disconnect();
      cancelAnimationFrame(frame);
      document.removeEventListener("focusin", hold);
      document.removeEventListener("pointerdown", hold);
    };
  }, [view]);
}

/** The next focusable element in the smallest part of the view around the gap; else the previous one. */
function neighbour(root: HTMLElement, { parent, before, after }: Gap): HTMLElement | undefined {
  const all = [...root.querySelectorAll<HTMLElement>(REACHED_BY_TAB)].filter(
    (each) => each.checkVisibility() && !each.hasAttribute(NEVER),
  );
  let around: Node | null = root.contains(parent) ? parent : root;
  while (around !== null && around !== root && !all.some((each) => around?.contains(each))) around = around.parentNode;
  const near = all.filter((each) => around?.contains(each));
  const follows = (node: Node, each: Node) =>
    (node.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const isNext = (each: Node) => {
    if (after?.isConnected) return after.contains(each) || follows(after, each);
    if (before?.isConnected) return follows(before, each) && !before.contains(each);
    return follows(parent, each);
  };
  // For the previous row, its start: the controls at its end may act at once.
  return near.find(isNext) ?? near.find((each) => before?.contains(each)) ?? near.at(-1);
}
