/** The jobs room's front door. */
export type { Wait } from "./held-back.ts";
export type { Leave } from "./lanes.ts";
export { oncePerTurn } from "./once-per-turn.ts";
export * from "./runner.ts";
export * from "./types.ts";
