/** The reader's text size: 1 at the usual 16 pixels. */
export const textScale = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
