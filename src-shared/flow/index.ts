/**
 * The flow room's front door: other rooms import from here only. `model` defines a flow and how events change it,
 * `commands` implements each command, `decide` holds the one transition table and the views on a state, `history`
 * reports events, `explore` forecasts.
 */
export { due, nextDue } from "./commands/index.ts";
export * from "./decide/index.ts";
export * from "./explore/index.ts";
export * from "./history/index.ts";
export * from "./model/index.ts";
