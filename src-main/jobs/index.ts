/** The jobs room's front door. */
export { oncePerTurn } from "./once-per-turn.ts";
export type { RunnerOptions } from "./runner.ts";
export { Runner } from "./runner.ts";
export type { BoundHandler, JobHandler, JobHandlers, Outcome } from "./types.ts";
export { bindHandler, LONGEST_WALL_WAIT } from "./types.ts";
