import { z } from "zod";

/** What an account may not show, and is then not compared. */
const notShown = z.enum(["stage", "acts", "documents"]);
export type NotShown = z.output<typeof notShown>;

/** One step, and how it went on the account. */
const line = z.object({
  /** In the words of a scenario; "start" for the first. */
  step: z.string(),
  outcome: z.enum(["same", "different", "not_compared"]),
  /** The differences, or why it was not compared. */
  told: z.array(z.string()).readonly(),
});
export type DriftLine = Readonly<z.output<typeof line>>;

/** A scenario on the engine here and on an account, act by act; as it is kept, and as it crosses the bridge. */
export const driftReport = z.object({
  /** The scenario, or the run whose acts these are. */
  of: z.string(),
  /** Steps in all, the start among them. */
  steps: z.number().int(),
  lines: z.array(line).readonly(),
  /** What was never shown. */
  notShown: z.array(notShown).readonly(),
  state: z.enum(["running", "done", "stopped"]),
  /** Why it stopped before its end; null: it did not. */
  why: z.string().nullable(),
  wallBegan: z.number(),
});
export type DriftReport = Readonly<z.output<typeof driftReport>>;
