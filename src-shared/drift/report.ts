import { z } from "zod";
import { failureReasons } from "../authentication/index.ts";

/** What an account may not show, and is then not compared. */
const notShown = z.enum(["stage", "acts", "documents"]);
export type NotShown = z.output<typeof notShown>;

/** A step for an app that tells it in its reader's language; `label` says it in the words of a scenario. */
export const stepShown = z.object({
  label: z.string(),
  who: z.string().optional(),
  does: z.string().optional(),
  document: z.string().optional(),
  to: z.literal("view").optional(),
  reason: z.enum(failureReasons).optional(),
  waits: z.object({ days: z.number().int(), hours: z.number().int() }).optional(),
  prolongs: z.number().int().optional(),
});

/** One step, and how it went on the account. */
const line = z.object({
  /** In the words of a scenario; "start" for the first. */
  step: z.string(),
  /** The same for an app that tells it in its reader's language; left out: it is the start, or an older report. */
  shown: stepShown.optional(),
  outcome: z.enum(["same", "different", "not_compared"]),
  /** The differences, or why it was not compared. */
  told: z.array(z.string()).readonly(),
});
export type DriftLine = Readonly<z.output<typeof line>>;

/** A step that will not be compared, told before the start. */
export const driftLeft = z.object({ step: z.string(), shown: stepShown, why: z.string() });
export type DriftLeft = Readonly<z.output<typeof driftLeft>>;

/** A scenario on the engine here and on an account, act by act; as it is kept, and as it crosses the bridge. */
export const driftReport = z.object({
  /** The scenario, or the run whose acts these are. */
  of: z.string(),
  /** Steps in all, the start among them. */
  steps: z.number().int(),
  lines: z.array(line).readonly(),
  /** The step that went out, until it is compared; left out: none. `answered`: it was done there. */
  sent: line.pick({ step: true, shown: true }).extend({ answered: z.boolean().optional() }).optional(),
  /** What was never shown. */
  notShown: z.array(notShown).readonly(),
  state: z.enum(["running", "done", "stopped"]),
  /** Whether it runs, and stops after the act that is under way; left out: no. */
  stops: z.boolean().optional(),
  /** Why it stopped before its end; null: it did not. */
  why: z.string().nullable(),
  wallBegan: z.number(),
});
export type DriftReport = Readonly<z.output<typeof driftReport>>;

/** Whether only the start was compared. */
export const isStartOnly = ({ lines, state }: DriftReport): boolean =>
  state === "done" && lines.slice(1).every(({ outcome }) => outcome === "not_compared");

/** Whether it stopped before anything was compared. */
export const isEmptyReport = ({ lines, state }: DriftReport): boolean =>
  state === "stopped" && lines.every(({ outcome }) => outcome === "not_compared");

/** How many steps differ, and how many were not compared: after a stop also those that it never came to. */
export function driftTotals({ lines, steps, state }: DriftReport): {
  readonly different: number;
  readonly left: number;
} {
  const count = (of: DriftLine["outcome"]) => lines.filter(({ outcome }) => outcome === of).length;
  const different = count("different");
  return { different, left: state === "running" ? count("not_compared") : steps - different - count("same") };
}
