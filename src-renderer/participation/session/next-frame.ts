/** Milliseconds: nobody paints a page that is out of sight. */
const UNPAINTED = 100;

/** Resolves right before the page is painted next; where it is not painted, soon. */
export const nextFrame = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => resolve());
    setTimeout(resolve, UNPAINTED);
  });
