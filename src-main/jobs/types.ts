import type { z } from "zod";
import type { JobKind, JobRow } from "../store/index.ts";
import type { Leave, Limits, Place } from "./lanes.ts";

/** Longest wait for a retry in wall time, even if the machine's clock was changed. */
export const LONGEST_WALL_WAIT = 60_000;

/** How a run of a job ended. */
export type Outcome =
  /** The runner removes the row. */
  | { readonly kind: "done" }
  /** The handler removed or replaced the row itself, in the transaction of its own result. */
  | { readonly kind: "committed" }
  /** The handler wrote the job's next time itself, in the transaction of its own result. */
  | { readonly kind: "planned"; readonly next: JobRow }
  /** Once more at `at`: wall time, `LONGEST_WALL_WAIT` ahead at most. */
  | { readonly kind: "retry"; readonly at: number }
  /** Its clock did not get there: the row stays as it is, and nothing has run. */
  | { readonly kind: "early" }
  /** Its stored payload does not fit its kind: the jobs of its instance are rebuilt from the history. */
  | { readonly kind: "unreadable" };

export interface JobHandler<P> {
  readonly payload: z.ZodType<P>;
  /** How many of this kind run at once. */
  readonly limit: number;
  /** How many of one target run at once until they leave it; what waits for it holds up no other target. */
  readonly targetLimit?: number;
  /** Jobs of one lane run one at a time, in the order in which they fell due; null: in no order. */
  lane(job: JobRow, payload: P): string | null;
  /** What the job talks to, which may be slow; none by default. */
  target?(job: JobRow, payload: P): string | null;
  run(job: JobRow, payload: P, leave: Leave): Promise<Outcome>;
}

/** A handler whose payload type is sealed in, so that handlers of different payloads fit in one registry. */
export interface BoundHandler extends Limits {
  /** @returns null when the stored payload does not fit the kind's schema. */
  bind(job: JobRow): { readonly place: Place; run(leave: Leave): Promise<Outcome> } | null;
}

export type JobHandlers = Readonly<Record<JobKind, BoundHandler>>;

/** The handler for jobs as they are stored: one whose payload does not fit its kind's schema binds to null. */
export function bindHandler<P>(handler: JobHandler<P>): BoundHandler {
  return {
    limit: handler.limit,
    targetLimit: handler.targetLimit ?? handler.limit,
    bind(job) {
      const parsed = handler.payload.safeParse(job.payload);
      if (!parsed.success) return null;
      const { data } = parsed;
      const place = { lane: handler.lane(job, data), target: handler.target?.(job, data) ?? null };
      return { place, run: (leave) => handler.run(job, data, leave) };
    },
  };
}
