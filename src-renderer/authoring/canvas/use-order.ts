import { createContext, useCallback, useContext, useMemo } from "react";
import type { StageOrder } from "../../../src-shared/foresight/index.ts";
import { setChoice, usePreferences } from "../../app/index.ts";
import { type AnalysisView, isSound } from "../language/analysis-view.ts";
import { useAsked } from "../language/use-asked.ts";
import { askCheck } from "../language/use-check.ts";

/** By stage, the effects of the order of acts. */
type Order = ReadonlyMap<string, StageOrder>;

/** null: not shown. */
export const OrderContext = createContext<Order | null>(null);

export function useStageOrder(stage: string): StageOrder | null {
  return useContext(OrderContext)?.get(stage) ?? null;
}

export interface ShownOrder {
  /** The reader has switched it on. */
  readonly isOn: boolean;
  readonly toggle: () => void;
  /** null: it is off, or not computed yet. */
  readonly order: Order | null;
}

export const SHOW_ORDER = "canvas.order";

/** The effects of the order of acts, if switched on; for a text with errors, as before the errors. */
export function useOrder(analysis: AnalysisView): ShownOrder {
  const isOn = usePreferences((state) => state.choices[SHOW_ORDER]) === "yes";
  const text = isOn && isSound(analysis) ? analysis.text : null;
  const toggle = useCallback(() => setChoice(SHOW_ORDER, isOn ? "no" : "yes"), [isOn]);

  const stages = useAsked(() => (text === null ? null : askCheck("order", { text })), [text]);

  return useMemo(() => {
    const order = isOn ? new Map((stages ?? []).map((stage) => [stage.name, stage])) : null;
    return { isOn, toggle, order };
  }, [isOn, toggle, stages]);
}
