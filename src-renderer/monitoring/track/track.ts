export interface TrackPoint<T> {
  readonly item: T;
  /** From 0, the beginning of the track, to 1. */
  readonly x: number;
}

/** A stretch of idle time, drawn shorter than its length. */
export interface TrackFold {
  /** Milliseconds. */
  readonly length: number;
  readonly x: number;
}

export interface Track<T> {
  readonly points: readonly TrackPoint<T>[];
  readonly folds: readonly TrackFold[];
  /** The instant at a position; interpolated between two points. */
  readonly instantAt: (x: number) => number;
}

const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;
/** Points at one instant are drawn side by side; no idle time is drawn longer than a day's. */
const LONGEST = 4;

function lengthOf(gap: number): number {
  return 1 + (LONGEST - 1) * Math.min(1, Math.log1p(gap / MINUTE_MS) / Math.log1p(DAY_MS / MINUTE_MS));
}

/**
 * Lays items on a line, in their order; idle time of a day or more between two of them is folded.
 * @param items in order of time
 * @param end where the line ends; at or after the last of them
 */
export function trackOf<T extends { readonly at: number }>(items: readonly T[], end: number): Track<T> {
  const steps = items.map((item, index) => {
    const gap = Math.max(0, (items[index + 1]?.at ?? end) - item.at);
    return { item, gap, length: lengthOf(gap) };
  });
  const whole = steps.reduce((sum, { length }) => sum + length, 0);
  let walked = 0;
  const placed = steps.map(({ item, gap, length }) => {
    const x = walked / whole;
    walked += length;
    return { item, gap, x, width: length / whole };
  });
  return {
    points: placed.map(({ item, x }) => ({ item, x })),
    folds: placed
      .slice(0, -1)
      .flatMap(({ gap, x, width }) => (gap < DAY_MS ? [] : [{ length: gap, x: x + width / 2 }])),
    instantAt(x) {
      const from = placed.findLast((step) => step.x <= x) ?? placed[0];
      if (from === undefined) return end;
      const share = Math.max(0, Math.min(1, (x - from.x) / from.width));
      return Math.round(from.item.at + share * from.gap);
    },
  };
}

/** The nearest point within reach of a position. */
export function nearest<T>(points: readonly TrackPoint<T>[], x: number, reach: number): T | null {
  const [first] = points
    .filter((point) => Math.abs(point.x - x) <= reach)
    .toSorted((a, b) => Math.abs(a.x - x) - Math.abs(b.x - x));
  return first?.item ?? null;
}
