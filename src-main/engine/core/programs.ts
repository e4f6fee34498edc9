import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Program, State } from "../../../src-shared/flow/index.ts";

/**
 * Keeps one program for all runs of the same process with the same names: what they act on is at hand in the caches.
 * @param capacity programs that are kept; one that is forgotten is kept by its runs alone
 * @returns gives the same state, with the program that other runs have
 */
export function sharedPrograms(capacity: number): (state: State) => State {
  const known = new LRUCache<string, Program>({ max: capacity });
  return (state) => {
    const { program, start } = state;
    const key = hash("sha256", JSON.stringify([start.process, program.participants, program.documents]), "base64");
    const kept = known.get(key);
    if (kept === undefined) known.set(key, program);
    return kept === undefined || kept === program ? state : { ...state, program: kept };
  };
}
