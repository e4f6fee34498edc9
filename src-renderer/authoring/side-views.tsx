import { Tabs } from "@base-ui/react/tabs";
import { type ComponentType, memo, useEffect, useState } from "react";
import { setChoice, usePreferences } from "../app/index.ts";
import { useTranslation } from "../components/index.ts";
import { Canvas } from "./canvas/canvas.tsx";
import { ExpectationsView } from "./expectations/expectations-view.tsx";
import { ForesightView } from "./foresight/foresight-view.tsx";
import type { AnalysisView } from "./language/analysis-view.ts";
import { Outline } from "./outline/outline.tsx";
import { ParametersView } from "./parameters/parameters-view.tsx";
import { ScenariosView } from "./scenarios/scenarios-view.tsx";
import { useSession } from "./session/use-session.ts";
import { useFlowActions } from "./use-flow-actions.ts";
import { useSideActions } from "./use-side-actions.ts";
import "./side-views.css";

interface Side {
  readonly id: "canvas" | "outline" | "parameters" | "foresight" | "expectations" | "scenarios";
  readonly View: ComponentType<{ readonly analysis: AnalysisView }>;
}

/** The views beside the text, in the order of their tabs. */
const SIDES = [
  { id: "canvas", View: Canvas },
  { id: "outline", View: Outline },
  { id: "parameters", View: ParametersView },
  { id: "foresight", View: ForesightView },
  { id: "expectations", View: ExpectationsView },
  { id: "scenarios", View: ScenariosView },
] as const satisfies readonly Side[];

/** A view requested by its shortcut; a new object each time. */
interface Asked {
  readonly id: Side["id"];
}

const PLACE = "authoring.side";

/** The last chosen view beside the text, in any flow. */
export function useSide(): Side["id"] {
  const chosen = usePreferences((state) => state.choices[PLACE]);
  return SIDES.find(({ id }) => id === chosen)?.id ?? "canvas";
}

interface Props {
  readonly analysis: AnalysisView;
  readonly onShow: () => void;
}

/**
 * Beside the text: other views of the same flow, one at a time. Only the visible one is mounted, and typing alone does
 * not render it.
 */
export const SideViews = memo(function SideViews({ analysis, onShow }: Props) {
  const { t } = useTranslation();
  const side = useSide();
  const [asked, setAsked] = useState<Asked | null>(null);
  const show = (id: Side["id"]) => {
    setChoice(PLACE, id);
    onShow();
    setAsked({ id });
  };
  // A place requested elsewhere, such as in Problems.
  const place = useSession().useAsked();
  const wanted = SIDES.find(({ id }) => id === place?.part)?.id;
  useEffect(() => {
    if (place === null || wanted === undefined) return;
    setChoice(PLACE, wanted);
    onShow();
  }, [place, wanted, onShow]);
  // Also while only the text is shown.
  useSideActions(side, show);
  useFlowActions(SIDES.map(({ id }) => [`authoring.side.${id}`, t(`sides.show_${id}`), () => show(id)]));
  // A view requested by its keys gets the focus.
  useEffect(() => (asked ? goToView(asked.id) : undefined), [asked]);
  return (
    <Tabs.Root className="sides" value={side} onValueChange={(id: Side["id"]) => setChoice(PLACE, id)}>
      <Tabs.List className="sides-bar dock-tabs" aria-label={t("sides.label")}>
        {SIDES.map(({ id }) => (
          <Tabs.Tab key={id} className="dock-tab" value={id}>
            {t(`sides.${id}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {SIDES.map(({ id, View }) => (
        <Tabs.Panel key={id} className="side" data-side={id} value={id}>
          <View analysis={analysis} />
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
});

/** The elements where each view's keys work: the selected row or section, the first card. */
const PLACES = "[role='treeitem'][tabindex='0'], [role='tab'][aria-selected='true'], .react-flow__node[tabindex='0']";

/** Frames to wait for a view's content; an empty view gets the focus itself. */
const FRAMES = 20;

/** Focuses a view as soon as its rows or cards are there, unless the focus has moved elsewhere. */
function goToView(id: Side["id"]): () => void {
  const from = document.activeElement;
  let frame = 0;
  const look = (left: number) => {
    const now = document.activeElement;
    if (now !== from && now !== document.body && !now?.matches(".side")) return;
    const view = document.querySelector<HTMLElement>(`.side[data-side="${id}"]:not([hidden])`);
    const place = view?.querySelector<HTMLElement>(PLACES);
    if (place || left === 0) (place ?? view)?.focus();
    else frame = requestAnimationFrame(() => look(left - 1));
  };
  look(FRAMES);
  return () => cancelAnimationFrame(frame);
}
