import { Tooltip } from "@base-ui/react/tooltip";
import { useEffect, useState } from "react";
import { MessageText } from "../texts/message-text.tsx";
import { Keys, TIP, TIP_KEYS, TIP_WHY } from "./button.tsx";
import "./tooltips.css";

/** How long the pointer rests on an element before its tooltip appears. */
const DELAY_MS = 400;
const ATTRIBUTES = [TIP, TIP_WHY, TIP_KEYS];
const WITH_TIP = ATTRIBUTES.map((name) => `[${name}]`).join();
const TOOLTIP = ".tooltip-positioner";
/** On a container of buttons: the side on which their tooltips cover nothing. */
const TIP_SIDE = "data-tip-side";
/** Pressable elements, which no other tooltip may cover. */
const CONTROL = `a, button, input, select, textarea, summary, ${WITH_TIP}`;

interface Shown {
  readonly over: HTMLElement | null;
  /** By keyboard focus, not by the pointer, which may be moving to something that the tooltip covers. */
  readonly byFocus: boolean;
}
const NONE: Shown = { over: null, byFocus: false };

/**
 * The app's single tooltip: shows the texts that `Tip` and the buttons store in attributes of their elements. A tooltip
 * for each of the hundreds of buttons of a page would cost more time than the buttons.
 */
export function Tooltips() {
  const [{ over, byFocus }, setShown] = useState<Shown>(NONE);
  const [, setWords] = useState(0);
  useEffect(() => listen(setShown), []);
  useEffect(() => {
    if (over === null) return;
    // If a button's reason changes under the pointer, the tooltip updates.
    const observer = new MutationObserver(() => setWords((count) => count + 1));
    observer.observe(over, { attributeFilter: ATTRIBUTES });
    return () => observer.disconnect();
  }, [over]);

  const text = over?.getAttribute(TIP);
  const why = over?.getAttribute(TIP_WHY);
  const shortcut = over?.getAttribute(TIP_KEYS);
  return (
    <Tooltip.Root open={Boolean(text || why || shortcut)} onOpenChange={(open) => !open && setShown(NONE)}>
      <Tooltip.Portal>
        <Tooltip.Positioner
          anchor={over}
          side={sideOf(over)}
          className="tooltip-positioner"
          data-by-focus={byFocus || undefined}
        >
          {/* Screen readers have the text as the element's description. */}
          <Tooltip.Popup className="tooltip" aria-hidden>
            <span>
              {text}
              {text && why && ": "}
              {why && <MessageText text={why} />}
            </span>
            {shortcut && <Keys shortcut={shortcut} />}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

function sideOf(over: HTMLElement | null): "top" | "bottom" | "inline-end" {
  const side = over?.closest(`[${TIP_SIDE}]`)?.getAttribute(TIP_SIDE);
  if (side === "bottom" || side === "inline-end") return side;
  return over?.closest("nav") ? "inline-end" : "top";
}

const within = (target: EventTarget | null, what: string) =>
  target instanceof Element ? target.closest<HTMLElement>(what) : null;

/** The pressable element under the pointer that another's tooltip covers. */
function covered({ clientX, clientY }: PointerEvent): HTMLElement | null {
  const below = document.elementsFromPoint(clientX, clientY).find((element) => within(element, TOOLTIP) === null);
  return within(below ?? null, CONTROL);
}

/**
 * Calls `shows` with the element whose tooltip should show, or with null for none. Returns the function that stops it.
 */
function listen(shows: (shown: Shown) => void): () => void {
  const show = (over: HTMLElement | null, byFocus = false) => shows({ over, byFocus });
  /** The element under the pointer; after a press or Escape its tooltip stays hidden until the pointer enters again. */
  let under: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const showNow = (over: HTMLElement | null) => {
    clearTimeout(timer);
    show(over);
  };
  const point = ({ target, pointerType }: PointerEvent) => {
    if (pointerType === "touch" || within(target, TOOLTIP)) return;
    const over = within(target, WITH_TIP);
    if (over === under) return;
    under = over;
    // From one button to the next, it follows at once.
    if (over === null || document.querySelector(".tooltip") !== null) return showNow(over);
    clearTimeout(timer);
    timer = setTimeout(show, DELAY_MS, over);
  };
  /** In a list of buttons, a tooltip covers the next button: it hides when the pointer moves there. */
  const giveWay = (event: PointerEvent) => {
    if (within(event.target, TOOLTIP) === null) return;
    const control = covered(event);
    if (control === null || control === under) return;
    under = control.closest<HTMLElement>(WITH_TIP);
    showNow(under);
  };
  /** The event that moves the focus may change the text, so it is read afterwards. */
  const focus = ({ target }: FocusEvent) => {
    clearTimeout(timer);
    timer = setTimeout(() => show(within(target, ":focus-visible")?.closest<HTMLElement>(WITH_TIP) ?? null, true));
  };
  const close = () => showNow(null);
  const leave = () => {
    under = null;
    close();
  };
  const stop = new AbortController();
  const { signal } = stop;
  document.addEventListener("pointerover", point, { signal });
  document.addEventListener("pointermove", giveWay, { signal });
  document.documentElement.addEventListener("pointerleave", leave, { signal });
  document.addEventListener("pointerdown", close, { signal, capture: true });
  document.addEventListener("focusin", focus, { signal });
  document.addEventListener("focusout", close, { signal });
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}
