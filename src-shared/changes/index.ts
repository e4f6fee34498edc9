/** The changes room: what differs between two versions of a flow, in sentences. */

export type { FlowChange } from "./change.ts";
export { describeChanges } from "./describe.ts";
export { renamesOf } from "./stages.ts";
