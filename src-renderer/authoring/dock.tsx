import { ChevronDown, ChevronUp } from "lucide-react";
import { memo, useState } from "react";
import { useTranslation } from "../components/index.ts";
import { useProblemsBeside } from "./editor/problems-beside.ts";
import { ProblemsPanel } from "./editor/problems-panel.tsx";
import type { AnalysisView } from "./language/analysis-view.ts";
import "./dock.css";

/** Below the views: what is wrong. Folds to one line where there is little room. */
export const Dock = memo(function Dock({ analysis }: { readonly analysis: AnalysisView }) {
  const { t } = useTranslation();
  const beside = useProblemsBeside();
  const [open, setOpen] = useState(() => window.innerHeight >= 560);
  const Chevron = open ? ChevronDown : ChevronUp;
  return (
    <div className="dock" data-open={open || undefined}>
      <button type="button" className="dock-bar" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t("problems.label")} <span className="dock-count">{analysis.diagnostics.length + beside.length}</span>
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
