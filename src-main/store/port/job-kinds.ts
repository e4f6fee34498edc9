import { z } from "zod";
import type { JobKind } from "../../../src-shared/service/index.ts";

/** The payloads of effects' jobs, for the code that runs and checks them. */

const sealPayload = z.object({ document: z.string() });

/** The arrival of a message that a notification of the flow asked for. */
const notificationPayload = z.object({ notification: z.number().int() });

/** The arrival of a code by SMS. */
const codePayload = z.object({ transactionId: z.string(), participant: z.string(), codeHash: z.string() });

/** `replay`: one more attempt by hand, outside the schedule. */
const attemptPayload = z.object({ eventId: z.string(), replay: z.boolean().default(false) });

interface Kind {
  /** The payload of its rows. */
  readonly payload: z.ZodType;
  /**
   * Place among jobs that are due at one instant [C3]: the time-out before what it would end; seals and mail before the
   * callbacks that tell of them; retention last. Stored with each row: it never changes.
   */
  readonly rank: number;
  /** The instance's clock alone makes it due, and its history decides when. */
  readonly ofTime: boolean;
  /** The instance's state knows when: moving a clock runs it at once. */
  readonly ofState: boolean;
  /** SQL: a row as it is written, under an id that begins as its kind's do. */
  readonly usual: string;
}

/** Every kind of job that this release knows; what each does is in `JobHandlers`. */
export const jobKinds = {
  time_out: {
    // The instance's state knows what is due.
    payload: z.unknown(),
    rank: 0,
    ofTime: true,
    ofState: true,
    usual: "wall = 0 AND payload = '{}' AND id = instanceId || ':time_out'",
  },
  reminder: {
    payload: z.unknown(),
    rank: 1,
    ofTime: true,
    ofState: true,
    usual: "wall = 0 AND payload = '{}' AND instr(id, instanceId || ':reminder:') = 1",
  },
  seal: {
    payload: sealPayload,
    rank: 2,
    ofTime: false,
    ofState: false,
    usual: "instr(id, instanceId || ':seal:') = 1",
  },
  mail: {
    payload: z.union([notificationPayload, codePayload]),
    rank: 3,
    ofTime: false,
    ofState: false,
    usual: "(instr(id, instanceId || ':mail:') = 1 OR instr(id, instanceId || ':code:') = 1)",
  },
  callback: {
    payload: attemptPayload,
    rank: 4,
    ofTime: false,
    ofState: false,
    usual: "wall = 0 AND instr(id, instanceId || ':callback:') = 1",
  },
  retention: {
    payload: z.object({ action: z.enum(["trash", "delete"]) }),
    rank: 5,
    ofTime: true,
    ofState: false,
    usual: `wall = 0 AND id = instanceId || ':retention' AND payload IN ('{"action":"trash"}', '{"action":"delete"}')`,
  },
} as const satisfies Readonly<Record<JobKind, Kind>>;

/** A newer release's database may hold others; check with `isJobKind`. */
export type { JobKind };
export type JobKindOfTime = { [K in JobKind]: (typeof jobKinds)[K]["ofTime"] extends true ? K : never }[JobKind];

/** The payload of a row of the kind. */
export type JobPayload<K extends JobKind> = z.output<(typeof jobKinds)[K]["payload"]>;

/** A row's payload; null if it is of another kind, or cannot be read. */
export function payloadOf<K extends JobKind>(
  { kind, payload }: { readonly kind: string; readonly payload: unknown },
  wanted: K,
): JobPayload<K> | null {
  const parsed = kind === wanted ? jobKinds[wanted].payload.safeParse(payload) : null;
  return parsed?.success ? (parsed.data as JobPayload<K>) : null;
}

/** Whether this release knows the kind: a newer one, with the same database, may have others. */
export function isJobKind(kind: string): kind is JobKind {
  return Object.hasOwn(jobKinds, kind);
}

/** Whether the instance's clock alone makes it due. */
export function isOfTime(kind: string): kind is JobKindOfTime {
  return isJobKind(kind) && jobKinds[kind].ofTime;
}

/** Whether the instance's state knows when it is due. */
export function isOfState(kind: string): boolean {
  return isJobKind(kind) && jobKinds[kind].ofState;
}

/** Place among jobs that are due at one instant; -1 where only a newer release knows the kind's. */
export function jobRank(kind: string): number {
  return isJobKind(kind) ? jobKinds[kind].rank : -1;
}
