import type { Due } from "../clock/due-rows.ts";
import type { StoryLine } from "../history/fold-history.ts";
import type { HistoryEntry } from "../types.ts";

export interface PastItem {
  readonly kind: "past";
  readonly key: string;
  readonly at: number;
  readonly line: StoryLine<HistoryEntry>;
}

export interface DueItem {
  readonly kind: "due";
  readonly key: string;
  readonly at: number;
  readonly due: Due;
}

/** An item on a run's track; `now` is the clock's time. */
export type TrackItem = PastItem | DueItem | { readonly kind: "now"; readonly key: "now"; readonly at: number };
