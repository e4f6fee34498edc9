/** The flow room's front door: other rooms import from here only. */
export type * from "./types.ts";
