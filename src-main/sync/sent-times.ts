import type { Workspace } from "../workspace/index.ts";

/** When this process sent what has no answer yet, by its key, on a clock that cannot be set. */
const times = new WeakMap<Workspace["engine"], Map<string, number>>();

type Clocks = Pick<Workspace, "engine" | "clockNow" | "steadyNow">;

/** @param key of the draft or command that goes out now */
export function noteSent({ engine, steadyNow }: Clocks, key: string): void {
  const sent = times.get(engine) ?? new Map<string, number>();
  times.set(engine, sent.set(key, steadyNow()));
}

/** It was answered: when it was sent is asked no more. */
export function noteAnswered({ engine }: Pick<Clocks, "engine">, key: string): void {
  times.get(engine)?.delete(key);
}

/**
 * Milliseconds since something was sent: by the wall clock, but no more than have gone by in this process, as somebody may have set the
 * wall clock forward. A steady clock may stand still while the machine sleeps, so this may be too little, never too much: it says when
 * something may be sent again, not until when.
 */
export function sinceSent({ engine, clockNow, steadyNow }: Clocks, key: string, wallSent: number): number {
  const wall = clockNow() - wallSent;
  const sent = times.get(engine)?.get(key);
  const steady = sent === undefined ? wall : steadyNow() - sent;
  return steady < 0 ? wall : Math.min(wall, steady);
}
