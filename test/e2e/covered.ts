import { expect, type Page } from "@playwright/test";

const CONTROLS = "a[href], button, input, select, textarea, summary, [role=tab]";

/** No control that is in sight is covered by another, which would take its press. */
export async function nothingCovered(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(coveredIn, CONTROLS), "covered controls").toEqual([]);
}

/** Runs in the page: what each covered control is called, and what lies above its middle. */
function coveredIn(controls: string): readonly string[] {
  const middleOf = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2, isDrawn: width > 1 && height > 1 };
  };
  /** Scrolled out of what holds it. */
  const isOut = (element: Element, x: number, y: number): boolean => {
    const around = element.parentElement;
    if (around === null) return x < 0 || y < 0 || x >= innerWidth || y >= innerHeight;
    const { left, top, right, bottom } = around.getBoundingClientRect();
    const cuts = getComputedStyle(around).overflow !== "visible";
    return (cuts && (x < left || x > right || y < top || y > bottom)) || isOut(around, x, y);
  };
  // The pointer has called a tooltip, and takes it along.
  const belongs = (control: Element, above: Element) =>
    control.contains(above) ||
    above.closest(".tooltip-positioner") !== null ||
    control.closest("label")?.contains(above);
  return [...document.querySelectorAll(controls)].flatMap((control) => {
    const { x, y, isDrawn } = middleOf(control);
    if (!(isDrawn && control.checkVisibility({ visibilityProperty: true })) || isOut(control, x, y)) return [];
    const above = document.elementFromPoint(x, y);
    if (above === null || belongs(control, above)) return [];
    return [`“${control.ariaLabel ?? control.textContent}” below “${above.textContent}” (${above.className})`];
  });
}
