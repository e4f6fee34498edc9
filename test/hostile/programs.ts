import { buildPrograms } from "../harness/programs.ts";

/** These tests start so many programs that also one of them alone is quicker with bundles. */
export const setup = buildPrograms;
