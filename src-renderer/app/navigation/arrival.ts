import { useEffect, useRef } from "react";
import type { Route, View } from "./route.ts";

/** The navigation in progress, until the reader interacts with the page. */
let arriving = false;
/** The flow that was just created and whose text should get the focus; until the reader interacts with the page. */
let begun: string | null = null;

const elsewhere = (element: Element | null) =>
  element === null || element.closest('main, [role="dialog"], [role="alertdialog"]') === null;

/** Focuses the page's heading, which tells screen readers the place; without one, the page. */
function focusPage(): void {
  const main = document.getElementById("main");
  const heading = main?.querySelector<HTMLElement>("h1");
  (heading ?? main)?.focus({ preventScroll: true });
}

/** Views whose items have pages of their own. */
const WITH_OWN_PAGES: ReadonlySet<View> = new Set(["flows", "instances", "sync"]);

/** For pages that show a list beside one of its items, the item's address is not another page. */
function pageOf({ view, id, query }: Route): string {
  return WITH_OWN_PAGES.has(view) ? JSON.stringify([view, id, query.with ?? null, query.run ?? null]) : view;
}

/**
 * After navigation the focus is on the new page's heading, unless the page has put it elsewhere. The first page after a
 * start leaves it to the browser.
 */
export function useFocusOnArrival(route: Route): void {
  const page = pageOf(route);
  const last = useRef(page);
  useEffect(() => {
    if (last.current === page) return undefined;
    last.current = page;
    arriving = true;
    focusHeadingOnArrival();
    // A menu or dialog that closes during navigation returns the focus to its opener, which may be in the navigation.
    const back = ({ target }: Event) => {
      if (arriving && target instanceof Element && elsewhere(target)) focusPage();
    };
    const stop = () => {
      arriving = false;
      document.removeEventListener("focusin", back);
      document.removeEventListener("keydown", act, true);
      document.removeEventListener("pointerdown", act, true);
    };
    const act = () => {
      begun = null;
      stop();
    };
    document.addEventListener("focusin", back);
    document.addEventListener("keydown", act, true);
    document.addEventListener("pointerdown", act, true);
    return stop;
  }, [page]);
}

/** Called before navigation to a new flow, so that its text gets the focus. */
export function beginWriting(id: string): void {
  begun = id;
}

/** Whether a flow's text should take the focus; an editor may be created twice before the page is ready. */
export function beginsWriting(id: string): boolean {
  return begun === id;
}

/** For a page's frame, which is replaced once the page is loaded: focuses its heading if nothing has the focus yet. */
export function focusHeadingOnArrival(): void {
  const { activeElement } = document;
  if (arriving && (elsewhere(activeElement) || activeElement?.id === "main")) focusPage();
}
