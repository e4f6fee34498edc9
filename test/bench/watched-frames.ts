import type { Frame, Page } from "@playwright/test";

/** What a page and its frames call with the time of a click, or of a change: milliseconds since 1970. */
export const REPORT = "countersignReport";
declare global {
  interface Window {
    readonly countersignReport: (at: number) => void;
  }
}

/**
 * Measures how long frames take to show what somebody does in their page. They report it themselves: asking them again
 * and again would keep busy the thread that is measured.
 */
export async function watchFrames(page: Page) {
  let clicked = 0;
  let arrived: (() => void) | undefined;
  const seen = new Map<Frame, number>();
  await page.exposeBinding(REPORT, ({ frame }, at: number) => {
    if (frame === page.mainFrame()) clicked = at;
    else seen.set(frame, at);
    arrived?.();
  });
  /** Milliseconds from the last click of `act` to the last frame that shows what it has changed. */
  return async function shownEverywhere(frames: readonly Frame[], act: () => Promise<void>): Promise<number> {
    seen.clear();
    await act();
    const last = () => Math.max(...frames.map((frame) => seen.get(frame) ?? Number.POSITIVE_INFINITY));
    await new Promise<void>((resolve) => {
      arrived = () => Number.isFinite(last()) && resolve();
      arrived();
    });
    return last() - clicked;
  };
}
