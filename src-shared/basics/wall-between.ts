/**
 * Wall milliseconds between two instants. The machine's clock may have been set back between them: what has happened later than
 * now happened before that, and what waits for it must not wait until the clock gets there again.
 */
export const wallBetween = (then: number, now: number): number => Math.abs(now - then);
