/** What a run has in store: each kind of job, in the order in which those of one instant are done [C3]. */
export const jobKindNames = ["time_out", "reminder", "seal", "mail", "callback", "retention"] as const;

export type JobKind = (typeof jobKindNames)[number];
