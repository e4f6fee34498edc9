interface Kind {
  /**
   * Place among jobs that are due at one instant [C3]: the time-out before what it would end; seals and mail before the
   * callbacks that tell of them; retention last. Stored with each row: it never changes.
   */
  readonly rank: number;
  /** The instance's clock alone makes it due, and its history decides when. */
  readonly ofTime: boolean;
  /** SQL: a row as it is written, under an id that begins as its kind's do. */
  readonly usual: string;
}

/** Every kind of job that this release knows; what each does is in `JobHandlers`. */
export const jobKinds = {
  time_out: {
    rank: 0,
    ofTime: true,
    usual: "wall = 0 AND payload = '{}' AND id = instanceId || ':time_out'",
  },
  reminder: {
    rank: 1,
    ofTime: true,
    usual: "wall = 0 AND payload = '{}' AND instr(id, instanceId || ':reminder:') = 1",
  },
  seal: { rank: 2, ofTime: false, usual: "instr(id, instanceId || ':seal:') = 1" },
  mail: {
    rank: 3,
    ofTime: false,
    usual: "wall = 0 AND (instr(id, instanceId || ':mail:') = 1 OR instr(id, instanceId || ':code:') = 1)",
  },
  callback: { rank: 4, ofTime: false, usual: "wall = 0 AND instr(id, instanceId || ':callback:') = 1" },
  retention: {
    rank: 5,
    ofTime: true,
    usual: `wall = 0 AND id = instanceId || ':retention' AND payload IN ('{"action":"trash"}', '{"action":"delete"}')`,
  },
} as const satisfies Readonly<Record<string, Kind>>;

/** A newer release's database may hold others, which `isJobKind` tells. */
export type JobKind = keyof typeof jobKinds;
export type JobKindOfTime = { [K in JobKind]: (typeof jobKinds)[K]["ofTime"] extends true ? K : never }[JobKind];

/** Whether this release knows the kind: a newer one, with the same database, may have others. */
export function isJobKind(kind: string): kind is JobKind {
  return Object.hasOwn(jobKinds, kind);
}

/** Whether the instance's clock alone makes it due. */
export function isOfTime(kind: string): kind is JobKindOfTime {
  return isJobKind(kind) && jobKinds[kind].ofTime;
}

/** Place among jobs that are due at one instant; -1 where only a newer release knows the kind's. */
export function jobRank(kind: string): number {
  return isJobKind(kind) ? jobKinds[kind].rank : -1;
}
