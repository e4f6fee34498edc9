/** What an account may not show, and is then not compared. */
export const notShown = ["stage", "acts", "documents"] as const;
export type NotShown = (typeof notShown)[number];

/** One step, and how it went on the account. */
export interface DriftLine {
  /** In the words of a scenario; "start" for the first. */
  readonly step: string;
  readonly outcome: "same" | "different" | "not_compared";
  /** The differences, or why it was not compared. */
  readonly told: readonly string[];
}

/** A scenario on the engine here and on an account, act by act. */
export interface DriftReport {
  /** The scenario, or the run whose acts these are. */
  readonly of: string;
  /** Steps in all, the start among them. */
  readonly steps: number;
  readonly lines: readonly DriftLine[];
  /** What was never shown. */
  readonly notShown: readonly NotShown[];
  readonly state: "running" | "done" | "stopped";
  /** Why it stopped before its end; null: it did not. */
  readonly why: string | null;
  readonly wallBegan: number;
}
