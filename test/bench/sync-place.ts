import path from "node:path";
import { benchFolder, removeFolder } from "./folder.ts";
import { type Program, type Remote, startProgram, syncsInWords } from "./sync-program.ts";

/** One sync fills a round. */
export const ONCE = { rounds: 3, roundMs: 1 };
export const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, n) => n);

/** Programs of one row, the folders they work in, and how their syncs went. */
export function place() {
  const dir = benchFolder();
  const programs: Program[] = [];
  const ends: (() => unknown)[] = [];
  const folders = numbers(1_000).values();
  return {
    /** A new one. */
    folder: () => path.join(dir, String(folders.next().value)),
    async program(workspace: string): Promise<Program> {
      const program = startProgram();
      programs.push(program);
      await program.ask({ kind: "open", dir: workspace });
      return program;
    },
    later: <T>(thing: T, end: (thing: T) => unknown): T => {
      ends.unshift(() => end(thing));
      return thing;
    },
    seen: () => programs.flatMap((program) => program.seen()),
    note: () => syncsInWords(programs.flatMap((program) => program.seen())),
    async close() {
      for (const program of programs) program.end();
      for (const end of ends) await end();
      removeFolder(dir);
    },
  };
}

export const accountOf = ({ url, credentials }: Remote) => ({ url, credentials });
