import type { NamedRun } from "../../src-renderer/app/index.ts";
import type { OutputOf } from "../../src-shared/bridge/index.ts";

export type Outcome = OutputOf<"sync.runs.start">;

/** What an account was asked for came to nothing, and nothing stood in its way. */
export const NOTHING: Outcome = {
  ...{ done: [], planned: [], refused: [], perhaps: [] },
  ...{ waits: null, unreachable: null, failed: null, canceled: false, run: null },
};

/** A run there, for what only has to name one. */
export const NAMED: NamedRun = { key: "r-1", id: "17", title: "Loan", wallCreated: 0, adopted: false };
