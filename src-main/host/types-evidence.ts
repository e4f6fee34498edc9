import type { Readable } from "node:stream";
import type { OutputOf } from "../../src-shared/bridge/index.ts";
import type { DeepReadonly } from "../../src-shared/service/index.ts";
import type { Result } from "./errors.ts";

export type EvidenceProgress = DeepReadonly<OutputOf<"evidence.progress">>;

export interface EvidenceUseCases {
  /** Ids of the ended runs, the newest first. */
  runs(): readonly string[];
  /** Begins an export of every run's evidence that has ended by now. */
  begin(): { readonly id: string; readonly runs: number };
  progress(id: string): Result<EvidenceProgress>;
  /** The zip, once; what reads it to its end makes it. */
  archive(id: string): Result<{ readonly fileName: string; readonly open: () => Readable }>;
  cancel(id: string): Promise<Result<null>>;
}
