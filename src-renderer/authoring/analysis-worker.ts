/** Runs the language beside the page, so that typing never waits for it. */
import { analyse } from "../../src-shared/language/index.ts";
import type { AnalysisRequest, AnalysisView } from "./analysis-types.ts";
import { documentPaths } from "./flow-files.ts";

self.onmessage = ({ data }: MessageEvent<AnalysisRequest>) => {
  const { kind, diagnostics, outline, value } = analyse(data.text, { allowedCallbackHosts: data.callbackHosts });
  const view: AnalysisView = { text: data.text, kind, diagnostics, outline, paths: documentPaths(value) };
  self.postMessage({ id: data.id, view });
};
