import { ChevronDown, ChevronUp } from "lucide-react";
import { memo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { problemCount } from "../../src-shared/basics/index.ts";
import { useTranslation } from "../components/index.ts";
import { useProblemsBeside } from "./editor/problems-beside.ts";
import { ProblemsPanel } from "./editor/problems-panel.tsx";
import type { AnalysisView } from "./language/analysis-view.ts";
import { useFlowActions } from "./use-flow-actions.ts";
import "./dock.css";

/** Below the views: the problems. Folds to one line if there is little room. */
export const Dock = memo(function Dock({ analysis }: { readonly analysis: AnalysisView }) {
  const { t } = useTranslation();
  const beside = useProblemsBeside();
  const [open, setOpen] = useState(() => window.innerHeight >= 560);
  const dock = useRef<HTMLDivElement>(null);
  const show = () => {
    flushSync(() => setOpen(true));
    // The first problem; without problems, the bar above them.
    const place = dock.current?.querySelector<HTMLElement>(".problem-go") ?? dock.current?.querySelector("button");
    place?.focus();
  };
  useFlowActions([["problems.show", t("problems.show"), show]]);
  const Chevron = open ? ChevronDown : ChevronUp;
  return (
    <div ref={dock} className="dock" data-open={open || undefined}>
      <button type="button" className="dock-bar" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t("problems.label")} <span className="dock-count">{problemCount(analysis.diagnostics) + beside.length}</span>
        <Chevron className="icon" aria-hidden />
      </button>
      {open && (
        <div className="dock-panel">
          <ProblemsPanel analysis={analysis} />
        </div>
      )}
    </div>
  );
});
