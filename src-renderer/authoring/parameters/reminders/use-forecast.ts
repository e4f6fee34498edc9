import { useEffect, useState } from "react";
import type { Forecast } from "../../../../src-shared/flow/index.ts";
import { useHost } from "../../../app/index.ts";
import type { AnalysisView } from "../../language/analysis-view.ts";
import type { Ask } from "../../language/analysis-worker.ts";
import { askLanguage } from "../../language/ask-language.ts";
import { valueAt } from "../../language/raw-value.ts";

/** The flow's own zone if it names a valid one, else the workspace's. */
export function useFlowZone({ value }: Pick<AnalysisView, "value">): string {
  const workspace = useHost((state) => state.workspace?.timeZone) ?? "UTC";
  const own = valueAt(value, ["process_settings", "time_zone"]);
  return typeof own === "string" && isZone(own) ? own : workspace;
}

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The calendar may lag by this much; computing one for every key would delay the analysis of the text. */
const PAUSE_MS = 150;

interface Shown {
  /** The newest forecast; stays while another is computed, and while the flow has errors. */
  readonly forecast: Forecast | null;
  /** Whether the flow cannot start in its current form. */
  readonly blocked: boolean;
}

/** The flow's automatic actions, computed in the language's thread. */
export function useForecast({ text, start, actsAfterDays, timeZone }: Ask<"forecast">): Shown {
  const [shown, setShown] = useState<Shown>({ forecast: null, blocked: false });
  useEffect(() => {
    let current = true;
    const ask = async () => {
      const forecast = await askLanguage("forecast", { text, start, actsAfterDays, timeZone });
      if (current) setShown((before) => ({ forecast: forecast ?? before.forecast, blocked: forecast === null }));
    };
    const timer = window.setTimeout(() => void ask(), PAUSE_MS);
    return () => {
      current = false;
      window.clearTimeout(timer);
    };
  }, [text, start, actsAfterDays, timeZone]);
  return shown;
}
