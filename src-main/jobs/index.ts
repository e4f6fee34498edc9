/** The jobs room's front door. */
export type { Wait } from "./held-back.ts";
export type { Leave } from "./lanes.ts";
export { oncePerTurn } from "./once-per-turn.ts";
export type { RunnerOptions } from "./runner.ts";
export { Runner } from "./runner.ts";
export type { BoundHandler, JobHandler, JobHandlers, Outcome } from "./types.ts";
export { bindHandler, LONGEST_WALL_WAIT } from "./types.ts";
