import { setChoice, usePreferences } from "../app/index.ts";
import { useTranslation } from "../components/index.ts";
import { SHOW_ORDER } from "./canvas/use-order.ts";
import { askExport } from "./foresight/asked-export.ts";
import { SHOW_COVERAGE } from "./scenarios/use-coverage.ts";
import { useSession } from "./session/use-session.ts";
import { type FlowAction, useFlowActions } from "./use-flow-actions.ts";

/** The actions of canvas and "What can happen", from any view: their own view is shown first. */
export function useSideActions(side: string, show: (side: "canvas" | "foresight") => void): void {
  const { t } = useTranslation();
  const choices = usePreferences((state) => state.choices);
  const hasScenarios = useSession().companion("scenarios").useText().trim() !== "";
  const onCanvas = side === "canvas";
  const mark = (place: typeof SHOW_ORDER | typeof SHOW_COVERAGE) => {
    setChoice(place, onCanvas && choices[place] === "yes" ? "no" : "yes");
    if (!onCanvas) show("canvas");
  };
  const words = (place: typeof SHOW_ORDER | typeof SHOW_COVERAGE) => {
    const key = place === SHOW_ORDER ? "canvas.order" : "coverage";
    return t(`${key}.${onCanvas && choices[place] === "yes" ? "hide" : "show"}`);
  };
  const save = (what: "page" | "json") => {
    if (side !== "foresight") show("foresight");
    askExport(what);
  };
  const coverage: FlowAction = ["canvas.coverage", words(SHOW_COVERAGE), () => mark(SHOW_COVERAGE)];
  useFlowActions([
    ["canvas.order", words(SHOW_ORDER), () => mark(SHOW_ORDER), { also: t("canvas.order.title") }],
    ...(hasScenarios ? [coverage] : []),
    ["foresight.savePage", t("foresight.savePage"), () => save("page"), { also: t("sides.foresight") }],
    ["foresight.saveJson", t("foresight.saveJson"), () => save("json"), { also: t("sides.foresight") }],
  ]);
}
