import { createContext, useCallback, useContext, useMemo } from "react";
import type { StageOrder } from "../../../src-shared/foresight/index.ts";
import { setChoice, usePreferences } from "../../app/index.ts";
import { useTranslation } from "../../components/index.ts";
import type { AnalysisView } from "../language/analysis-view.ts";
import { useAsked } from "../language/use-asked.ts";
import { askCheck } from "../language/use-check.ts";
import { useFlowActions } from "../use-flow-actions.ts";

/** By stage, what hangs on the order of acts. */
type Order = ReadonlyMap<string, StageOrder>;

/** null: it is not to be shown. */
export const OrderContext = createContext<Order | null>(null);

export function useStageOrder(stage: string): StageOrder | null {
  return useContext(OrderContext)?.get(stage) ?? null;
}

export interface ShownOrder {
  /** The reader wants to see it. */
  readonly isOn: boolean;
  readonly toggle: () => void;
  /** null: it is off, or not known yet. */
  readonly order: Order | null;
}

const PLACE = "canvas.order";

/** What hangs on the order of acts, if the reader wants to see it; of a text with errors, as it was before them. */
export function useOrder(analysis: AnalysisView): ShownOrder {
  const { t } = useTranslation();
  const isOn = usePreferences((state) => state.choices[PLACE]) === "on";
  const broken = analysis.kind !== "flow" || analysis.diagnostics.some(({ severity }) => severity === "error");
  const text = isOn && !broken ? analysis.text : null;
  const toggle = useCallback(() => setChoice(PLACE, isOn ? "off" : "on"), [isOn]);
  useFlowActions([["canvas.order", t(isOn ? "canvas.order.hide" : "canvas.order.show"), toggle]]);

  const stages = useAsked(() => (text === null ? null : askCheck("order", { text })), [text]);

  return useMemo(() => {
    const order = isOn ? new Map((stages ?? []).map((stage) => [stage.name, stage])) : null;
    return { isOn, toggle, order };
  }, [isOn, toggle, stages]);
}
