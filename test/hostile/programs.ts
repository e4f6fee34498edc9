import path from "node:path";
import { buildPrograms } from "./build.ts";

/** Builds the programs once for all files that start them: each build costs three seconds of processor time. */
export async function setup(): Promise<() => void> {
  const programs = await buildPrograms();
  process.env.COUNTERSIGN_TEST_PROGRAMS = path.dirname(programs.victim);
  return programs.remove;
}
