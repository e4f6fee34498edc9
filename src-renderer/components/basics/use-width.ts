import { type RefCallback, useCallback, useState } from "react";

/** How wide the element is that gets the reference, in pixels; null before it is there. */
export function useWidth(): readonly [RefCallback<HTMLElement>, number | null] {
  const [width, setWidth] = useState<number | null>(null);
  const element = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
