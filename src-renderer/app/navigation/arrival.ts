import { useEffect, useRef } from "react";
import type { Route, View } from "./route.ts";

/** What is on its way to a page, until the reader does something there. */
let arriving = false;
/** The flow that was made just now, to be written; until the reader does something there. */
let begun: string | null = null;

const elsewhere = (element: Element | null) =>
  element === null || element.closest('main, [role="dialog"], [role="alertdialog"]') === null;

/** Gives the focus to the page's heading, which says to a screen reader where one is; without one, to the page. */
function focusPage(): void {
  const main = document.getElementById("main");
  const heading = main?.querySelector<HTMLElement>("h1");
  (heading ?? main)?.focus({ preventScroll: true });
}

/** Views whose things have pages of their own. */
const WITH_OWN_PAGES: ReadonlySet<View> = new Set(["flows", "instances", "sync"]);

/** Of pages that show a list beside one of its things, the address of the thing is no other page. */
function pageOf({ view, id, query }: Route): string {
  return WITH_OWN_PAGES.has(view) ? JSON.stringify([view, id, query.with ?? null, query.run ?? null]) : view;
}

/**
 * Whoever goes to another page has the focus there, not where the page before was taken away: on the heading, unless
 * the page has put it elsewhere. The first page after a start leaves it to the browser.
 */
export function useFocusOnArrival(route: Route): void {
  const page = pageOf(route);
  const last = useRef(page);
  useEffect(() => {
    if (last.current === page) return undefined;
    last.current = page;
    arriving = true;
    focusHeadingOnArrival();
    // A menu or dialog that closes on the way gives the focus back to what opened it, which may be in the navigation.
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

/** Says before one goes to a new flow that its text shall have the focus. */
export function beginWriting(id: string): void {
  begun = id;
}

/** Whether a flow's text is to take the focus; an editor may be made twice before the page stands. */
export function beginsWriting(id: string): boolean {
  return begun === id;
}

/** For a page's frame, which is replaced once the page is loaded: focuses its heading if nothing has the focus yet. */
export function focusHeadingOnArrival(): void {
  const { activeElement } = document;
  if (arriving && (elsewhere(activeElement) || activeElement?.id === "main")) focusPage();
}
