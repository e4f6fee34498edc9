import { type RefObject, useEffect, useRef } from "react";

/** A place on the screen, in CSS pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Two fingers, or a pinch on a trackpad, which browsers report as a wheel with Ctrl. Reports each movement as a factor
 * and a centre; outside the element the browser zooms as usual.
 */
export function usePinch(element: RefObject<HTMLElement | null>, onPinch: (factor: number, around: Point) => void) {
  const latest = useRef(onPinch);
  latest.current = onPinch;
  useEffect(() => {
    const { current } = element;
    if (current === null) return;
    let apart = 0;
    const onTouch = (event: TouchEvent) => {
      const [one, other] = [...event.touches];
      const before = apart;
      apart =
        one === undefined || other === undefined
          ? 0
          : Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
      if (one === undefined || other === undefined || apart === 0) return;
      event.preventDefault();
      const around = { x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 };
      if (before > 0) latest.current(apart / before, around);
    };
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      latest.current(Math.exp(-event.deltaY / 100), { x: event.clientX, y: event.clientY });
    };
    const listening = new AbortController();
    // Not passive: the browser would zoom the whole page as well.
    const options = { passive: false, signal: listening.signal };
    for (const kind of ["touchstart", "touchmove", "touchend", "touchcancel"] as const)
      current.addEventListener(kind, onTouch, options);
    current.addEventListener("wheel", onWheel, options);
    return () => listening.abort();
  }, [element]);
}
