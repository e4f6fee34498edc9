import { fork } from "node:child_process";
import type { Outcome } from "./row.ts";

/**
 * Measures a row in a process of its own: neither a crash nor a hang of one takes another one along, and no row meets
 * what an earlier one has left in memory.
 * @param program sends the outcome of the row that its argument names
 * @param limit milliseconds of wall time
 */
export function measuredApart(program: string, name: string, limit: number): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = fork(program, [name]);
    const timer = setTimeout(() => {
      child.kill();
      resolve({ name, error: `It took longer than ${limit / 1_000} s.` });
    }, limit);
    child.once("message", (outcome) => resolve(outcome as Outcome));
    child.once("error", (error) => resolve({ name, error: error.message }));
    child.once("exit", (code, signal) => {
      clearTimeout(timer);
      resolve({ name, error: `Its process ended before it was measured, with ${signal ?? code}.` });
    });
  });
}
