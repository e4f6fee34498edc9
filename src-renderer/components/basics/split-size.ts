/** No pane may disappear: a fraction of the whole, between 15 and 85 hundredths. */
export const clampFraction = (fraction: number): number => Math.min(0.85, Math.max(0.15, fraction));
