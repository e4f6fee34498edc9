import { hash } from "node:crypto";
import type { Program, State } from "../../../src-shared/flow/index.ts";

/** Keeps one program for all runs of the same process with the same names: what they act on is at hand in the caches. */
export interface Programs {
  /** The same state, with the program that other runs have. */
  shared(state: State): State;
}

/** @param capacity programs that are kept; beyond it the oldest is forgotten, and kept by its runs alone. */
export function createPrograms(capacity: number): Programs {
  const known = new Map<string, Program>();
  return {
    shared(state) {
      const { program, start } = state;
      const key = hash("sha256", JSON.stringify([start.process, program.participants, program.documents]), "base64");
      const kept = known.get(key);
      if (kept !== undefined) return kept === program ? state : { ...state, program: kept };
      known.set(key, program);
      const oldest = known.keys().next();
      if (known.size > capacity && !oldest.done) known.delete(oldest.value);
      return state;
    },
  };
}
