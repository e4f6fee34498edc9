import { Tabs } from "@base-ui/react/tabs";
import { ChevronDown, ChevronUp } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../components/button.tsx";
import type { AnalysisView } from "./analysis-types.ts";
import { DocumentsPanel } from "./documents-panel.tsx";
import { ProblemsPanel } from "./problems-panel.tsx";

/** Below the views: what is wrong, and the documents. Folds to one line where there is little room. */
export function Dock({ analysis }: { readonly analysis: AnalysisView }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(() => window.innerHeight >= 560);
  return (
    <Tabs.Root
      className="dock"
      data-open={open || undefined}
      defaultValue="problems"
      onValueChange={() => setOpen(true)}
    >
      <div className="dock-bar">
        <Tabs.List className="dock-tabs" aria-label={t("dock.label")}>
          <Tabs.Tab className="dock-tab" value="problems">
            {t("problems.label")} <span className="dock-count">{analysis.diagnostics.length}</span>
          </Tabs.Tab>
          <Tabs.Tab className="dock-tab" value="documents">
            {t("documents.label")} <span className="dock-count">{analysis.outline.documents.length}</span>
          </Tabs.Tab>
        </Tabs.List>
        <IconButton
          icon={open ? ChevronDown : ChevronUp}
          label={t(open ? "dock.close" : "dock.open")}
          onClick={() => setOpen(!open)}
        />
      </div>
      {open && (
        <>
          <Tabs.Panel className="dock-panel" value="problems">
            <ProblemsPanel analysis={analysis} />
          </Tabs.Panel>
          <Tabs.Panel className="dock-panel" value="documents">
            <DocumentsPanel analysis={analysis} />
          </Tabs.Panel>
        </>
      )}
    </Tabs.Root>
  );
}
