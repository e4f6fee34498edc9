import { cpus } from "node:os";
import { setTimeout } from "node:timers/promises";

const LOOK_MS = 250;
/** Looks in a row that must find the machine idle. */
const LOOKS = 3;
const IDLE = 0.85;
const GIVE_UP_MS = 20_000;

/** Milliseconds that all processors together have been idle, and that have passed, since the machine began. */
function times(): { readonly idle: number; readonly all: number } {
  const list = cpus().map(({ times }) => times);
  const all = list.flatMap((cpu) => Object.values(cpu)).reduce((sum, ms) => sum + ms, 0);
  return { idle: list.reduce((sum, { idle }) => sum + idle, 0), all };
}

/**
 * Waits until the machine is idle, for 20 s at most. Apps and browsers that a row has opened load ahead for a few seconds,
 * which would fall on whichever side is measured first.
 */
export async function untilQuiet(): Promise<void> {
  const giveUp = performance.now() + GIVE_UP_MS;
  let before = times();
  for (let found = 0; found < LOOKS && performance.now() < giveUp; ) {
    await setTimeout(LOOK_MS);
    const now = times();
    found = (now.idle - before.idle) / (now.all - before.all) >= IDLE ? found + 1 : 0;
    before = now;
  }
}
