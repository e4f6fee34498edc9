import { type RefObject, useEffect } from "react";

const REACHED_BY_TAB =
  'a[href], button:not([disabled]), input:not([disabled], [hidden]), select, textarea, [contenteditable="true"], [tabindex="0"]';

const NEVER = "data-never-next";

/** What ends something for good: a focus that is lost beside it does not go to it, where Enter would press it. */
export const NEVER_NEXT = { [NEVER]: "" } as const;

const FOR_A_WHILE = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** The place from which something was taken out of the page. */
interface Gap {
  readonly parent: Node;
  readonly before: Node | null;
  readonly after: Node | null;
}

/**
 * When what has the focus in a view goes away, as a row that is removed, the focus goes to its
 * neighbour, or to the button that adds one: without this the keyboard would begin at the top of the page again. Whoever moves the focus
 * before the next frame is left alone.
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
      // An open dialog takes a focus that is lost to itself.
      if (type === "focusin" && target === root) return;
      // A dialog or menu takes the focus for a while; what had it before is still where it is to go back to.
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
        // An open dialog may take the lost focus to itself in the same frame, after this.
        frame = requestAnimationFrame(() => fill(lost));
      });
    };
    const watcher = new MutationObserver((changes) => {
      for (const { target, removedNodes, previousSibling, nextSibling } of changes) {
        // What stood around a gap may go after it.
        const lost = gap?.parent ?? held;
        if (lost !== null && [...removedNodes].some((node) => node.contains(lost)))
          gap = { parent: target, before: previousSibling, after: nextSibling };
      }
      if (held?.isConnected) gap = null;
      if (gap !== null) soon(gap);
    });
    // Of the whole page: a dialog that closes after its row went leaves the focus nowhere, too.
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

/** What stands next in the smallest part of the view, around the gap, that the keyboard can reach; else what stands before. */
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
  // Of the row before, where it begins: what it ends with may do something at once.
  return near.find(isNext) ?? near.find((each) => before?.contains(each)) ?? near.at(-1);
}
