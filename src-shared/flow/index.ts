/**
 * The flow room's front door: other rooms import from here only. `model` is what a flow is and how events change it,
 * `commands` what each command does, `decide` the one transition table and the views on a state, `history` how events are
 * reported, `explore` what would happen.
 */
export { due, nextDue } from "./commands/index.ts";
export * from "./decide/index.ts";
export * from "./explore/index.ts";
export * from "./history/index.ts";
export * from "./model/index.ts";
