import type { Diagnostic, FlowOutline } from "../../src-shared/language/index.ts";

export interface AnalysisRequest {
  readonly id: number;
  readonly text: string;
  /** Hosts beside loopback that callbacks may go to [P006]. */
  readonly callbackHosts: readonly string[];
}

/** What the views need of an analysis; offsets belong to `text`, which may be older than what is on the screen. */
export interface AnalysisView {
  readonly text: string;
  readonly kind: "flow" | "process";
  readonly diagnostics: readonly Diagnostic[];
  readonly outline: FlowOutline;
  /** Relative paths among the documents: PDFs that are still to be taken in. */
  readonly paths: readonly string[];
}
